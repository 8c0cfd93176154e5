public import TapRing

/// Everything that is decided before a take's first frame.
public struct TakePlan: Sendable {
    /// The file name as given: `strftime` fields and `{port} {take} {part} {host}`.
    public var nameTemplate: String
    public var container: Container
    public var encoding: SampleEncoding
    /// One mono file a port instead of one file.
    public var isPerPort: Bool
    /// Replace existing files.
    public var mayOverwrite: Bool
    /// The ports' names for file names, one a channel, printable.
    public var portNames: [String]
    public var rate: SampleRate
    /// The take's length; nil records until the end is asked for.
    public var length: FrameCount?
    public var onGap: GapPolicy
    /// How the server's frame time counts when the period changes.
    public var frameTimeCountsNewPeriod: Bool
    /// The longest time between two looks at the ring, and between two statuses.
    public var lookInterval: Duration
    /// Time between two syncs of the file to the device.
    public var syncInterval: Duration
    /// The take ends in good order when the disk has less room than this.
    public var minimumFreeBytes: Int64
    /// The take is called stalled when no period comes for this long; then it may recover.
    public var stallAfter: Duration
    /// A stalled take ends after this.
    public var stallTimeout: Duration
    /// Where the report goes.
    public var report: ReportPlace

    public enum ReportPlace: Sendable, Equatable {
        /// Beside the take's first file, its suffix replaced by `.json`.
        case beside
        case file(String)
        case none
    }

    public init(
        nameTemplate: String, container: Container = .wav, encoding: SampleEncoding = .float32,
        isPerPort: Bool = false, mayOverwrite: Bool = false, portNames: [String], rate: SampleRate,
        length: FrameCount? = nil, onGap: GapPolicy = .silence, frameTimeCountsNewPeriod: Bool = true,
        lookInterval: Duration = .milliseconds(50), syncInterval: Duration = .seconds(5),
        minimumFreeBytes: Int64 = 64 << 20,
        stallAfter: Duration = .milliseconds(250), stallTimeout: Duration = .seconds(30),
        report: ReportPlace = .beside
    ) {
        self.nameTemplate = nameTemplate
        self.container = container
        self.encoding = encoding
        self.isPerPort = isPerPort
        self.mayOverwrite = mayOverwrite
        self.portNames = portNames
        self.rate = rate
        self.length = length
        self.onGap = onGap
        self.frameTimeCountsNewPeriod = frameTimeCountsNewPeriod
        self.lookInterval = lookInterval
        self.syncInterval = syncInterval
        self.minimumFreeBytes = minimumFreeBytes
        self.stallAfter = stallAfter
        self.stallTimeout = stallTimeout
        self.report = report
    }
}
