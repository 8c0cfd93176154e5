internal import TapConcurrency

/// Looks for notices at intervals, while its owner keeps it.
///
/// Nothing wakes it: a wake-up would be a system call on one of libjack's threads.
final class NoticePump: Sendable {
    private let task: Task<Void, Never>

    /// - Parameter work: runs at every beat, until it returns false.
    init(every interval: Duration, work: @escaping @Sendable () async -> Bool) {
        task = Task {
            let ticker = SystemClock().makeTicker(every: interval)
            defer { ticker.stop() }
            do throws(CancellationError) {
                while await work() { try await ticker.next() }
            } catch {
                // Its owner let go of it.
            }
        }
    }

    deinit { task.cancel() }
}
