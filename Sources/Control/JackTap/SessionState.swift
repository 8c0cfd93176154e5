public import TakeFiles

/// Where a session stands.
public enum SessionState: Sendable, Equatable {
    case idle
    case opening
    /// The client is in the graph and the files are made; the first period has not come.
    case armed
    case recording(Rolling)
    /// The tap is removed; the client leaves while the ring's rest goes to disk.
    case draining(TakeEnd)
    /// The client has left; the files are synced, closed and checked.
    case finishing(TakeEnd)
    case finished(TakeEnd)

    public enum Rolling: Sendable, Equatable {
        case steady, stalled, held
    }
}

/// What moves a session on.
enum SessionStep: Sendable, Equatable {
    case start
    case arm
    case firstPeriod
    case roll(SessionState.Rolling)
    /// The take shall end; the first reason wins.
    case end(TakeEnd)
    case clientLeft
    case finish
}

/// The session's rules, without I/O: which step is possible where, and what it leads to.
struct SessionMachine: Sendable {
    private(set) var state = SessionState.idle

    /// Takes a step.
    /// - Returns: whether the step was possible; an impossible one changes nothing.
    @discardableResult
    mutating func take(_ step: SessionStep) -> Bool {
        guard let next = Self.next(from: state, by: step) else { return false }
        state = next
        return true
    }

    private static func next(from state: SessionState, by step: SessionStep) -> SessionState? {
        switch (state, step) {
        case (.idle, .start), (.finished, .start): .opening
        case (.opening, .arm): .armed
        case (.armed, .firstPeriod): .recording(.steady)
        case (.recording, .roll(let rolling)): .recording(rolling)
        case (.opening, .end(let reason)), (.armed, .end(let reason)), (.recording, .end(let reason)):
            .draining(reason)
        case (.draining(let reason), .clientLeft): .finishing(reason)
        case (.draining(let reason), .finish), (.finishing(let reason), .finish): .finished(reason)
        default: nil
        }
    }
}
