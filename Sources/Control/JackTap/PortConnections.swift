internal import TapHost

/// Which connections a take's inputs shall have, kept up as the graph changes. Pure: the graph's facts in, changes
/// out. It never undoes what somebody else has connected, and does not make again what somebody has undone.
struct PortConnections: Sendable {
    enum Change: Sendable, Hashable {
        case connect(PortName, channel: Int)
        case disconnect(PortName, channel: Int)
    }

    private let channels: [ChannelSource]
    private let inputs: [PortName]
    /// What we connected, and have not seen undone.
    private var ours: Set<Change> = []
    /// What somebody else has undone of that.
    private var undone: Set<Change> = []

    /// - Parameter inputs: our own input ports, one a channel.
    init(channels: [ChannelSource], inputs: [PortName]) {
        self.channels = channels
        self.inputs = inputs
    }

    /// The changes that make the connections fit the graph: at the start, and when notices were lost.
    func changes(for ports: [PortDescription]) -> [Change] {
        let known = Dictionary(ports.map { ($0.name, $0) }) { first, _ in first }
        return channels.enumerated().flatMap { channel, source -> [Change] in
            let wanted =
                switch source {
                case .direct(let port): known[port] == nil ? [] : [port]
                case .follow(let port): known[port]?.connections ?? []
                }
            let stale = ours.filter { change in
                guard case .connect(let port, channel) = change, case .follow = source else { return false }
                return !wanted.contains(port)
            }
            return wanted.map { .connect($0, channel: channel) }
                .filter { !ours.contains($0) && !undone.contains($0) } + stale.map(\.opposite)
        }
    }

    /// The changes that follow from one announcement.
    func changes(for event: HostEvent.Kind) -> [Change] {
        switch event {
        case .connected(let source, let destination):
            following(destination).map { .connect(source, channel: $0) }.filter { !ours.contains($0) }
        case .disconnected(let source, let destination):
            following(destination).map { .connect(source, channel: $0) }.filter(ours.contains).map(\.opposite)
        case .portRegistered(let port):
            channels.indices.filter { channels[$0] == .direct(port) }.map { .connect(port, channel: $0) }
                .filter { !ours.contains($0) }
        default:
            []
        }
    }

    /// Notes that a change was made.
    mutating func made(_ change: Change) {
        switch change {
        case .connect: ours.insert(change)
        case .disconnect: ours.remove(change.opposite)
        }
    }

    /// Notes what the graph did to our inputs.
    /// - Returns: the channel concerned, when one is.
    mutating func saw(_ event: HostEvent.Kind) -> Int? {
        switch event {
        case .connected(let source, let destination):
            guard let channel = inputs.firstIndex(of: destination) else { return nil }
            ours.insert(.connect(source, channel: channel))
            undone.remove(.connect(source, channel: channel))
            return channel
        case .disconnected(let source, let destination):
            guard let channel = inputs.firstIndex(of: destination) else { return nil }
            if let change = ours.remove(.connect(source, channel: channel)) { undone.insert(change) }
            return channel
        case .portUnregistered(let port):
            let lost = ours.union(undone).filter { if case .connect(port, _) = $0 { true } else { false } }
            ours.subtract(lost)
            undone.subtract(lost)
            return channels.firstIndex(of: .direct(port))
        default:
            return nil
        }
    }

    /// Channels that nothing feeds.
    var silentChannels: [Int] {
        channels.indices.filter { channel in
            !ours.contains { if case .connect(_, channel) = $0 { true } else { false } }
        }
    }

    private func following(_ port: PortName) -> [Int] {
        channels.indices.filter { channels[$0] == .follow(port) }
    }
}

extension PortConnections.Change {
    var opposite: Self {
        switch self {
        case .connect(let port, let channel): .disconnect(port, channel: channel)
        case .disconnect(let port, let channel): .connect(port, channel: channel)
        }
    }
}
