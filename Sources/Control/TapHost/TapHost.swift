public import TapCallback

/// What a session sees of the thing whose periods it records: a JACK server, or a simulator.
///
/// A host goes one way: `open`, `activate`, `deactivate`, `close`; then it may be opened again. Every method has a
/// deadline of its own and throws `serverHung` when that passes. `deactivate` and `close` are idempotent and may be
/// called in any state, also while another call hangs.
public protocol TapHost: AnyObject, Sendable {
    /// The taps that are installed on this host.
    var taps: TapRegistry { get }

    /// Opens the client. Never starts a server.
    func open() async throws(HostError) -> ServerDescription

    /// All ports of the server, in no particular order.
    func ports() async throws(HostError) -> [PortDescription]

    /// Registers one input port a channel, `inputs[channel]` being its short name, and lets the server run the tap's
    /// callback.
    func activate(_ tap: InstalledTap, inputs: [String]) async throws(HostError)

    /// Connects an output port to the tap's input of `channel`. Connecting what is connected is no error.
    func connect(_ source: PortName, toChannel channel: Int) async throws(HostError)

    /// Undoes `connect`. Disconnecting what is not connected is no error.
    func disconnect(_ source: PortName, fromChannel channel: Int) async throws(HostError)

    /// The capture latency of each of the tap's inputs.
    func captureLatencies() async throws(HostError) -> [LatencyRange]

    /// Whether the thread that runs the callback has realtime scheduling; nil before its first period.
    var isRealtimeThread: Bool? { get }

    /// Stops the callback: when it returns, no period runs any more. The tap's connections are gone; its ports go with
    /// ``close()`` at the latest.
    func deactivate() async throws(HostError)

    /// Closes the client. When it returns without an error, nothing of the server calls us any more.
    func close() async throws(HostError)

    /// Everything that the server announces from now on.
    func events() -> AsyncStream<HostEvent>
}

extension TapHost {
    /// Installs a tap. Its removal, ``removeTap(_:)``, belongs in a `defer` beside it.
    /// - Throws: `alreadyTapped`, naming the ports, when one of them carries a tap of this host.
    public func installTap(
        _ tap: Tap, callback: @escaping PeriodCallback, on ports: [PortName]
    ) throws(HostError) -> InstalledTap {
        try taps.install(tap, callback: callback, on: ports)
    }

    /// Removes a tap: from now on it accepts no period. Idempotent, and needs no server.
    public func removeTap(_ tap: InstalledTap) { taps.remove(tap) }
}
