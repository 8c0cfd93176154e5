internal import TapHost

/// Which connections a take's inputs shall have, kept up as the graph changes. Pure: the graph's facts in, changes
/// out. It never undoes what somebody else has connected, and does not make again what somebody has undone.
struct PortConnections: Sendable {
    /// One source port feeding one channel.
    struct Link: Sendable, Hashable {
        var source: PortName
        var channel: Int
    }

    enum Change: Sendable, Hashable {
        case connect(Link)
        case disconnect(Link)
    }

    private(set) var channels: [ChannelSource]
    private let inputs: [PortName]
    /// Everything that feeds our inputs.
    private var present: Set<Link> = []
    /// What we connected of that.
    private var ours: Set<Link> = []
    /// What we connected and somebody else has undone.
    private var undone: Set<Link> = []
    /// What the host has refused: ports of a client that is not active yet.
    private var refused: Set<Link> = []

    /// - Parameter inputs: our own input ports, one a channel.
    init(channels: [ChannelSource], inputs: [PortName]) {
        self.channels = channels
        self.inputs = inputs
    }

    /// Channels that nothing feeds.
    var silentChannels: [Int] {
        let fed = Set(present.map(\.channel))
        return channels.indices.filter { !fed.contains($0) }
    }

    // MARK: What to do

    /// The changes that make the connections fit the whole graph: at the start, and when notices were lost.
    mutating func changes(for ports: [PortDescription]) -> [Change] {
        let known = Dictionary(ports.map { ($0.name, $0) }) { first, _ in first }
        for (channel, input) in inputs.enumerated() {
            guard let port = known[input] else { continue }
            present = present.filter { $0.channel != channel }
            present.formUnion(port.connections.map { Link(source: $0, channel: channel) })
        }
        ours.formIntersection(present)
        return channels.enumerated().flatMap { channel, source -> [Change] in
            switch source {
            case .direct(let port):
                return known[port] == nil ? [] : missing([Link(source: port, channel: channel)])
            case .follow(let port):
                let wanted = (known[port]?.connections ?? []).map { Link(source: $0, channel: channel) }
                let stale = ours.filter { $0.channel == channel && !wanted.contains($0) }
                return missing(wanted) + stale.map(Change.disconnect)
            }
        }
    }

    /// The changes that follow from one announcement.
    func changes(for event: HostEvent.Kind) -> [Change] {
        switch event {
        case .connected(let source, let destination):
            missing(following(destination).map { Link(source: source, channel: $0) })
        case .disconnected(let source, let destination):
            following(destination).map { Link(source: source, channel: $0) }.filter(ours.contains)
                .map(Change.disconnect)
        case .portRegistered(let port):
            missing(
                channels.indices.filter { channels[$0] == .direct(port) }.map {
                    Link(source: port, channel: $0)
                })
        case .graphReordered:
            missing(Array(refused))  // a client may have become active
        default:
            []
        }
    }

    private func missing(_ links: [Link]) -> [Change] {
        links.filter { !present.contains($0) && !undone.contains($0) }.map(Change.connect)
    }

    private func following(_ port: PortName) -> [Int] {
        channels.indices.filter { channels[$0] == .follow(port) }
    }

    // MARK: What was done

    /// Notes that a change was made.
    mutating func made(_ change: Change) {
        switch change {
        case .connect(let link):
            refused.remove(link)
            present.insert(link)
            ours.insert(link)
        case .disconnect(let link):
            present.remove(link)
            ours.remove(link)
        }
    }

    /// Notes that the host refused a connection; it is tried again when the graph changes.
    mutating func wasRefused(_ change: Change) {
        if case .connect(let link) = change { refused.insert(link) }
    }

    // MARK: What was seen

    /// Notes what the graph did to our inputs and to our sources.
    /// - Returns: the channel concerned, when one is.
    mutating func saw(_ event: HostEvent.Kind) -> Int? {
        switch event {
        case .connected(let source, let destination):
            guard let channel = inputs.firstIndex(of: destination) else { return nil }
            present.insert(Link(source: source, channel: channel))
            undone.remove(Link(source: source, channel: channel))
            return channel
        case .disconnected(let source, let destination):
            guard let channel = inputs.firstIndex(of: destination) else { return nil }
            let link = Link(source: source, channel: channel)
            present.remove(link)
            if ours.remove(link) != nil { undone.insert(link) }
            return channel
        case .portUnregistered(let port):
            keep { $0.source != port }
            return channels.firstIndex(of: .direct(port))
        case .portRenamed(let old, let new):
            return rename(old, to: new)
        default:
            return nil
        }
    }

    private mutating func keep(_ isKept: (Link) -> Bool) {
        present = present.filter(isKept)
        ours = ours.filter(isKept)
        undone = undone.filter(isKept)
        refused = refused.filter(isKept)
    }

    /// A port has another name; its connections stay.
    private mutating func rename(_ old: PortName, to new: PortName) -> Int? {
        func renamed(_ links: Set<Link>) -> Set<Link> {
            Set(links.map { $0.source == old ? Link(source: new, channel: $0.channel) : $0 })
        }
        present = renamed(present)
        ours = renamed(ours)
        undone = renamed(undone)
        refused = renamed(refused)
        let channel = channels.firstIndex { $0.port == old }
        for index in channels.indices where channels[index].port == old {
            channels[index] = channels[index].renamed(new)
        }
        return channel
    }
}

extension ChannelSource {
    fileprivate func renamed(_ name: PortName) -> ChannelSource {
        switch self {
        case .direct: .direct(name)
        case .follow: .follow(name)
        }
    }
}
