internal import TapCallback
internal import TapConcurrency
public import TapHost

/// The host on a JACK server: one client, which never starts a server, never prints, and never waits for ever.
///
/// All calls into libjack are made on one thread of the host's own. Each method waits for that thread no longer than its
/// deadline, and throws `serverHung` when the deadline comes first.
///
/// libjack serves one server at a time: while a client is open, this process cannot open another one on another server.
public final class JACKHost: TapHost {
    /// Which server, under which name, and how long to wait for it.
    public struct Configuration: Sendable {
        /// Nil means the default server: `$JACK_DEFAULT_SERVER`, or "default".
        public var serverName: String?
        /// The name to ask for, at most 63 bytes. When it is taken, jack2 adds a suffix: see
        /// `ServerDescription.clientName`.
        public var clientName: String
        /// Refuse to open when the name is taken, instead of taking it with a suffix.
        public var mustHaveName: Bool
        /// How long a server may take to open a client.
        public var openDeadline: Duration
        /// How long a server may take for any other call.
        public var callDeadline: Duration

        public init(
            serverName: String? = nil, clientName: String = "jacktap", mustHaveName: Bool = false,
            openDeadline: Duration = .seconds(5),
            callDeadline: Duration = .seconds(3)
        ) {
            self.serverName = serverName
            self.clientName = clientName
            self.mustHaveName = mustHaveName
            self.openDeadline = openDeadline
            self.callDeadline = callDeadline
        }
    }

    public let taps = TapRegistry()
    private let configuration: Configuration
    private let server: ServerName
    private let broadcast = Broadcast<HostEvent>(depth: 4096)
    private let control: ClientControl

    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        server = ServerName(given: configuration.serverName)
        control = ClientControl(configuration, broadcast: broadcast)
    }

    deinit { broadcast.finish() }

    // MARK: TapHost

    public func open() async throws(HostError) -> ServerDescription {
        let attempt = OpenAttempt()
        let limit = configuration.openDeadline
        let outcome = await withDeadline(limit) { [control] in try await control.open(attempt) }
        switch outcome {
        case .finished(let result): return try Self.unwrap(result)
        case .expired:
            await abandon(attempt)
            throw .serverHung(server, while: "opening the client", limit: limit)
        case .cancelled:
            await abandon(attempt)
            throw .cancelled(server, while: "opening the client")
        }
    }

    public func ports() async throws(HostError) -> [PortDescription] {
        try await call("listing the ports") { control throws(HostError) in try await control.ports() }
    }

    public func activate(_ tap: InstalledTap, inputs: [String]) async throws(HostError) {
        precondition(inputs.count == tap.tap.channels, "a tap needs one input a channel")
        try await call("activating the client") { control throws(HostError) in
            try await control.activate(tap, inputs: inputs)
        }
    }

    public func connect(_ source: PortName, toChannel channel: Int) async throws(HostError) {
        try await call("connecting ports") { control throws(HostError) in
            try await control.connect(source, toChannel: channel)
        }
    }

    public func disconnect(_ source: PortName, fromChannel channel: Int) async throws(HostError) {
        try await call("disconnecting ports") { control throws(HostError) in
            try await control.disconnect(source, fromChannel: channel)
        }
    }

    public func captureLatencies() async throws(HostError) -> [LatencyRange] {
        try await call("reading latencies") { control throws(HostError) in
            try await control.captureLatencies()
        }
    }

    public func deactivate() async throws(HostError) {
        try await call("deactivating the client", heedsCancellation: false) { control throws(HostError) in
            await control.deactivate()
        }
    }

    public func close() async throws(HostError) {
        try await call("closing the client", heedsCancellation: false) { control throws(HostError) in
            await control.close()
        }
    }

    public func events() -> AsyncStream<HostEvent> { broadcast.subscribe() }

    // MARK: Facts

    /// What the client has counted; it stays when the client has closed.
    package var facts: ClientFacts { control.facts }

    /// Whether the process thread runs with realtime scheduling; nil before its first period. `isRealtime` of the server
    /// says only what the server has asked for.
    public var isRealtimeThread: Bool? { facts.scheduling?.isRealtime }

    /// Events that slow subscribers missed.
    package var eventsDropped: Int { broadcast.dropped }

    // MARK: Insides

    private func call<Value: Sendable>(
        _ action: String, heedsCancellation: Bool = true,
        _ work: @escaping @Sendable (ClientControl) async throws(HostError) -> Value
    ) async throws(HostError) -> Value {
        let limit = configuration.callDeadline
        let outcome = await withDeadline(limit, heedsCancellation: heedsCancellation) { [control] in
            try await work(control)
        }
        switch outcome {
        case .finished(let result): return try Self.unwrap(result)
        case .expired: throw .serverHung(server, while: action, limit: limit)
        case .cancelled: throw .cancelled(server, while: action)
        }
    }

    /// Lets go of an open that nobody waits for. If it has just succeeded, its client is closed like any other.
    private func abandon(_ attempt: OpenAttempt) async {
        guard !attempt.abandon() else { return }
        _ = await withDeadline(configuration.callDeadline, heedsCancellation: false) { [control] in
            await control.close()
        }
    }

    private static func unwrap<Value>(_ result: Result<Value, any Error>) throws(HostError) -> Value {
        do {
            return try result.get()
        } catch let error as HostError {
            throw error
        } catch {
            throw HostError(.other, subject: "", "\(error)")
        }
    }
}
