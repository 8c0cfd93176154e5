public import TapRing

/// How a server's frame time counts when the period changes; the two implementations differ.
public enum FrameTimeRule: String, Sendable, Codable {
    /// jack2: the clock has advanced by the new period at its start.
    case countsNewPeriod
    /// PipeWire: the clock is the position of the period itself.
    case countsOldPeriod
}

/// What a server says of itself when a client opens.
public struct ServerDescription: Sendable, Equatable {
    /// The server's name, printable.
    public var name: String
    /// The library's version string.
    public var version: String
    public var rate: SampleRate
    /// Frames per period; JACK calls it the buffer size. It may change at any time.
    public var framesPerPeriod: UInt32
    /// Whether the server says that it runs with realtime scheduling.
    public var isRealtime: Bool
    /// The name that our client was given.
    public var clientName: String
    public var frameTimeRule: FrameTimeRule

    public init(
        name: String, version: String, rate: SampleRate, framesPerPeriod: UInt32, isRealtime: Bool,
        clientName: String, frameTimeRule: FrameTimeRule
    ) {
        self.name = name
        self.version = version
        self.rate = rate
        self.framesPerPeriod = framesPerPeriod
        self.isRealtime = isRealtime
        self.clientName = clientName
        self.frameTimeRule = frameTimeRule
    }
}
