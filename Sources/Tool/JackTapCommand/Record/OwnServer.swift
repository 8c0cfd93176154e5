internal import JackTap
internal import TapHost
internal import TapRing

/// The private server of a command, when it asks for one.
enum OwnServer {
    /// Frames per period unless a number is asked for: what jackd itself takes.
    static let period = 1024
    static let rate = 48_000

    /// Runs `body` with the name of the server to go to: a private one, which is gone again when this returns or
    /// throws, or the one that was asked for.
    static func run(
        _ settings: ServerSettings, signals: SignalWatch, _ body: (String?) async -> Int32
    ) async throws -> Int32 {
        guard let own = settings.own else { return await body(settings.name) }
        let server = try await start(Self.settings(own, settings), signals: signals)
        let status = await body(server.name)
        await server.stop()
        return status
    }

    /// Starts a server; a signal ends the wait for it.
    static func start(
        _ settings: PrivateServer.Settings, signals: SignalWatch
    ) async throws -> PrivateServer {
        let start = Task { try await PrivateServer.start(settings) }
        signals.handle { _, _ in start.cancel() }
        return try await start.value
    }

    private static func settings(_ own: ServerSettings.Own, _ asked: ServerSettings) -> PrivateServer.Settings
    {
        let driver: PrivateServer.Settings.Driver =
            switch own {
            case .dummy: .dummy
            case .alsa(let device): .alsa(device: device)
            case .commandLine(let file): .commandLine(file: file)
            }
        return PrivateServer.Settings(
            driver: driver, rate: SampleRate(asked.rate ?? rate),
            framesPerPeriod: UInt32(asked.period ?? period),
            portMaximum: 2048)
    }
}
