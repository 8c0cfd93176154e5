/// What a tap has counted.
public struct TapCounts: Sendable, Equatable {
    /// Periods seen while armed, stored or not.
    public var periods: UInt64
    /// Frames that a full ring has refused.
    public var overrunFrames: FrameCount
    /// Periods that a full ring has refused.
    public var overrunPeriods: UInt64
    /// Frames left out while the server was freewheeling.
    public var heldFrames: FrameCount
    /// Frame time behind the last period seen.
    public var end: FrameTime
    /// When the last period was seen; zero before the first.
    public var lastPeriod: MonotonicTime
    /// Frames of the last period seen. Where a server's clock already counts the period that runs, the period ends
    /// at ``end`` less these.
    public var lastFrames: UInt32

    public init(
        periods: UInt64 = 0, overrunFrames: FrameCount = .zero, heldFrames: FrameCount = .zero,
        end: FrameTime = FrameTime(rawValue: 0), lastPeriod: MonotonicTime = MonotonicTime(rawValue: 0),
        lastFrames: UInt32 = 0, overrunPeriods: UInt64 = 0
    ) {
        self.periods = periods
        self.overrunFrames = overrunFrames
        self.heldFrames = heldFrames
        self.end = end
        self.lastPeriod = lastPeriod
        self.lastFrames = lastFrames
        self.overrunPeriods = overrunPeriods
    }
}
