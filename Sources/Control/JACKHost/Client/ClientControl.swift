internal import CTapShim
internal import Synchronization
internal import TapConcurrency
internal import TapHost

/// Owns the client, and makes every call into libjack on one thread of its own. Any of them may hang for ever; then this
/// thread hangs, and those who wait for it have deadlines.
actor ClientControl {
    private let thread = DedicatedThread(named: "jacktap-control")
    private let configuration: JACKHost.Configuration
    private let server: ServerName
    private let broadcast: Broadcast<HostEvent>
    private let known = Mutex(Known())
    private var state = ClientState.closed
    private var reader: NoticeReader?
    private var pump: NoticePump?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(_ configuration: JACKHost.Configuration, broadcast: Broadcast<HostEvent>) {
        self.configuration = configuration
        self.broadcast = broadcast
        server = ServerName(given: configuration.serverName)
    }

    /// Closes what nobody closed, on the thread where it belongs.
    isolated deinit { closeClient() }

    /// What the present client has counted, or the one before when none is open.
    nonisolated var facts: ClientFacts {
        known.withLock { known in
            known.figures.map { ClientFacts($0, scheduling: known.scheduling) } ?? ClientFacts()
        }
    }

    // MARK: Calls

    func open(_ attempt: OpenAttempt) throws(HostError) -> ServerDescription {
        guard state.isClosed else { throw .wrongState("opening the client", "open already") }
        guard !attempt.isAbandoned else { throw .cancelled(server, while: "opening the client") }
        let client = try IdleClient(named: configuration.clientName, on: server)
        guard attempt.complete() else {
            // It came too late: dropping it here, on its own thread, closes it, and nobody ever sees it.
            throw .cancelled(server, while: "opening the client")
        }
        let description = client.open.describe()
        if configuration.mustHaveName, description.clientName != PortName(configuration.clientName).display {
            throw .nameTaken(configuration.clientName)  // dropping the client closes it
        }
        let figures = client.open.figures
        let reader = NoticeReader(client.open)
        state = .idle(client)
        known.withLock { $0 = Known(figures: figures) }
        pump = NoticePump(every: Self.pumpInterval, watching: figures, from: reader.progress) { [weak self] in
            await self?.pumpNotices()
        }
        self.reader = reader
        return description
    }

    func ports() throws(HostError) -> [PortDescription] {
        switch state {
        case .closed: throw .wrongState("listing the ports", "not open")
        case .idle(let client): return try Self.ports(of: client.open)
        case .active(let client): return try Self.ports(of: client.open)
        }
    }

    func activate(_ tap: InstalledTap, inputs: [String]) throws(HostError) {
        // As in withActiveClient: whoever asked has gone.
        if Task.isCancelled { throw .cancelled(server, while: "activating the client") }
        switch takeState() {
        case .closed: throw .wrongState("activating the client", "not open")
        case .active(let client):
            state = .active(client)
            throw .wrongState("activating the client", "active already")
        case .idle(let client):
            if client.open.isLost {
                state = .idle(client)
                throw .serverLost(server, while: "activating the client")
            }
            switch client.activate(tap, inputs: inputs) {
            case .active(let active): state = .active(active)
            case .refused(let idle, let error):
                state = .idle(idle)
                throw error
            }
        }
    }

    func connect(_ source: PortName, toChannel channel: Int) throws(HostError) {
        try withActiveClient("connecting ports") { client throws(HostError) in
            try client.connect(source, toChannel: channel)
        }
    }

    func disconnect(_ source: PortName, fromChannel channel: Int) throws(HostError) {
        try withActiveClient("disconnecting ports") { client throws(HostError) in
            try client.disconnect(source, fromChannel: channel)
        }
    }

    func captureLatencies() throws(HostError) -> [LatencyRange] {
        try withActiveClient("reading latencies") { client throws(HostError) in client.captureLatencies() }
    }

    /// Idempotent: what is not active stays as it is.
    func deactivate() {
        switch takeState() {
        case .closed: return
        case .idle(let client): state = .idle(client)
        case .active(let client):
            noteScheduling(client.open.scheduling)
            state = .idle(client.deactivate())
        }
    }

    /// Idempotent: closes whatever is open.
    func close() { closeClient() }

    // MARK: Insides

    private static let pumpInterval = Duration.milliseconds(20)

    private static func ports(of client: borrowing OpenClient) throws(HostError) -> [PortDescription] {
        // Without the server libjack would go on telling what it last saw.
        if client.isLost { throw .serverLost(client.server, while: "listing the ports") }
        return PortListing(client).ports()
    }

    private func withActiveClient<Value>(
        _ action: String, _ body: (borrowing ActiveClient) throws(HostError) -> Value
    ) throws(HostError) -> Value {
        // Whoever asked has gone: by now the client may be that of another take.
        if Task.isCancelled { throw .cancelled(server, while: action) }
        switch state {
        case .closed: throw .wrongState(action, "not open")
        case .idle: throw .wrongState(action, "not active")
        case .active(let client):
            if client.open.isLost { throw .serverLost(server, while: action) }
            return try body(client)
        }
    }

    private func takeState() -> ClientState {
        var taken = ClientState.closed
        swap(&taken, &state)
        return taken
    }

    private func closeClient() {
        deactivate()
        pumpNotices()
        pump = nil
        reader = nil
        switch takeState() {
        case .closed: return
        case .idle(let client): _ = consume client  // dropping it closes it
        case .active(let client): _ = consume client  // never here: it was deactivated above
        }
    }

    /// Sends what was announced.
    /// - Returns: how far it was read; nil when no client is open.
    @discardableResult
    private func pumpNotices() -> NoticeProgress? {
        let events: [HostEvent]
        switch state {
        case .closed: return nil
        case .idle(let client): events = reader?.events(of: client.open) ?? []
        case .active(let client):
            events = reader?.events(of: client.open) ?? []
            noteScheduling(client.open.scheduling)
        }
        for event in events { broadcast.send(event) }
        return reader?.progress
    }

    private func noteScheduling(_ scheduling: ThreadScheduling?) {
        // Nil before the first period: what was known of an earlier activation stays.
        if let scheduling { known.withLock { $0.scheduling = scheduling } }
    }
}

/// What may be asked without waiting for the client's thread.
private struct Known: Sendable {
    var figures: ClientFigures?
    var scheduling: ThreadScheduling?
}

/// The client, in the form that its state gives it.
private enum ClientState: ~Copyable {
    case closed
    case idle(IdleClient)
    case active(ActiveClient)

    var isClosed: Bool {
        switch self {
        case .closed: true
        case .idle: false
        case .active: false
        }
    }
}
