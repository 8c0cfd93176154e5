internal import TapRing

/// Notices when periods stop coming. Pure: it is told the time.
struct StallWatch: Sendable {
    enum Change: Equatable {
        case none
        /// No period came for this long.
        case stalled(Duration)
        /// Periods come again, after this long.
        case resumed(Duration)
        /// Longer than a take may stall.
        case timedOut
    }

    private let stallAfter: Duration
    private let timeout: Duration
    private var periods: UInt64 = 0
    private var lastPeriod: MonotonicTime
    private(set) var isStalled = false

    /// - Parameter start: from when on the first period is waited for.
    init(stallAfter: Duration, timeout: Duration, start: MonotonicTime) {
        self.stallAfter = stallAfter
        self.timeout = timeout
        lastPeriod = start
    }

    /// Looks at the tap's counts. Held and refused periods are periods as well.
    mutating func look(_ counts: TapCounts, rate: SampleRate, now: MonotonicTime) -> Change {
        if counts.periods != periods {
            let silence = counts.lastPeriod.duration(since: lastPeriod)
            periods = counts.periods
            lastPeriod = counts.lastPeriod
            if isStalled {
                isStalled = false
                return .resumed(silence)
            }
        }
        let silence = now.duration(since: lastPeriod)
        if silence >= timeout { return .timedOut }
        let tenPeriods = Duration.nanoseconds(
            Int64(counts.lastFrames) * 10_000_000_000 / max(Int64(rate.rawValue), 1))
        // Before the first period there is nothing that could have stopped.
        if !isStalled, periods > 0, silence >= max(tenPeriods, stallAfter) {
            isStalled = true
            return .stalled(silence)
        }
        return .none
    }
}
