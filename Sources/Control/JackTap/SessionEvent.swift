/// Something that a person may want to know while a take goes on.
public struct SessionEvent: Sendable, Equatable {
    /// Stable names: scripts may depend on them.
    public enum Kind: String, Sendable, CaseIterable {
        /// Waits for the server or for ports.
        case waiting
        /// The client is in the graph; the first period will start the take.
        case armed
        /// The first period has come.
        case recording
        case connected
        case disconnected
        case sourceGone = "source-gone"
        case sourceRenamed = "source-renamed"
        case xrun
        case gap
        case suspect
        case stalled
        case resumed
        case freewheel
        /// Periods were left out while the server was freewheeling.
        case held
        case period = "period-changed"
        case rate = "rate-changed"
        case part
        case serverLost = "server-lost"
        /// What JACK's library has to say.
        case message
        case warning
        /// The tap is removed; the ring's rest goes to disk.
        case draining
        /// The client has left the graph.
        case left
    }

    public var kind: Kind
    public var text: String

    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
