internal import Glibc
internal import TapConcurrency
public import TapHost

/// A JACK server of our own: a child process that lives as long as this object, and no longer than this process.
///
/// Its name is one of a small fixed set, because JACK keeps a place for every name that was ever used on the machine.
public final class PrivateServer: Sendable {
    /// The name under which clients find it.
    public let name: String
    private let process: ServerProcess

    private init(name: String, process: ServerProcess) {
        self.name = name
        self.process = process
    }

    /// Ends the server if nobody has stopped it: at once, or after the two seconds that it gets to leave by itself.
    deinit { process.endAndWait() }

    /// Starts a server, and waits until it takes clients.
    /// - Throws: `serverFailedToStart` with the server's own last words, or `cancelled`. Nothing is left running then.
    public static func start(_ settings: Settings = Settings()) async throws(HostError) -> PrivateServer {
        let command = try ServerCommand(settings)
        var busy: [String] = []
        for number in 0..<ServerSlot.count {
            guard let slot = ServerSlot(number: number) else { continue }
            let name = slot.name
            let process = try await ServerProcess(running: command.arguments(named: name), holding: slot)
            switch await StartWatch(process: process, name: name).result() {
            case .ready: return PrivateServer(name: name, process: process)
            case .nameInUse: busy.append(name)  // a stranger's, or one that is just ending
            case .failed(let error): throw error
            }
        }
        throw .noServerName(busy: busy)
    }

    /// Stops the server: asks it to end, gives it two seconds, and then ends it. Idempotent; a cancelled task may call
    /// it as well.
    public func stop() async { await process.end() }

    /// The server's process.
    package var processID: Int32 { process.processID }

    /// Whether the server's process has ended, for whatever reason.
    package var hasEnded: Bool { process.hasEnded }

    /// The last lines that the server wrote.
    package var lastWords: [String] { process.output.lines }
}
