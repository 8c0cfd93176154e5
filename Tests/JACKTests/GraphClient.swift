import CJACK
import CTapShim
import JACKHost
import TapConcurrency
import TapHost

/// A plain client that a test moves by hand: what a patchbay or a synthesizer would do. On a thread of its own, because
/// libjack leaves its marks on the thread that opens a client.
@safe
actor GraphClient {
    struct Refused: Error {
        let what: String
    }

    // SAFETY: the pointers are used on the actor's thread, and not after the client has closed.
    private let thread = DedicatedThread(named: "jacktap-graph")
    private var client: OpaquePointer?
    private var figures: OpaquePointer?
    private var ports: [PortName: OpaquePointer] = unsafe [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    func open(_ server: String, _ name: String) throws {
        var opening = unsafe tap_opening()
        guard let figures = unsafe tap_figures_make() else { throw Refused(what: "memory") }
        unsafe self.figures = figures
        unsafe client = tap_client_open(name, server, figures, &opening)
        if unsafe client == nil { throw Refused(what: "open") }
        guard unsafe jack_activate(try jack()) == 0 else { throw Refused(what: "activate") }
    }

    private func jack() throws -> OpaquePointer {
        guard let client = unsafe client else { throw Refused(what: "closed") }
        return unsafe tap_client_jack(client)
    }

    /// Registers a port under any bytes.
    @discardableResult
    func register(
        _ short: [UInt8], _ direction: PortDescription.Direction = .output,
        type: String = PortDescription.audioType
    ) throws -> PortName {
        let flags = direction == .output ? JackPortIsOutput : JackPortIsInput
        let name = short.map { CChar(bitPattern: $0) } + [0]
        let port = unsafe jack_port_register(try jack(), name, type, UInt(flags.rawValue), 0)
        guard let port = unsafe port else { throw Refused(what: "register") }
        let full = unsafe fullName(port)
        unsafe ports[full] = port
        return full
    }

    @discardableResult
    func register(_ short: String, _ direction: PortDescription.Direction = .output) throws -> PortName {
        try register(Array(short.utf8), direction)
    }

    func unregister(_ name: PortName) throws {
        let port = unsafe try port(name)
        guard unsafe jack_port_unregister(try jack(), port) == 0 else { throw Refused(what: "unregister") }
        unsafe ports[name] = nil
    }

    func rename(_ name: PortName, to short: String) throws -> PortName {
        let port = unsafe try port(name)
        guard unsafe jack_port_rename(try jack(), port, short) == 0 else { throw Refused(what: "rename") }
        unsafe ports[name] = nil
        let new = unsafe fullName(port)
        unsafe ports[new] = port
        return new
    }

    func setAlias(_ alias: String, of name: PortName) throws {
        guard unsafe jack_port_set_alias(try port(name), alias) == 0 else { throw Refused(what: "alias") }
    }

    func connect(_ source: PortName, _ destination: PortName) throws {
        let status = unsafe jack_connect(try jack(), source.cString, destination.cString)
        guard status == 0 else { throw Refused(what: "connect: \(status)") }
    }

    func setFramesPerPeriod(_ frames: UInt32) throws {
        guard unsafe jack_set_buffer_size(try jack(), frames) == 0 else { throw Refused(what: "buffer size") }
    }

    func setFreewheel(_ isOn: Bool) throws {
        guard unsafe jack_set_freewheel(try jack(), isOn ? 1 : 0) == 0 else {
            throw Refused(what: "freewheel")
        }
    }

    /// Whether the server knows a client of that name.
    func hasClient(_ name: String) throws -> Bool {
        guard let id = unsafe jack_get_uuid_for_client_name(try jack(), name) else { return false }
        unsafe jack_free(id)
        return true
    }

    func setProperty(_ key: String, _ value: String) throws {
        let id = unsafe jack_get_uuid_for_client_name(try jack(), jack_get_client_name(try jack()))
        guard let id = unsafe id else { throw Refused(what: "uuid") }
        defer { unsafe jack_free(id) }
        var uuid = jack_uuid_t()
        guard unsafe jack_uuid_parse(id, &uuid) == 0,
            unsafe jack_set_property(try jack(), uuid, key, value, "text/plain") == 0
        else { throw Refused(what: "property") }
    }

    func close() {
        if let client = unsafe client { unsafe _ = tap_client_close(client) }
        if let figures = unsafe figures { unsafe tap_figures_free(figures) }
        unsafe client = nil
        unsafe figures = nil
    }

    private func port(_ name: PortName) throws -> OpaquePointer {
        guard let port = unsafe ports[name] else { throw Refused(what: "no port \(name.display)") }
        return unsafe port
    }

    private func fullName(_ port: OpaquePointer) -> PortName {
        let text = unsafe jack_port_name(port)
        var bytes: [UInt8] = []
        while let text = unsafe text, unsafe text[bytes.count] != 0 {
            bytes.append(UInt8(bitPattern: unsafe text[bytes.count]))
        }
        return PortName(bytes: bytes)
    }
}

extension PortName {
    /// The bytes as C wants them.
    var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

/// Runs `body` with a graph client, and closes it on every path.
func withGraphClient<Value>(
    on server: PrivateServer, named name: String = "graph", _ body: (GraphClient) async throws -> Value
) async throws -> Value {
    let client = GraphClient()
    try await client.open(server.name, name)
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(client))
    } catch {
        result = .failure(error)
    }
    await client.close()
    return try result.get()
}
