internal import Glibc

/// What a client has counted, and how it runs. The figures grow while the client is active.
package struct ClientFacts: Sendable, Equatable {
    /// Periods that the process thread has run.
    package var periods: UInt64 = 0
    /// Xrun notices; each is counted, also when its event was lost.
    package var xruns = 0
    /// Notices that found the queue between JACK's threads and us full.
    package var noticesLost = 0
    /// Threads that libjack has announced.
    package var threadsStarted = 0
    /// How the process thread is scheduled; nil before its first period.
    package var scheduling: ThreadScheduling?

    init(_ figures: ClientFigures, scheduling: ThreadScheduling?) {
        periods = figures.periods
        xruns = figures.xruns
        noticesLost = figures.noticesLost
        threadsStarted = figures.threadsStarted
        self.scheduling = scheduling
    }

    package init(
        periods: UInt64 = 0, xruns: Int = 0, noticesLost: Int = 0, threadsStarted: Int = 0,
        scheduling: ThreadScheduling? = nil
    ) {
        self.periods = periods
        self.xruns = xruns
        self.noticesLost = noticesLost
        self.threadsStarted = threadsStarted
        self.scheduling = scheduling
    }
}

/// How the kernel schedules a thread.
package struct ThreadScheduling: Sendable, Equatable {
    package var policy: Int32
    package var priority: Int32

    package init(policy: Int32, priority: Int32) {
        self.policy = policy
        self.priority = priority
    }

    /// Whether the thread comes before all ordinary ones. libjack asks for it, and says nothing when it is refused.
    package var isRealtime: Bool { policy == SCHED_FIFO || policy == SCHED_RR }
}
