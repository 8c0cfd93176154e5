internal import CJACK
internal import CTapShim
internal import TapHost

/// What can go wrong with a JACK server, in words: what, which, and what to do.
extension HostError {
    static func noServer(_ server: ServerName, status: Int32) -> HostError {
        HostError(
            .noServer, subject: server.display,
            "no JACK server named \"\(server.display)\" is running: start one with \"\(server.startCommand)\", "
                + "or let jacktap run a server of its own with --own-server dummy",
            status: status)
    }

    static func serverHung(_ server: ServerName, while action: String, limit: Duration) -> HostError {
        HostError(
            .serverHung, subject: server.display,
            "the JACK server \"\(server.display)\" did not answer within \(limit) while \(action): "
                + "end it and start it again")
    }

    static func serverLost(_ server: ServerName, while action: String) -> HostError {
        HostError(
            .serverLost, subject: server.display,
            "the JACK server \"\(server.display)\" went away while \(action): close this client, and open a new one "
                + "when the server runs again")
    }

    static func wrongState(_ action: String, _ need: String) -> HostError {
        HostError(.wrongState, subject: action, "wrong moment for \(action): the host is \(need)")
    }

    static func cancelled(_ server: ServerName, while action: String) -> HostError {
        HostError(.cancelled, subject: server.display, "cancelled while \(action)")
    }

    static func clientNameTooLong(_ name: String) -> HostError {
        HostError(
            .nameTooLong, subject: name,
            "cannot open client \"\(name)\": the name has \(name.utf8.count) bytes; JACK takes at most "
                + "\(ClientLimits.clientNameBytes)")
    }

    static func badClientName(_ name: String) -> HostError {
        let shown = PortName(name).display
        return HostError(
            .other, subject: shown,
            "cannot open client \"\(shown)\": a client's name needs at least one byte, and none may be a colon or zero"
        )
    }

    static func portNameTooLong(_ name: PortName) -> HostError {
        HostError(
            .nameTooLong, subject: name.display,
            "cannot register port \"\(name.display)\": the name has \(name.bytes.count) bytes; JACK keeps at most "
                + "\(ClientLimits.portNameBytes) of client and port together")
    }

    static func badPortName(_ name: PortName) -> HostError {
        HostError(
            .other, subject: name.display,
            "cannot register port \"\(name.display)\": a port's short name needs at least one byte, and none may be zero"
        )
    }

    static func portNameTaken(_ name: PortName) -> HostError {
        HostError(
            .nameTaken, subject: name.display,
            "cannot register port \"\(name.display)\" twice: give each channel a name of its own")
    }

    static func nameTaken(_ name: String) -> HostError {
        HostError(
            .nameTaken, subject: PortName(name).display,
            "the client name \"\(PortName(name).display)\" is taken on this server; choose another with --client"
        )
    }

    static func tooManyPorts(_ name: PortName, registered: Int, wanted: Int) -> HostError {
        HostError(
            .tooManyPorts, subject: name.display,
            "cannot register port \"\(name.display)\": the server gave \(registered) of \(wanted) ports; record fewer "
                + "ports, or start the server with a larger --port-max")
    }

    static func noSuchPort(_ name: PortName, among names: [PortName]) -> HostError {
        let near = NearestNames.nearest(to: name.bytes, among: names.map(\.bytes), limit: 5)
            .map { "\"\(PortName.printable($0))\"" }
        let hint =
            near.isEmpty
            ? "list the ports with \"jacktap ports\""
            : "the nearest \(near.count == 1 ? "is" : "are") " + near.joined(separator: ", ")
        return HostError(
            .noSuchPort, subject: name.display, "no output port is called \"\(name.display)\"; \(hint)")
    }

    static func notAnAudioPort(_ name: PortName, type: String) -> HostError {
        HostError(
            .notAnAudioPort, subject: name.display,
            "cannot record port \"\(name.display)\": it carries \"\(type)\", not audio")
    }

    static func notAnOutput(_ name: PortName) -> HostError {
        HostError(
            .connectionRefused, subject: name.display,
            "cannot connect port \"\(name.display)\": it is an input; connect the output that feeds it")
    }

    static func connectionRefused(
        _ action: String, _ source: PortName, _ destination: PortName, status: Int32
    ) -> HostError {
        HostError(
            .connectionRefused, subject: source.display,
            "cannot \(action) \"\(source.display)\" and \"\(destination.display)\": the server refused; see whether both "
                + "clients are active",
            status: status)
    }

    static func activationFailed(_ client: String, status: Int32) -> HostError {
        HostError(
            .activationFailed, subject: client,
            "cannot activate client \"\(client)\": the server refused; see its own messages", status: status)
    }

    static func outOfMemory(_ what: String) -> HostError {
        HostError(.other, subject: what, "no memory for \(what): record fewer ports")
    }

    /// Why a client did not open.
    static func opening(_ name: String, on server: ServerName, _ opening: tap_opening, said: [String])
        -> HostError
    {
        let status = Int32(bitPattern: unsafe opening.status.rawValue)
        let shown = PortName(name).display
        let reason = said.isEmpty ? "" : "; libjack says: " + said.joined(separator: "; ")
        switch unsafe opening.fault {
        case TAP_OPEN_NO_MEMORY:
            return .outOfMemory("client \"\(shown)\"")
        case TAP_OPEN_OTHER_SERVER:
            return HostError(
                .wrongState, subject: server.display,
                "cannot open client \"\(shown)\" on server \"\(server.display)\": this process has a client on another "
                    + "server, and libjack serves one at a time; close that client first")
        case TAP_OPEN_LOST_SERVER:
            return HostError(
                .serverLost, subject: server.display,
                "cannot open client \"\(shown)\" on server \"\(server.display)\": a client of the server that went away "
                    + "is still open in this process; close it first")
        case TAP_OPEN_CALLBACK_REFUSED:
            let callback = unsafe opening.callback.map { unsafe String(cString: $0) } ?? "a callback"
            return HostError(
                .other, subject: shown,
                "cannot open client \"\(shown)\": libjack refused \(callback)\(reason)", status: status)
        case TAP_OPEN_PORT_REFUSED:
            return HostError(
                .tooManyPorts, subject: shown,
                "cannot open client \"\(shown)\": the server has not enough ports; start it with a larger --port-max",
                status: status)
        default:
            // What no server at all looks like; jack2 adds further bits for other refusals of a server that is there.
            let noServer = JackServerFailed.rawValue
            if unsafe opening.status.rawValue & noServer != 0 { return .noServer(server, status: status) }
            return HostError(
                .other, subject: shown,
                "cannot open client \"\(shown)\" on server \"\(server.display)\": the server refused\(reason)",
                status: status)
        }
    }
}
