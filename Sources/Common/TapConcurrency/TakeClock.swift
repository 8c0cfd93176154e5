internal import Glibc
public import TapRing

/// Where a take's sense of time comes from: the machine, or a simulator that lets a day pass in seconds.
public protocol TakeClock: Sendable {
    /// The monotonic clock.
    func now() -> MonotonicTime
    /// A metronome for a loop that looks after something at intervals.
    func makeTicker(every interval: Duration) -> any Ticker
}

/// One loop's metronome. A virtual clock waits for the loop between its beats, so that nothing depends on scheduling.
public protocol Ticker: AnyObject, Sendable {
    /// Waits for the next beat. It returns early, with an error, when the task is cancelled.
    func next() async throws(CancellationError)
    /// Ends the ticking: a virtual clock no longer waits for the loop. Idempotent.
    func stop()
}

/// The machine's monotonic clock.
public struct SystemClock: TakeClock {
    public init() {}

    public func now() -> MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(rawValue: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    public func makeTicker(every interval: Duration) -> any Ticker { SleepingTicker(interval: interval) }
}

private final class SleepingTicker: Ticker {
    private let interval: Duration

    init(interval: Duration) { self.interval = interval }

    func next() async throws(CancellationError) {
        do {
            try await Task.sleep(for: interval)
        } catch {
            throw CancellationError()
        }
    }

    func stop() {}
}
