internal import CTapShim
internal import Glibc
internal import TapConcurrency

/// How much of what was announced has been read.
struct NoticeProgress: Sendable, Equatable {
    var notices: UInt64 = 0
    /// Those that there was no room for, as far as that was told.
    var noticesLost = 0
    /// Those that this reader cannot get any more count as read.
    var messages: UInt64 = tap_messages_count()
}

/// Looks for notices at intervals, while its owner keeps it.
///
/// Nothing wakes it: a wake-up would be a system call on one of libjack's threads. So that looking costs next to nothing,
/// a thread sleeps between the looks (a task's sleep costs ten times as much), looks at the figures, and bothers the
/// client's thread only when there is something to read.
final class NoticePump: Sendable {
    private let task: Task<Void, Never>

    /// - Parameter read: reads what is there, and tells how far it has got; nil when there is no client any more.
    init(
        every interval: Duration, watching figures: ClientFigures, from start: NoticeProgress,
        read: @escaping @Sendable () async -> NoticeProgress?
    ) {
        let lookout = Lookout(interval: interval)
        task = Task {
            await lookout.run(NoticeWatch(figures: figures, progress: start), read: read)
        }
    }

    deinit { task.cancel() }
}

/// The thread that looks.
private actor Lookout {
    private let thread = DedicatedThread(named: "jacktap-pump")
    private let interval: Duration

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(interval: Duration) { self.interval = interval }

    /// Ends when the task is cancelled: its owner let go of it.
    func run(_ start: NoticeWatch, read: @Sendable () async -> NoticeProgress?) async {
        var watch = start
        while !Task.isCancelled {
            if watch.isDue {
                guard let progress = await read() else { return }
                watch.note(progress)
            }
            sleep()
        }
    }

    private func sleep() {
        let (seconds, attoseconds) = interval.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        unsafe _ = nanosleep(&time, nil)  // a signal may cut it short, and then it looks early
    }
}

/// Tells whether the client's thread has something to do.
private struct NoticeWatch: Sendable {
    private let figures: ClientFigures
    private var progress: NoticeProgress
    /// The first period says how the process thread is scheduled.
    private var hasSeenPeriods = false

    init(figures: ClientFigures, progress: NoticeProgress) {
        self.figures = figures
        self.progress = progress
    }

    var isDue: Bool {
        let present = NoticeProgress(
            notices: figures.notices, noticesLost: figures.noticesLost, messages: tap_messages_count())
        return progress != present || (!hasSeenPeriods && figures.periods > 0)
    }

    mutating func note(_ read: NoticeProgress) {
        progress = read
        hasSeenPeriods = figures.periods > 0
    }
}
