internal import Synchronization

/// One producer's values to several `AsyncStream`s. Each subscriber has a bounded buffer that keeps the newest values;
/// what a slow one misses is counted. A subscriber that goes away stops costing anything at once.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var nextID = 0
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var dropped = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let depth: Int
    private let onDemand: @Sendable (Bool) -> Void

    /// - Parameters:
    ///   - depth: values kept for a slow subscriber.
    ///   - onDemand: told when the first subscriber comes (true) and when the last one goes (false), so that nothing
    ///     is produced for nobody. It runs on the subscriber's thread.
    package init(depth: Int, onDemand: @escaping @Sendable (Bool) -> Void = { _ in }) {
        self.depth = depth
        self.onDemand = onDemand
    }

    deinit { finish() }

    /// Whether anyone listens.
    package var isWanted: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Values that slow subscribers missed.
    package var dropped: Int { state.withLock { $0.dropped } }

    /// A new stream of everything that is sent from now on. It ends with ``finish()``.
    package func subscribe() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(depth))
        let id: Int? = state.withLock { state in
            if state.isFinished { return nil }
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        if state.withLock({ $0.subscribers.count }) == 1 { onDemand(true) }
        return stream
    }

    package func send(_ element: Element) {
        state.withLock { state in
            for continuation in state.subscribers.values {
                if case .dropped = continuation.yield(element) { state.dropped += 1 }
            }
        }
    }

    /// Ends every stream, now and in future. Idempotent.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        subscribers.forEach { $0.finish() }
    }

    private func remove(_ id: Int) {
        let wasLast = state.withLock {
            $0.subscribers.removeValue(forKey: id) != nil && $0.subscribers.isEmpty
        }
        if wasLast { onDemand(false) }
    }
}
