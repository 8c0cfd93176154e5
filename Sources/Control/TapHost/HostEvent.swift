public import TapRing

/// Something that a server announced. Facts only: names, numbers and times; never a pointer or a sample.
public struct HostEvent: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// The server, or another client, missed its deadline. A notice without a position or a length.
        case xrun
        case portRegistered(PortName)
        case portUnregistered(PortName)
        case portRenamed(from: PortName, to: PortName)
        case connected(source: PortName, destination: PortName)
        case disconnected(source: PortName, destination: PortName)
        case clientRegistered(String)
        case clientUnregistered(String)
        case periodChanged(UInt32)
        case rateChanged(SampleRate)
        case freewheel(Bool)
        case graphReordered
        case latencyChanged
        case propertyChanged
        /// The server is gone for this client; nothing that comes later changes that.
        case serverLost(reason: String)
        /// A line that JACK's library would have printed.
        case message(String)
        /// The queue between JACK's threads and us was full: so many notices are missing.
        case noticesLost(Int)
    }

    public var kind: Kind
    /// When JACK's thread announced it.
    public var time: MonotonicTime

    public init(_ kind: Kind, time: MonotonicTime) {
        self.kind = kind
        self.time = time
    }
}
