/// How a piece of work under a deadline ended.
package enum DeadlineOutcome<Value: Sendable>: Sendable {
    case finished(Result<Value, any Error>)
    /// The deadline came first. The work may still be going on; nobody waits for it any more.
    case expired
    /// The waiting task was cancelled first. The work may still be going on.
    case cancelled
}

/// Runs `work`, and waits for it no longer than `limit`. For work that may block for ever: it cannot be stopped, only
/// left behind, and what it returns late is dropped.
///
/// - Parameter heedsCancellation: false for teardown, which must run its course in a cancelled task as well. When true,
///   the work of a task that is cancelled already does not begin.
package func withDeadline<Value: Sendable>(
    _ limit: Duration, heedsCancellation: Bool = true,
    _ work: @escaping @Sendable () async throws -> Value
) async -> DeadlineOutcome<Value> {
    if heedsCancellation && Task.isCancelled { return .cancelled }
    let outcome = OneShot<DeadlineOutcome<Value>>()
    let worker = Task {
        do {
            outcome.resolve(.finished(.success(try await work())))
        } catch {
            outcome.resolve(.finished(.failure(error)))
        }
    }
    let timer = Task {
        do {
            try await Task.sleep(for: limit)
            outcome.resolve(.expired)
        } catch {
            // Cancelled below: the work was first.
        }
    }
    defer {
        timer.cancel()
        worker.cancel()
    }
    guard heedsCancellation else { return await outcome.value }
    return await withTaskCancellationHandler {
        await outcome.value
    } onCancel: {
        outcome.resolve(.cancelled)
    }
}
