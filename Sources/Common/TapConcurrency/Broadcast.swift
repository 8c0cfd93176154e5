internal import Synchronization

/// One producer's values to several `AsyncStream`s. Each subscriber has a bounded buffer that keeps the newest values;
/// what a slow one misses is counted. A subscriber that goes away stops costing anything at once.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var nextID = 0
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var dropped = 0
        var isFinished = false
        /// What the producer was told last.
        var isDemanded = false
        /// Whether a thread is telling it.
        var isTelling = false
    }

    private let state = Mutex(State())
    private let depth: Int
    private let onDemand: @Sendable (Bool) -> Void

    /// - Parameters:
    ///   - depth: values kept for a slow subscriber.
    ///   - onDemand: told when the first subscriber comes (true) and when the last one goes (false), so that nothing
    ///     is produced for nobody. It runs on the subscriber's thread, never twice at a time; what it is told last is
    ///     so.
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
            let id = state.nextID
            // Set before anyone can end the stream, so that no end is missed.
            continuation.onTermination = { [weak self] _ in self?.remove(id) }
            state.subscribers[id] = continuation
            return id
        }
        if id == nil { continuation.finish() } else { tellDemand() }
        return stream
    }

    /// Hands a value to everyone who listens; it waits for nobody.
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
            defer { state.subscribers = [:] }
            return Array(state.subscribers.values)
        }
        subscribers.forEach { $0.finish() }
        tellDemand()
    }

    private func remove(_ id: Int) {
        let removed = state.withLock { $0.subscribers.removeValue(forKey: id) }
        if removed != nil { tellDemand() }
    }

    /// Tells the producer what has changed since it was told last. One thread at a time tells; what changes
    /// meanwhile, it tells too. So no change overtakes another.
    private func tellDemand() {
        var isFirst = true
        while true {
            let news: Bool? = state.withLock { state in
                if isFirst && state.isTelling { return nil }  // another thread will see it
                let isWanted = !state.subscribers.isEmpty
                state.isTelling = isWanted != state.isDemanded
                guard state.isTelling else { return nil }
                state.isDemanded = isWanted
                return isWanted
            }
            guard let news else { return }
            isFirst = false
            onDemand(news)
        }
    }
}
