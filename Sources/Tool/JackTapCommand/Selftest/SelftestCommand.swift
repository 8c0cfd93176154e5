internal import JACKHost
internal import JackTap
internal import TakeFiles
internal import TapHost
internal import TapRing

/// `jacktap selftest`.
struct SelftestCommand: Sendable {
    /// Memory that the ring takes at most: a test shall not fill a small machine.
    private static let ringLimitBytes = 256 << 20

    /// It was ended before it could come to a conclusion.
    private struct Interrupted: Error, CustomStringConvertible {
        let signal: EndSignal

        var description: String { "interrupted by \(signal.name) before anything was proved" }
    }

    private let settings: SelftestSettings
    private let signals: SignalWatch
    private let console = Console()

    init(_ settings: SelftestSettings, signals: SignalWatch) {
        self.settings = settings
        self.signals = signals
    }

    /// Runs the test.
    /// - Returns: the exit code.
    func run() async -> Int32 {
        do {
            let folder = try TemporaryFolder()
            defer { if !settings.isKept { folder.remove() } }
            let result = try await onServer { server in try await test(on: server, in: folder) }
            await console.show(result.text)
            if settings.isKept { await console.show("kept in \(folder.path)\n") }
            return result.verdict.rawValue
        } catch {
            await console.message("jacktap: selftest: \(error)")
            return (error as? SessionError)?.verdict.rawValue ?? Verdict.couldNotStart.rawValue
        }
    }

    /// Runs `body` with a private server, which is gone again on every way out.
    private func onServer(
        _ body: (PrivateServer) async throws -> SelftestResult
    ) async throws -> SelftestResult {
        let server = try await OwnServer.start(
            PrivateServer.Settings(
                driver: .dummy, rate: SampleRate(settings.rate), framesPerPeriod: UInt32(settings.period),
                portMaximum: max(256, 2 * settings.channels + 64), isSynchronous: true),
            signals: signals)
        let result: Result<SelftestResult, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return try result.get()
    }

    private func test(on server: PrivateServer, in folder: TemporaryFolder) async throws -> SelftestResult {
        await console.show(heading(server))
        let source = try await SignalSource.start(server: server.name, channels: settings.channels)
        let result: Result<SelftestResult, any Error>
        do {
            result = .success(try await record(source, on: server, in: folder))
        } catch {
            result = .failure(error)
        }
        await source.stop()
        return try result.get()
    }

    private func record(
        _ source: SignalSource, on server: PrivateServer, in folder: TemporaryFolder
    ) async throws -> SelftestResult {
        let path = "\(folder.path)/selftest.wav"
        let length = settings.length.takeLength
        let session = CaptureSession(
            SessionConfiguration(
                sources: .patterns(source.ports), fileName: path, length: length,
                ringLimitBytes: Self.ringLimitBytes),
            host: JACKHost(.init(serverName: server.name)))
        let display = LiveDisplay(.metersOrNothing, of: session, length: length, on: console)
        let statuses = Task { await display.showStatuses() }
        defer { statuses.cancel() }
        let position = source.position
        let recording = Task { try await session.record() }
        signals.handle { signal, before in
            if before > 0 { return session.hurry() }
            if session.state == .idle { recording.cancel() }
            session.stop(.signal(signal.name))
        }
        let result = await recording.result
        await statuses.value  // the meters are off the screen, and the cursor is back
        let report = try result.get()
        let checking = SampleChecking(
            report: report, source: .init(position: position, skipped: { source.skipped(from: $0) }),
            isCancelled: { signals.first != nil })
        guard let samples = try checking.check(path), signals.first == nil else {
            throw Interrupted(signal: signals.first ?? .interrupt)
        }
        guard source.skippedLost == 0 else {
            throw HostError(
                .other, subject: server.name,
                "this machine is too slow for the test: its source missed more periods than can be told; try fewer "
                    + "channels or longer periods")
        }
        return SelftestResult(
            report: report, expected: length.frames(at: SampleRate(settings.rate)), samples: samples)
    }

    private func heading(_ server: PrivateServer) -> String {
        let length = settings.length.takeLength.frames(at: SampleRate(settings.rate))
        return "selftest: \(Figures.count(settings.channels, "channel")), \(settings.rate) Hz, "
            + "\(settings.period) frames a period, \(length.clockText(at: SampleRate(settings.rate))), "
            + "private server \"\(server.name)\"\n"
    }
}
