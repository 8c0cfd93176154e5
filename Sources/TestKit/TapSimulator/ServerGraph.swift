internal import TapHost

/// The ports of a simulated server and the connections between them. Pure: what each change would make a server
/// announce is returned.
struct ServerGraph {
    struct Port {
        var description: PortDescription
        /// What the signal calls it; it stays when other ports come and go, and when the port is renamed.
        let source: Int?
    }

    struct Connection: Hashable {
        var source: PortName
        var destination: PortName

        func renaming(_ old: PortName, to new: PortName) -> Connection {
            Connection(
                source: source == old ? new : source, destination: destination == old ? new : destination)
        }
    }

    private(set) var ports: [Port] = []
    /// In the order in which they were made.
    private(set) var connections: [Connection] = []
    private var broken: [PortName: [Connection]] = [:]
    private var sourceCount = 0

    init(_ ports: [PortDescription]) {
        for port in ports { _ = add(port) }
        for port in ports {
            for other in port.connections {
                _ =
                    port.direction == .output
                    ? connect(port.name, other) : connect(other, port.name)
            }
        }
    }

    // MARK: Queries

    func port(_ name: PortName) -> Port? { ports.first { $0.description.name == name } }

    /// All ports, each with its connections of now.
    var descriptions: [PortDescription] {
        ports.map { port in
            var description = port.description
            let name = description.name
            description.connections = connections.compactMap { connection in
                if connection.source == name { return connection.destination }
                return connection.destination == name ? connection.source : nil
            }
            return description
        }
    }

    /// The ports that feed an input.
    func sources(of input: PortName) -> [Port] {
        connections.filter { $0.destination == input }.compactMap { port($0.source) }
    }

    /// The latencies of all that feeds an input, taken together.
    func captureLatency(of input: PortName) -> LatencyRange {
        let ranges = sources(of: input).map(\.description.captureLatency)
        return LatencyRange(min: ranges.map(\.min).min() ?? 0, max: ranges.map(\.max).max() ?? 0)
    }

    // MARK: Ports

    mutating func add(_ description: PortDescription) -> [HostEvent.Kind] {
        guard port(description.name) == nil else { return [] }
        let isSource = description.direction == .output && description.isAudio
        ports.append(Port(description: description, source: isSource ? sourceCount : nil))
        if isSource { sourceCount += 1 }
        return [.portRegistered(description.name)]
    }

    mutating func remove(_ name: PortName) -> [HostEvent.Kind] {
        guard port(name) != nil else { return [] }
        let events = disconnectAll(name)
        broken[name] = nil
        ports.removeAll { $0.description.name == name }
        return events + [.portUnregistered(name)]
    }

    mutating func rename(_ old: PortName, to new: PortName) -> [HostEvent.Kind] {
        guard let index = ports.firstIndex(where: { $0.description.name == old }), port(new) == nil else {
            return []
        }
        ports[index].description.name = new
        connections = connections.map { $0.renaming(old, to: new) }
        if let lost = broken.removeValue(forKey: old) { broken[new] = lost }
        broken = broken.mapValues { $0.map { $0.renaming(old, to: new) } }
        return [.portRenamed(from: old, to: new)]
    }

    mutating func setCaptureLatency(of name: PortName, to range: LatencyRange) -> [HostEvent.Kind] {
        guard let index = ports.firstIndex(where: { $0.description.name == name }) else { return [] }
        ports[index].description.captureLatency = range
        return [.latencyChanged]
    }

    // MARK: Connections

    func isConnected(_ source: PortName, _ destination: PortName) -> Bool {
        connections.contains(Connection(source: source, destination: destination))
    }

    mutating func connect(_ source: PortName, _ destination: PortName) -> [HostEvent.Kind] {
        guard port(source)?.description.direction == .output,
            port(destination)?.description.direction == .input, !isConnected(source, destination)
        else { return [] }
        connections.append(Connection(source: source, destination: destination))
        return [.connected(source: source, destination: destination)]
    }

    mutating func disconnect(_ source: PortName, _ destination: PortName) -> [HostEvent.Kind] {
        guard isConnected(source, destination) else { return [] }
        connections.removeAll { $0.source == source && $0.destination == destination }
        return [.disconnected(source: source, destination: destination)]
    }

    mutating func disconnectAll(_ name: PortName) -> [HostEvent.Kind] {
        let lost = connections.filter { $0.source == name || $0.destination == name }
        broken[name, default: []] += lost
        return lost.flatMap { disconnect($0.source, $0.destination) }
    }

    mutating func reconnectAll(_ name: PortName) -> [HostEvent.Kind] {
        (broken.removeValue(forKey: name) ?? []).flatMap { connect($0.source, $0.destination) }
    }
}
