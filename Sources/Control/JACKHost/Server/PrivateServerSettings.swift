public import TapRing

extension PrivateServer {
    /// How a private server runs.
    public struct Settings: Sendable {
        /// What the server plays to and records from.
        public enum Driver: Sendable, Equatable {
            /// No hardware: a timer.
            case dummy
            /// An ALSA device, such as `hw:0` or `hw:USB`.
            case alsa(device: String)
            /// A file with the server's command line, as JACK's own tools keep it in `~/.jackdrc`. It says everything
            /// itself, so the other settings mean nothing; a server name in it is replaced by ours.
            case commandLine(file: String)
        }

        public var driver: Driver
        public var rate: SampleRate
        /// Frames per period; JACK calls it the buffer size.
        public var framesPerPeriod: UInt32
        /// The ports of all clients together.
        public var portMaximum: Int
        /// Whether the server waits for slow clients, instead of going on without them.
        public var isSynchronous: Bool
        /// Channels to record from the driver; nil leaves it to the driver.
        public var captures: Int?
        /// Channels to play to the driver; nil leaves it to the driver.
        public var playbacks: Int?
        /// Whether to ask for realtime scheduling. It is asked for only where the system allows it.
        public var isRealtime: Bool

        public init(
            driver: Driver = .dummy, rate: SampleRate = SampleRate(48_000), framesPerPeriod: UInt32 = 256,
            portMaximum: Int = 256, isSynchronous: Bool = false, captures: Int? = nil, playbacks: Int? = nil,
            isRealtime: Bool = true
        ) {
            self.driver = driver
            self.rate = rate
            self.framesPerPeriod = framesPerPeriod
            self.portMaximum = portMaximum
            self.isSynchronous = isSynchronous
            self.captures = captures
            self.playbacks = playbacks
            self.isRealtime = isRealtime
        }
    }
}
