package import TakeFiles
package import TapRing

/// Lets a status through no more often than at an interval, and loses no peak: what it holds back is in the next one.
/// A new phase goes through at once.
package struct StatusThinning: Sendable {
    private let interval: Duration
    private var last: (time: MonotonicTime, phase: TakeStatus.Phase)?
    private var peaks: [Float] = []

    package init(every interval: Duration) { self.interval = interval }

    /// The status to show now, if it is time for one.
    package mutating func take(_ status: TakeStatus, at now: MonotonicTime) -> TakeStatus? {
        peaks =
            peaks.count == status.peaks.count
            ? zip(peaks, status.peaks).map { Swift.max($0, $1) } : status.peaks
        if let last, last.phase == status.phase, now < last.time.advanced(by: interval) { return nil }
        last = (now, status.phase)
        var shown = status
        shown.peaks = peaks
        peaks = []
        return shown
    }
}
