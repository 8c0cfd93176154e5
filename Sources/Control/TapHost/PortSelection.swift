/// Where one channel's samples come from.
public enum ChannelSource: Hashable, Sendable {
    /// An output port, recorded directly.
    case direct(PortName)
    /// An input port: whatever feeds it is recorded, as connections come and go.
    case follow(PortName)

    /// The port that was asked for.
    public var port: PortName {
        switch self {
        case .direct(let port), .follow(let port): port
        }
    }
}

/// Which ports to record, in the words of whoever asks; ``resolve(ports:ownClient:)`` makes it a list of channels.
public enum PortSelection: Sendable, Hashable {
    /// What feeds the first two physical playback ports.
    case whatYouHear
    /// Exact names and globs, one channel or more for each, in this order.
    ///
    /// A name that exists is that port, whatever characters are in it; aliases count. Anything else is read as a
    /// pattern: `*` and `?` are wildcards, a backslash takes their meaning away, and `\xNN` is a byte.
    /// A pattern stands for the audio output ports that match, in natural order; only when there is none, for the audio
    /// input ports. It adds only ports that are not in the list yet, and none of our own client. An exact name always
    /// adds a channel: who names a port twice gets it twice.
    case patterns([PortName])

    /// The channels of a take, in order.
    /// - Throws: `noSuchPort`, with the nearest names, or `notAnAudioPort`.
    public func resolve(
        ports: [PortDescription], ownClient: String
    ) throws(HostError) -> [ChannelSource] {
        let directory = PortDirectory(ports, ownClient: ownClient)
        switch self {
        case .whatYouHear: return try directory.playback()
        case .patterns(let patterns):
            var channels: [ChannelSource] = []
            for pattern in patterns {
                if let port = directory.exactly(pattern) {
                    channels.append(try directory.source(port))
                } else {
                    let present = Set(channels)
                    channels += try directory.matches(pattern).filter { !present.contains($0) }
                }
            }
            return channels
        }
    }
}

extension PortSelection {
    /// Every port that a name or a glob stands for, of any type and direction, in natural order.
    /// - Throws: `noSuchPort`, with the nearest names.
    package static func filter(
        _ ports: [PortDescription], by patterns: [PortName]
    ) throws(HostError) -> [PortDescription] {
        let directory = PortDirectory(ports, ownClient: nil)
        guard !patterns.isEmpty else { return directory.ports }
        var found: Set<PortName> = []
        for pattern in patterns {
            if let port = directory.exactly(pattern) {
                found.insert(port.name)
            } else {
                let matching = directory.all(matching: PortPattern(pattern))
                guard !matching.isEmpty else { throw directory.nothing(like: pattern) }
                found.formUnion(matching.map(\.name))
            }
        }
        return directory.ports.filter { found.contains($0.name) }
    }
}

/// The ports of a server at one moment, in natural order.
private struct PortDirectory {
    let ports: [PortDescription]
    private let ownClient: [UInt8]?

    init(_ ports: [PortDescription], ownClient: String?) {
        self.ports = ports.sorted { NaturalOrder.precedes($0.name.bytes, $1.name.bytes) }
        self.ownClient = ownClient.map { Array($0.utf8) }
    }

    /// The port with that name: as JACK has it, as it is printed, or an alias.
    func exactly(_ name: PortName) -> PortDescription? {
        ports.first { $0.name == name }
            ?? ports.first { $0.name.display.utf8.elementsEqual(name.bytes) }
            ?? ports.first { $0.aliases.contains(name) }
            ?? unescaped(name)
    }

    /// A pattern without wildcards is a name as well: `\*` is a star.
    private func unescaped(_ name: PortName) -> PortDescription? {
        let pattern = PortPattern(name)
        return pattern.isGlob ? nil : all(matching: pattern).first
    }

    func all(matching pattern: PortPattern) -> [PortDescription] {
        ports.filter { pattern.matches($0.name) || $0.aliases.contains(where: pattern.matches) }
    }

    func source(_ port: PortDescription) throws(HostError) -> ChannelSource {
        let name = "\"\(port.name.display)\""
        guard port.isAudio else {
            throw HostError(
                .notAnAudioPort, subject: port.name.display,
                "\(name) is not an audio port (its type is \"\(PortName(port.type).display)\"); name an audio port"
            )
        }
        guard port.name.client != ownClient else {
            throw HostError(
                .noSuchPort, subject: port.name.display,
                "\(name) is a port of this recorder; name a port of another client")
        }
        return port.direction == .output ? .direct(port.name) : .follow(port.name)
    }

    func matches(_ name: PortName) throws(HostError) -> [ChannelSource] {
        let matching = all(matching: PortPattern(name)).filter { $0.name.client != ownClient }
        let audio = matching.filter(\.isAudio)
        let outputs = audio.filter { $0.direction == .output }
        if !outputs.isEmpty { return outputs.map { .direct($0.name) } }
        if !audio.isEmpty { return audio.map { .follow($0.name) } }
        if let other = matching.first {
            throw HostError(
                .notAnAudioPort, subject: name.display,
                "\"\(name.display)\" matches no audio port, only others such as \"\(other.name.display)\"")
        }
        throw nothing(like: name)
    }

    func playback() throws(HostError) -> [ChannelSource] {
        let playback = ports.filter { $0.isAudio && $0.isPhysical && $0.direction == .input }
        guard !playback.isEmpty else {
            throw HostError(
                .noSuchPort, subject: "playback",
                "the server has no physical playback port to listen to; name the ports to record")
        }
        return playback.prefix(2).map { .follow($0.name) }
    }

    func nothing(like name: PortName) -> HostError {
        let isGlob = PortPattern(name).isGlob
        let what = "no port \(isGlob ? "matches" : "is called") \"\(name.display)\""
        let others = ports.filter { $0.name.client != ownClient }.map(\.name.bytes)
        guard !others.isEmpty else {
            return HostError(.noSuchPort, subject: name.display, "\(what): the server has no ports")
        }
        let near = NearestNames.nearest(to: PortPattern(name).literalBytes, among: others)
            .map { "\"\(PortName.printable($0))\"" }
        let hint =
            near.isEmpty
            ? "list the ports with 'jacktap ports'" : "the nearest are \(near.joined(separator: ", "))"
        return HostError(
            .noSuchPort, subject: name.display,
            "\(what); \(near.count == 1 ? "the nearest is \(near[0])" : hint)")
    }
}
