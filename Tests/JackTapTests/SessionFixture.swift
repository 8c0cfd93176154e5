import JackTap
import TapSimulator
import TestSupport
import Testing

@testable import TakeFiles

/// A session on a simulated server, with a folder for its files.
struct SessionFixture {
    let folder: TemporaryFolder
    let simulator: TapSimulator
    let disk: FaultyDisk
    var configuration: SessionConfiguration

    init(
        server: SimulatedServer = SimulatedServer(), disk: FaultyDisk = FaultyDisk(),
        name: String = "take.wav"
    ) throws {
        folder = try TemporaryFolder()
        simulator = TapSimulator(server)
        self.disk = disk
        configuration = SessionConfiguration(
            sources: .patterns([PortName("system:capture_*")]), fileName: folder.file(name), ring: .seconds(2)
        )
        configuration.minimumFreeBytes = 1
    }

    /// A server that runs periods whenever the client is active.
    static func live() -> SimulatedServer {
        var server = SimulatedServer()
        server.autoplay = .whileActive
        return server
    }

    func session() -> CaptureSession {
        CaptureSession(configuration, host: simulator, clock: simulator.clock, files: disk)
    }

    /// Plays a script into a session, from the moment its client is active and its writer waits, and stops it then,
    /// unless the script ends it.
    func record(
        _ steps: [TapSimulator.Step], thenStop: Bool = true,
        seeing kinds: [SessionEvent.Kind] = [],
        andThen more: (TapSimulator) async -> Void = { _ in }
    ) async throws -> TakeReport {
        let session = session()
        let watch = EventWatch(session)
        async let report = session.record()
        await simulator.journal.reached(.activated)
        try await eventually("the session is armed") { session.state == .armed }
        await simulator.clock.waitForTickers()
        await simulator.play(steps)
        await more(simulator)
        if !kinds.isEmpty { try await watch.wait(for: kinds) }
        if thenStop { session.stop() }
        return try await report
    }

    /// The names of what lies in the folder.
    var files: [String] { get throws { try folder.names } }

    /// Whether the client has left the server, in the one order in which it may.
    func expectCleanDeparture(sourceLocation: SourceLocation = #_sourceLocation) {
        let journal = simulator.journal
        #expect(journal.happened(.tapRemoved, before: .deactivated), sourceLocation: sourceLocation)
        #expect(journal.happened(.deactivated, before: .closed), sourceLocation: sourceLocation)
        #expect(simulator.taps.tappedPorts.isEmpty, sourceLocation: sourceLocation)
    }
}
