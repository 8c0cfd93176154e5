internal import CJACK
internal import TapHost

/// One of our input ports, as libjack holds it.
@safe
struct InputPort {
    // SAFETY: valid while the client that registered it is open.
    let port: OpaquePointer
    let name: PortName

    /// Registers one audio input a short name, or none of them.
    static func registerAll(
        _ shortNames: [String], of client: borrowing OpenClient
    ) throws(HostError) -> [InputPort] {
        try check(shortNames, of: client)
        var inputs: [InputPort] = []
        for short in shortNames {
            let port = unsafe short.withCString {
                unsafe jack_port_register(
                    client.jack, $0, JACK_DEFAULT_AUDIO_TYPE,
                    UInt(JackPortIsInput.rawValue | JackPortIsTerminal.rawValue), 0)
            }
            guard let port = unsafe port else {
                let name = fullName(short, of: client)
                let registered = inputs.count
                unregisterAll(inputs, of: client)
                if client.isLost { throw .serverLost(client.server, while: "registering ports") }
                throw .tooManyPorts(name, registered: registered, wanted: shortNames.count)
            }
            unsafe inputs.append(
                InputPort(port: port, name: PortName(bytes: JACKBytes.copy(jack_port_name(port)))))
        }
        return inputs
    }

    /// Takes the ports out of the graph.
    static func unregisterAll(_ inputs: [InputPort], of client: borrowing OpenClient) {
        for input in inputs where !client.isLost {
            // A failure means that the server is going: the port goes with it.
            unsafe _ = jack_port_unregister(client.jack, input.port)
        }
    }

    private static func check(_ shortNames: [String], of client: borrowing OpenClient) throws(HostError) {
        var seen: Set<String> = []
        for short in shortNames {
            let name = fullName(short, of: client)
            guard JACKBytes.isName(Array(short.utf8)) else { throw .badPortName(name) }
            guard name.bytes.count <= ClientLimits.portNameBytes else { throw .portNameTooLong(name) }
            guard seen.insert(short).inserted else { throw .portNameTaken(name) }
        }
    }

    private static func fullName(_ short: String, of client: borrowing OpenClient) -> PortName {
        PortName(bytes: client.name + [UInt8(ascii: ":")] + Array(short.utf8))
    }
}
