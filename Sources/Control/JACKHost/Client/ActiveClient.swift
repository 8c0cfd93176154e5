internal import CJACK
internal import Glibc
internal import TapHost

/// A client whose callback runs. Deactivation consumes it.
struct ActiveClient: ~Copyable {
    var open: OpenClient
    let inputs: [InputPort]

    init(open: consuming OpenClient, inputs: [InputPort]) {
        self.open = open
        self.inputs = inputs
    }

    /// Stops the callback: when this returns, no period runs any more. May block for ever on a hung server.
    consuming func deactivate() -> IdleClient {
        // Refused only when the server is gone, and then no period runs either.
        unsafe _ = jack_deactivate(open.jack)
        return IdleClient(open, leftovers: inputs)
    }

    /// Connects a source to the input of `channel`.
    func connect(_ source: PortName, toChannel channel: Int) throws(HostError) {
        let input = inputs[channel]
        try PortListing(open).checkSource(source)
        let status = unsafe JACKBytes.withCString(source.bytes) { from in
            unsafe JACKBytes.withCString(input.name.bytes) { to in unsafe jack_connect(open.jack, from, to) }
        }
        guard status != 0, status != EEXIST else { return }
        if open.isLost { throw .serverLost(open.server, while: "connecting ports") }
        throw .connectionRefused("connect", source, input.name, status: status)
    }

    /// Undoes `connect`.
    func disconnect(_ source: PortName, fromChannel channel: Int) throws(HostError) {
        let input = inputs[channel]
        guard JACKBytes.isName(source.bytes), isConnected(source, to: input) else { return }
        let status = unsafe JACKBytes.withCString(source.bytes) { from in
            unsafe JACKBytes.withCString(input.name.bytes) { to in unsafe jack_disconnect(open.jack, from, to)
            }
        }
        guard status != 0 else { return }
        if open.isLost { throw .serverLost(open.server, while: "disconnecting ports") }
        guard isConnected(source, to: input) else { return }  // somebody else was faster
        throw .connectionRefused("disconnect", source, input.name, status: status)
    }

    /// The capture latency of each input.
    func captureLatencies() -> [LatencyRange] {
        inputs.map { unsafe PortListing.latency(of: $0.port, JackCaptureLatency) }
    }

    private func isConnected(_ source: PortName, to input: InputPort) -> Bool {
        unsafe JACKBytes.withCString(source.bytes) { unsafe jack_port_connected_to(input.port, $0) != 0 }
    }
}
