public import TakeFiles
public import TapHost
public import TapRing

/// How long a take shall be.
public enum TakeLength: Sendable, Equatable {
    case frames(FrameCount)
    case time(Duration)

    /// The length in frames at a rate.
    public func frames(at rate: SampleRate) -> FrameCount {
        switch self {
        case .frames(let frames): frames
        case .time(let duration): rate.frames(in: duration)
        }
    }
}

/// What a session records, and how.
public struct SessionConfiguration: Sendable {
    /// The ports.
    public var sources: PortSelection
    /// The file name: `strftime` fields and `{port} {take} {part} {host}`.
    public var fileName: String
    public var container: Container
    public var encoding: SampleEncoding
    /// One mono file a port instead of one file.
    public var isPerPort: Bool
    public var mayOverwrite: Bool
    /// The take's length; nil records until ``CaptureSession/stop(_:)``.
    public var length: TakeLength?
    /// What the ring holds: the longest time that the disk may stall without a loss.
    public var ring: Duration
    /// The ring is made shorter rather than larger than this; nil lets it be as large as asked for.
    public var ringLimitBytes: Int?
    public var onGap: GapPolicy
    /// How long to wait for the server and the ports to appear.
    public var wait: Duration
    /// The longest time between two looks at the ring, and between two statuses: what meters need. Below a second.
    public var lookInterval: Duration
    /// Time between two syncs of the file to the device.
    public var syncInterval: Duration
    /// The take ends in good order when the disk has less room than this.
    public var minimumFreeBytes: Int64
    public var report: TakePlan.ReportPlace
    /// A take without a period ends after this.
    public var stallTimeout: Duration
    /// How long the disk may take for the rest of the ring and the end of the file.
    public var flushDeadline: Duration
    /// How long the server may take to let the client go.
    public var leaveDeadline: Duration

    public init(
        sources: PortSelection = .whatYouHear, fileName: String = "take-%Y%m%d-%H%M%S.wav",
        container: Container = .wav, encoding: SampleEncoding = .float32, isPerPort: Bool = false,
        mayOverwrite: Bool = false, length: TakeLength? = nil, ring: Duration = .seconds(10),
        ringLimitBytes: Int? = 1 << 30, onGap: GapPolicy = .silence, wait: Duration = .zero,
        lookInterval: Duration = .milliseconds(50), syncInterval: Duration = .seconds(5),
        minimumFreeBytes: Int64 = 64 << 20,
        report: TakePlan.ReportPlace = .beside, stallTimeout: Duration = .seconds(30),
        flushDeadline: Duration = .seconds(60), leaveDeadline: Duration = .seconds(5)
    ) {
        self.sources = sources
        self.fileName = fileName
        self.container = container
        self.encoding = encoding
        self.isPerPort = isPerPort
        self.mayOverwrite = mayOverwrite
        self.length = length
        self.ring = ring
        self.ringLimitBytes = ringLimitBytes
        self.onGap = onGap
        self.wait = wait
        self.lookInterval = lookInterval
        self.syncInterval = syncInterval
        self.minimumFreeBytes = minimumFreeBytes
        self.report = report
        self.stallTimeout = stallTimeout
        self.flushDeadline = flushDeadline
        self.leaveDeadline = leaveDeadline
    }
}
