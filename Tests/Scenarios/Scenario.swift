import JackTap
import TapSimulator
import TestSupport
import Testing

/// A take on a simulated server, and what may be known of it afterwards.
struct Scenario {
    let folder: TemporaryFolder
    let simulator: TapSimulator
    var configuration: SessionConfiguration

    init(_ server: SimulatedServer = SimulatedServer(), name: String = "take.wav") throws {
        folder = try TemporaryFolder()
        simulator = TapSimulator(server)
        configuration = SessionConfiguration(
            sources: .patterns([PortName("system:capture_*")]), fileName: folder.file(name), ring: .seconds(2)
        )
        configuration.minimumFreeBytes = 1
    }

    var path: String { configuration.fileName }

    /// Records what a script plays, from its first period to its last, and checks what holds for every take.
    /// - Parameter stops: false when the script itself ends the take.
    /// - Parameter kinds: what the session must have announced before it is stopped.
    func record(
        _ steps: TapSimulator.Step..., stops: Bool = true, seeing kinds: [SessionEvent.Kind] = []
    ) async throws -> TakeReport {
        let session = CaptureSession(configuration, host: simulator, clock: simulator.clock)
        let watch = EventWatch(session)
        async let ending = session.record()
        try await eventually("the session is armed") { session.state == .armed }
        await simulator.clock.waitForTickers()
        await simulator.play(steps)
        if !kinds.isEmpty { try await watch.wait(for: kinds) }
        if stops { session.stop() }
        let report = try await ending
        expectBalance(report)
        return report
    }

    /// What holds for every report, whatever happened.
    func expectBalance(_ report: TakeReport, sourceLocation: SourceLocation = #_sourceLocation) {
        let inFiles = report.files.reduce(FrameCount.zero) { $0 + $1.frames }
        #expect(
            report.frames.recorded + report.frames.silenceFilled == inFiles, sourceLocation: sourceLocation)
        let exact = report.gaps.filter(\.exact).reduce(FrameCount.zero) { $0 + $1.frames }
        #expect(report.frames.recorded + exact == report.frames.expected, sourceLocation: sourceLocation)
        for suspect in report.suspect {
            #expect(suspect.at >= .zero, sourceLocation: sourceLocation)
            #expect(suspect.at + suspect.frames <= report.frames.expected, sourceLocation: sourceLocation)
        }
        let isFlawless = report.gaps.isEmpty && report.suspect.isEmpty
        #expect(report.lossless == isFlawless, sourceLocation: sourceLocation)
        if !isFlawless { #expect(report.exit != 0, sourceLocation: sourceLocation) }
    }
}
