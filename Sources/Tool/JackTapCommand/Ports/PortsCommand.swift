internal import Glibc
internal import JackTap
internal import TakeFiles
internal import TapHost

/// `jacktap ports`.
struct PortsCommand {
    private let settings: PortsSettings
    private let host: any TapHost

    init(_ settings: PortsSettings) {
        self.settings = settings
        host = JACKHost(.init(serverName: settings.server, clientName: "jacktap-ports"))
    }

    /// Lists the ports.
    /// - Returns: the exit code.
    func run() async -> Int32 {
        do throws(HostError) {
            let ports = try PortSelection.filter(try await list(), by: settings.patterns)
            let text = settings.isJSON ? PortTable.json(ports).pretty : PortTable.text(ports)
            return Console.write(text, to: STDOUT_FILENO)
                ? Verdict.complete.rawValue : Verdict.couldNotStart.rawValue
        } catch {
            Console.write("jacktap: \(Console.oneLine(error.description))\n", to: STDERR_FILENO)
            return Verdict.couldNotStart.rawValue
        }
    }

    /// The server's ports. The client is gone again when they are known.
    private func list() async throws(HostError) -> [PortDescription] {
        _ = try await host.open()
        let ports: Result<[PortDescription], HostError>
        do throws(HostError) {
            ports = .success(try await host.ports())
        } catch {
            ports = .failure(error)
        }
        try? await host.close()  // the ports are known all the same
        return try ports.get()
    }
}
