/// What a tap has counted.
public struct TapCounts: Sendable, Equatable {
    /// Periods seen while armed, stored or not.
    public var periods: UInt64
    /// Frames that a full ring has refused.
    public var overrunFrames: FrameCount
    /// Frames left out while the server was freewheeling.
    public var heldFrames: FrameCount
    /// Frame time behind the last period seen.
    public var end: FrameTime
    /// When the last period was seen; zero before the first.
    public var lastPeriod: MonotonicTime

    public init(
        periods: UInt64 = 0, overrunFrames: FrameCount = .zero, heldFrames: FrameCount = .zero,
        end: FrameTime = FrameTime(rawValue: 0), lastPeriod: MonotonicTime = MonotonicTime(rawValue: 0)
    ) {
        self.periods = periods
        self.overrunFrames = overrunFrames
        self.heldFrames = heldFrames
        self.end = end
        self.lastPeriod = lastPeriod
    }
}
