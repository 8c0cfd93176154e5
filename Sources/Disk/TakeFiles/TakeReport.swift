public import TapRing

/// What became of a take: the same facts for a person and for a script.
/// Positions and lengths are frames of the take.
public struct TakeReport: Sendable, Equatable, Codable {
    public static let schemaVersion = 1

    public var schema = TakeReport.schemaVersion
    /// JackTap's version.
    public var jacktap: String
    /// UTC, ISO 8601 with milliseconds: when the first period came.
    public var startedAt: String
    /// ``TakeEnd/name``.
    public var stoppedBy: String
    /// The verdict; 0 only when nothing was lost and the files were verified.
    public var exit: Int32
    /// Whether every frame that the server counted is in the files, none of them suspect.
    public var lossless: Bool
    public var server: Server
    public var channels: [Channel]
    public var files: [File]
    public var frames: Frames
    public var gaps: [Gap]
    public var suspect: [Suspect]
    public var xruns: Xruns
    public var ring: Ring
    public var callback: Callback
    public var events: [Event]
    public var warnings: [String]

    public struct Server: Sendable, Equatable, Codable {
        public var name: String
        public var version: String
        public var rate: UInt32
        public var period: UInt32
        public var realtime: Bool

        public init(name: String, version: String, rate: UInt32, period: UInt32, realtime: Bool) {
            self.name = name
            self.version = version
            self.rate = rate
            self.period = period
            self.realtime = realtime
        }
    }

    public struct Channel: Sendable, Equatable, Codable {
        /// Printable; see `PortName.display`.
        public var port: String
        /// Minimum and maximum, frames.
        public var captureLatency: [UInt32]
        /// Samples at or beyond full scale.
        public var clipped: Int
        /// Samples that were no number or infinite.
        public var nonFinite: Int
        /// The largest absolute sample.
        public var peak: Float

        public init(
            port: String, captureLatency: [UInt32], clipped: Int = 0, nonFinite: Int = 0, peak: Float = 0
        ) {
            self.port = port
            self.captureLatency = captureLatency
            self.clipped = clipped
            self.nonFinite = nonFinite
            self.peak = peak
        }
    }

    public struct File: Sendable, Equatable, Codable {
        public var path: String
        public var container: String
        public var encoding: String
        public var channels: Int
        public var rate: UInt32
        public var frames: FrameCount
        public var bytes: Int64
        /// Where the file's first frame stands on the take.
        public var at: FrameCount

        public init(
            path: String, container: String, encoding: String, channels: Int, rate: UInt32,
            frames: FrameCount, bytes: Int64, at: FrameCount = .zero
        ) {
            self.path = path
            self.container = container
            self.encoding = encoding
            self.channels = channels
            self.rate = rate
            self.frames = frames
            self.bytes = bytes
            self.at = at
        }
    }

    /// The take's balance. `recorded + silenceFilled` is the sum of the lengths of its parts (of one file each, where
    /// every port has a file of its own), and with the exact gaps that are not filled it is `expected`.
    public struct Frames: Sendable, Equatable, Codable {
        /// What the server counted while the take ran.
        public var expected: FrameCount
        public var recorded: FrameCount
        public var silenceFilled: FrameCount

        public init(expected: FrameCount, recorded: FrameCount, silenceFilled: FrameCount) {
            self.expected = expected
            self.recorded = recorded
            self.silenceFilled = silenceFilled
        }
    }

    public struct Gap: Sendable, Equatable, Codable {
        public var at: FrameCount
        public var frames: FrameCount
        /// A ``GapCause``.
        public var cause: String
        /// Counted by the server's clock; otherwise estimated from the monotonic clock, and not filled.
        public var exact: Bool
        /// Whether silence holds its place in the file. An exact gap that is not filled takes its place between two
        /// parts, or behind the last one.
        public var filled: Bool

        public init(at: FrameCount, frames: FrameCount, cause: String, exact: Bool, filled: Bool? = nil) {
            self.at = at
            self.frames = frames
            self.cause = cause
            self.exact = exact
            self.filled = filled ?? exact
        }
    }

    public struct Suspect: Sendable, Equatable, Codable {
        public var at: FrameCount
        public var frames: FrameCount

        public init(at: FrameCount, frames: FrameCount) {
            self.at = at
            self.frames = frames
        }
    }

    public struct Xruns: Sendable, Equatable, Codable {
        public var count: Int
        public var positions: [FrameCount]

        public init(count: Int, positions: [FrameCount]) {
            self.count = count
            self.positions = positions
        }
    }

    public struct Ring: Sendable, Equatable, Codable {
        public var seconds: Double
        public var bytes: Int
        public var highWaterPercent: Double
        /// Frames that a full ring refused.
        public var droppedFrames: FrameCount
        public var droppedPeriods: Int

        public init(
            seconds: Double, bytes: Int, highWaterPercent: Double, droppedFrames: FrameCount,
            droppedPeriods: Int
        ) {
            self.seconds = seconds
            self.bytes = bytes
            self.highWaterPercent = highWaterPercent
            self.droppedFrames = droppedFrames
            self.droppedPeriods = droppedPeriods
        }
    }

    /// Time inside the callback.
    /// - Units: nanoseconds.
    public struct Callback: Sendable, Equatable, Codable {
        public var periods: UInt64
        public var p50: UInt64
        public var p99: UInt64
        public var max: UInt64

        public init(periods: UInt64, p50: UInt64, p99: UInt64, max: UInt64) {
            self.periods = periods
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    public struct Event: Sendable, Equatable, Codable {
        public var at: FrameCount
        /// A stable name: `port-disconnected`.
        public var kind: String
        public var detail: String

        public init(at: FrameCount, kind: String, detail: String = "") {
            self.at = at
            self.kind = kind
            self.detail = detail
        }
    }

    public init(
        jacktap: String, startedAt: String, stoppedBy: String, exit: Int32, lossless: Bool, server: Server,
        channels: [Channel], files: [File], frames: Frames, gaps: [Gap], suspect: [Suspect], xruns: Xruns,
        ring: Ring, callback: Callback, events: [Event], warnings: [String]
    ) {
        self.jacktap = jacktap
        self.startedAt = startedAt
        self.stoppedBy = stoppedBy
        self.exit = exit
        self.lossless = lossless
        self.server = server
        self.channels = channels
        self.files = files
        self.frames = frames
        self.gaps = gaps
        self.suspect = suspect
        self.xruns = xruns
        self.ring = ring
        self.callback = callback
        self.events = events
        self.warnings = warnings
    }
}

/// What a gap comes from.
public enum GapCause: String, Sendable, Codable {
    /// Our callback was not run: the server skipped us, or we were stopped.
    case skipped
    /// Our ring was full.
    case overrun
    /// The server, or its device, lost time that its frame clock does not show.
    case xrun
    /// They waited in the ring when the take was hurried to its end.
    case undrained
    /// The disk did not take them.
    case unwritten
}
