internal import CJACK
internal import TapHost

/// The ports of a server, as libjack tells them. Names are copied at once: on jack2 they lie in shared memory and may
/// change at any time, so a port may also be gone between two questions.
@safe
struct PortListing: ~Copyable {
    // SAFETY: used while the client that made this is borrowed.
    private let jack: OpaquePointer

    init(_ client: borrowing OpenClient) { unsafe jack = client.jack }

    /// The names of all ports, in libjack's order, which means nothing.
    func names() -> [PortName] {
        // SAFETY: no pattern: libjack would take one for a regular expression.
        unsafe JACKBytes.takeList(jack_get_ports(jack, nil, nil, 0)).map { PortName(bytes: $0) }
    }

    /// All ports, without those that went while we were asking.
    func ports() -> [PortDescription] {
        names().compactMap { name in unsafe port(named: name).map { unsafe describe($0, name: name) } }
    }

    /// The port of that name or alias.
    func port(named name: PortName) -> OpaquePointer? {
        guard JACKBytes.isName(name.bytes) else { return nil }
        return unsafe JACKBytes.withCString(name.bytes) { unsafe jack_port_by_name(jack, $0) }
    }

    /// The port with that number.
    func port(numbered id: UInt32) -> OpaquePointer? { unsafe jack_port_by_id(jack, id) }

    /// The present name of a port.
    static func name(of port: OpaquePointer) -> PortName? {
        let bytes = unsafe JACKBytes.copy(jack_port_name(port))
        return bytes.isEmpty ? nil : PortName(bytes: bytes)
    }

    /// Says what is wrong with `name` as the source of a channel, before libjack says only that something is.
    func checkSource(_ name: PortName) throws(HostError) {
        guard let port = unsafe port(named: name) else {
            let sources = ports().filter { $0.isAudio && $0.direction == .output }.map(\.name)
            throw .noSuchPort(name, among: sources)
        }
        let type = unsafe Self.type(of: port)
        guard type == PortDescription.audioType else { throw .notAnAudioPort(name, type: type) }
        guard unsafe Self.direction(of: port) == .output else { throw .notAnOutput(name) }
    }

    /// A latency of one port.
    static func latency(of port: OpaquePointer, _ mode: jack_latency_callback_mode_t) -> LatencyRange {
        var range = jack_latency_range_t(min: 0, max: 0)
        unsafe jack_port_get_latency_range(port, mode, &range)
        return LatencyRange(min: range.min, max: range.max)
    }

    private func describe(_ port: OpaquePointer, name: PortName) -> PortDescription {
        unsafe PortDescription(
            name: name, direction: Self.direction(of: port), type: Self.type(of: port),
            isPhysical: jack_port_flags(port) & Int32(JackPortIsPhysical.rawValue) != 0,
            captureLatency: Self.latency(of: port, JackCaptureLatency),
            playbackLatency: Self.latency(of: port, JackPlaybackLatency),
            connections: JACKBytes.takeList(jack_port_get_all_connections(jack, port))
                .map { PortName(bytes: $0) },
            aliases: Self.aliases(of: port))
    }

    private static func direction(of port: OpaquePointer) -> PortDescription.Direction {
        unsafe jack_port_flags(port) & Int32(JackPortIsInput.rawValue) != 0 ? .input : .output
    }

    private static func type(of port: OpaquePointer) -> String {
        unsafe PortName.printable(JACKBytes.copy(jack_port_type(port)))
    }

    private static func aliases(of port: OpaquePointer) -> [PortName] {
        let size = Int(jack_port_name_size())
        // SAFETY: libjack writes at most its own name size into each of the two.
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * size) { text in
            guard let first = text.baseAddress else { return [] }
            unsafe text.initialize(repeating: 0)
            return unsafe withUnsafeTemporaryAllocation(
                of: UnsafeMutablePointer<CChar>?.self, capacity: 2
            ) { list in
                unsafe list.initialize(repeating: first)
                unsafe list[1] = first + size
                let count = unsafe list.baseAddress.map { unsafe jack_port_get_aliases(port, $0) } ?? 0
                return (0..<min(max(Int(count), 0), 2)).map { index in
                    unsafe PortName(bytes: JACKBytes.copy(list[index]))
                }
            }
        }
    }
}
