/// The facts of one stored period. It stands in front of the period's planes, so that a record explains itself:
/// where it lies in JACK's time, whether it may be torn, and what was lost since the record before it.
public struct PeriodHeader: Sendable, Equatable, BitwiseCopyable {
    /// Frames in each plane.
    public var frames: UInt32
    /// Planes behind the header.
    public var channels: UInt32
    /// Frames per second, as the server last announced it.
    public var rate: UInt32
    /// Bits of ``PeriodFlags``.
    public var flags: UInt32
    /// JACK's frame clock before the copy.
    public var frameTimeBefore: UInt32
    /// JACK's frame clock after the copy; another value means that the copy may be torn.
    public var frameTimeAfter: UInt32
    /// Nanoseconds of the monotonic clock before the copy.
    public var monotonicBefore: UInt64
    /// Nanoseconds of the monotonic clock after the copy.
    public var monotonicAfter: UInt64
    /// Frames that a full ring has refused so far.
    public var overrunFrames: UInt64
    /// Frames that were left out on purpose so far, while the server was freewheeling.
    public var heldFrames: UInt64
    /// Xrun notices received so far.
    public var xruns: UInt32
    /// Keeps the header at one cache line.
    var reserved: UInt32 = 0

    /// - Realtime: safe.
    @_noLocks @_noAllocation
    public init(
        frames: UInt32, channels: UInt32, rate: UInt32 = 48_000,
        flags: PeriodFlags = PeriodFlags(rawValue: 0),
        frameTimeBefore: UInt32, frameTimeAfter: UInt32? = nil,
        monotonicBefore: UInt64 = 0, monotonicAfter: UInt64 = 0,
        overrunFrames: UInt64 = 0, heldFrames: UInt64 = 0, xruns: UInt32 = 0
    ) {
        self.frames = frames
        self.channels = channels
        self.rate = rate
        self.flags = flags.rawValue
        self.frameTimeBefore = frameTimeBefore
        self.frameTimeAfter = frameTimeAfter ?? frameTimeBefore
        self.monotonicBefore = monotonicBefore
        self.monotonicAfter = monotonicAfter
        self.overrunFrames = overrunFrames
        self.heldFrames = heldFrames
        self.xruns = xruns
    }
}

/// What else is to know of one period.
public struct PeriodFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    /// - Realtime: safe.
    @_noLocks @_noAllocation
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The server ran faster than realtime.
    public static let freewheeling = PeriodFlags(rawValue: 1 << 0)
    /// JACK gave no buffer for a port; silence stands in its place.
    public static let planeMissing = PeriodFlags(rawValue: 1 << 1)
}
