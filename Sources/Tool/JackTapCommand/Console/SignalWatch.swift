internal import Glibc
internal import Synchronization

/// The signals that end a take. They are blocked in every thread, so that no handler runs anywhere, and the main thread
/// waits for them: ``block()`` comes before the second thread is made.
package enum EndSignal: Int32, Sendable, CaseIterable {
    case hangUp = 1
    case interrupt = 2
    case terminate = 15

    package var name: String {
        switch self {
        case .hangUp: "SIGHUP"
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        }
    }

    /// Blocks the signals in this thread and in those that it makes.
    /// - Returns: the signals to wait for: SIGHUP is not among them when it is ignored, as `nohup` asks for.
    package static func block() -> [EndSignal] {
        let signals = allCases.filter { $0 != .hangUp || !isIgnored($0) }
        var set = signalSet(signals)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        return signals
    }

    private static func isIgnored(_ signal: EndSignal) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(signal.rawValue, nil, &action) == 0 else { return false }
        // SIG_IGN is a function pointer with the value 1.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    fileprivate static func signalSet(_ signals: [EndSignal]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.rawValue) }
        return set
    }
}

/// Hands each signal that arrives to whoever is in charge by then; what came before anyone was, is not lost.
package final class SignalWatch: Sendable {
    /// Told of each signal, with the number of those that came before.
    package typealias Handler = @Sendable (EndSignal, Int) -> Void

    private struct State {
        var arrived: [EndSignal] = []
        var handler: Handler?
    }

    private let state = Mutex(State())

    package init() {}

    /// The first signal that has come, if any.
    package var first: EndSignal? { state.withLock { $0.arrived.first } }

    /// Puts someone in charge; signals that came before are handed over at once.
    package func handle(_ handler: @escaping Handler) {
        let missed = state.withLock { state in
            state.handler = handler
            return state.arrived
        }
        for (count, signal) in missed.enumerated() { handler(signal, count) }
    }

    /// Takes a signal, as it does when the system sends one.
    package func take(_ signal: EndSignal) {
        let (handler, count) = state.withLock { state in
            state.arrived.append(signal)
            return (state.handler, state.arrived.count - 1)
        }
        handler?(signal, count)
    }

    /// Gives the calling thread up to waiting for signals that are blocked; see ``EndSignal/block()``.
    package func wait(for signals: [EndSignal]) -> Never {
        var set = EndSignal.signalSet(signals)
        while true {
            var number: Int32 = 0
            if unsafe sigwait(&set, &number) == 0, let signal = EndSignal(rawValue: number) { take(signal) }
        }
    }
}
