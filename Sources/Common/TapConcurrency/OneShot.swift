internal import Synchronization

/// A result that is delivered once, to whoever waits: the first `resolve` wins, all later ones are ignored.
/// It may be resolved before anyone waits, and any number of tasks may wait.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Value, Never>])
        case resolved(Value)
    }

    private let state = Mutex(State.waiting([]))

    package init() {}

    /// - Returns: whether this call decided the result.
    @discardableResult
    package func resolve(_ value: Value) -> Bool {
        let waiters: [CheckedContinuation<Value, Never>]? = state.withLock { state in
            guard case .waiting(let waiters) = state else { return nil }
            state = .resolved(value)
            return waiters
        }
        waiters?.forEach { $0.resume(returning: value) }
        return waiters != nil
    }

    /// The result, if it stands already.
    package var current: Value? {
        state.withLock { if case .resolved(let value) = $0 { value } else { nil } }
    }

    /// Waits for the result. Cancellation of the waiting task does not end the wait: bridge it with
    /// `withTaskCancellationHandler` and a `resolve` of its own.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value: Value? = state.withLock { state in
                    switch state {
                    case .resolved(let value): return value
                    case .waiting(let waiters):
                        state = .waiting(waiters + [continuation])
                        return nil
                    }
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
