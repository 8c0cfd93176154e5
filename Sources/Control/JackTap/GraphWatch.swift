internal import TakeFiles
internal import TapHost

/// Looks after a take's connections while it runs, and writes down what the graph does to it.
struct GraphWatch: Sendable {
    private let host: any TapHost
    private let control: TakeControl
    private let take: PreparedTake
    private var connections: PortConnections
    /// As last announced; a server announces it to a new client as well.
    private var framesPerPeriod: UInt32

    init(host: any TapHost, control: TakeControl, take: PreparedTake) {
        self.host = host
        self.control = control
        self.take = take
        connections = PortConnections(channels: take.channels, inputs: take.inputs)
        framesPerPeriod = take.server.framesPerPeriod
    }

    /// Makes the connections that the graph offers now.
    /// - Parameter mayWait: a port whose client is not active yet is no error; it is connected when it is.
    mutating func connect(mayWait: Bool) async throws(HostError) {
        try await make(connections.changes(for: try await host.ports()), mayWait: mayWait)
        for channel in connections.silentChannels {
            let port = take.channels[channel].port.display
            warn("nothing feeds \"\(port)\": channel \(channel + 1) records silence until something does")
        }
        take.notes.learn(try await host.captureLatencies())
    }

    /// Follows the graph until the take shall end.
    mutating func run() async {
        for await event in take.events {
            if control.reason != nil { return }  // whatever comes now is late
            await follow(event)
        }
    }

    private mutating func follow(_ event: HostEvent) async {
        do throws(HostError) {
            try await make(connections.changes(for: event.kind), mayWait: true)
            switch event.kind {
            case .noticesLost(let count):
                warn("\(count) notices of the server were lost: the connections are looked up anew")
                try await make(connections.changes(for: try await host.ports()), mayWait: true)
            case .latencyChanged:
                take.notes.learn(try await host.captureLatencies())
            default:
                break
            }
        } catch {
            if control.reason == nil { warn(error.description) }
        }
        let channel = connections.saw(event.kind)
        if case .periodChanged(let frames) = event.kind {
            defer { framesPerPeriod = frames }
            if frames == framesPerPeriod { return }
        }
        note(event, channel: channel)
    }

    private mutating func make(
        _ changes: [PortConnections.Change], mayWait: Bool
    ) async throws(HostError) {
        for change in changes { try await make(change, mayWait: mayWait) }
    }

    private mutating func make(
        _ change: PortConnections.Change, mayWait: Bool
    ) async throws(HostError) {
        do throws(HostError) {
            switch change {
            case .connect(let link): try await host.connect(link.source, toChannel: link.channel)
            case .disconnect(let link): try await host.disconnect(link.source, fromChannel: link.channel)
            }
            connections.made(change)
        } catch {
            guard mayWait, error.code == .connectionRefused || error.code == .noSuchPort else { throw error }
            connections.wasRefused(change)
        }
    }

    private func warn(_ text: String) {
        take.notes.warn(text)
        control.announce(.warning, text)
    }

    /// Writes an event into the report, and tells whoever listens.
    private func note(_ event: HostEvent, channel: Int?) {
        guard let (kind, text) = describe(event.kind, channel: channel) else { return }
        control.announce(kind, text)
        if kind == .xrun { return }  // the report counts and places xruns by itself
        take.writer.note(kind.rawValue, detail: text, at: event.time)
        switch event.kind {
        case .serverLost(let reason): control.end(.serverLost(reason))
        case .freewheel(let isOn): control.take(.roll(isOn ? .held : .steady))
        default: break
        }
    }

    private func describe(_ event: HostEvent.Kind, channel: Int?) -> (SessionEvent.Kind, String)? {
        let place = channel.map { "channel \($0 + 1)" }
        return switch event {
        case .connected(let source, _): place.map { (.connected, "\"\(source.display)\" feeds \($0)") }
        case .disconnected(let source, _):
            place.map { (.disconnected, "\"\(source.display)\" no longer feeds \($0)") }
        case .portUnregistered(let port):
            place.map { (.sourceGone, "\"\(port.display)\" of \($0) is gone: silence is recorded") }
        case .portRenamed(let old, let new):
            place.map { (.sourceRenamed, "\"\(old.display)\" of \($0) is \"\(new.display)\" now") }
        case .xrun: (.xrun, "the server reports an xrun")
        case .periodChanged(let frames): (.period, "the period is \(frames) frames now")
        case .freewheel(let isOn):
            (.freewheel, isOn ? "freewheeling: recording is held" : "in realtime again")
        case .serverLost(let reason): (.serverLost, "the server is lost: \(reason)")
        case .message(let text): (.message, text)
        default: nil
        }
    }
}
