internal import CJACK
internal import TapHost

/// A client that is open and runs no callback for periods. Activation consumes it.
struct IdleClient: ~Copyable {
    var open: OpenClient
    /// Ports of an earlier activation. They go with the client, which is faster than to take each out of the graph, or
    /// when it is activated again.
    private let leftovers: [InputPort]

    /// Opens a client. May block for ever on a hung server.
    init(named name: String, on server: ServerName) throws(HostError) {
        guard name.utf8.count <= ClientLimits.clientNameBytes else { throw .clientNameTooLong(name) }
        guard JACKBytes.isName(Array(name.utf8)), !name.utf8.contains(UInt8(ascii: ":")) else {
            throw .badClientName(name)
        }
        open = try OpenClient(named: name, on: server)
        leftovers = []
    }

    init(_ open: consuming OpenClient, leftovers: [InputPort] = []) {
        self.open = open
        self.leftovers = leftovers
    }

    /// Registers the inputs and lets the server run the tap's callback. When that is refused, the client comes back as
    /// it was.
    consuming func activate(_ tap: InstalledTap, inputs shortNames: [String]) -> Activation {
        do throws(HostError) {
            InputPort.unregisterAll(leftovers, of: open)
            let inputs = try InputPort.registerAll(shortNames, of: open)
            do throws(HostError) {
                try open.install(tap, inputs: inputs)
                let status = unsafe jack_activate(open.jack)
                guard status == 0 else {
                    throw open.isLost
                        ? HostError.serverLost(open.server, while: "activating the client")
                        : HostError.activationFailed(open.displayName, status: status)
                }
                return .active(ActiveClient(open: open, inputs: inputs))
            } catch {
                InputPort.unregisterAll(inputs, of: open)
                throw error
            }
        } catch {
            return .refused(IdleClient(open), error)
        }
    }
}

/// What became of a client that was to be activated.
enum Activation: ~Copyable {
    case active(ActiveClient)
    case refused(IdleClient, HostError)
}
