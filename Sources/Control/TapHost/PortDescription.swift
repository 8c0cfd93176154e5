/// A range of latencies along the paths to or from a port.
/// - Units: frames.
public struct LatencyRange: Sendable, Hashable, Codable {
    public var min: UInt32
    public var max: UInt32

    public init(min: UInt32, max: UInt32) {
        self.min = min
        self.max = max
    }
}

/// What a server says of one port.
public struct PortDescription: Sendable, Hashable {
    public enum Direction: String, Sendable, Codable {
        /// It takes data in: `system:playback_1`.
        case input
        /// It gives data out: `system:capture_1`.
        case output
    }

    public var name: PortName
    public var direction: Direction
    /// JACK's type string, such as `32 bit float mono audio`.
    public var type: String
    public var isPhysical: Bool
    /// Frames since the data read from it arrived at a terminal port.
    public var captureLatency: LatencyRange
    /// Frames until the data written to it leaves at a terminal port.
    public var playbackLatency: LatencyRange
    /// The ports at the other ends of its connections.
    public var connections: [PortName]
    public var aliases: [PortName]

    public init(
        name: PortName, direction: Direction, type: String = PortDescription.audioType,
        isPhysical: Bool = false,
        captureLatency: LatencyRange = LatencyRange(min: 0, max: 0),
        playbackLatency: LatencyRange = LatencyRange(min: 0, max: 0),
        connections: [PortName] = [], aliases: [PortName] = []
    ) {
        self.name = name
        self.direction = direction
        self.type = type
        self.isPhysical = isPhysical
        self.captureLatency = captureLatency
        self.playbackLatency = playbackLatency
        self.connections = connections
        self.aliases = aliases
    }

    public static let audioType = "32 bit float mono audio"
    public var isAudio: Bool { type == Self.audioType }
}
