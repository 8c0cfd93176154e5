internal import Synchronization

/// Who decides over an open that takes long: the thread on which it completes, or the task that waits for it.
/// The first one wins, so a client that opens late is closed by the one, or given away by the other, never both.
final class OpenAttempt: Sendable {
    private enum State {
        case pending
        case completed
        case abandoned
    }

    private let state = Mutex(State.pending)

    /// The client is open.
    /// - Returns: whether somebody still wants it.
    func complete() -> Bool { decide(.completed) }

    /// Nobody waits any more.
    /// - Returns: whether that was in time: false when the client is open and given away.
    func abandon() -> Bool { decide(.abandoned) }

    /// Whether nobody waits any more.
    var isAbandoned: Bool { state.withLock { $0 == .abandoned } }

    private func decide(_ decision: State) -> Bool {
        state.withLock { state in
            guard state == .pending else { return false }
            state = decision
            return true
        }
    }
}
