import JackTap
import TapSimulator
import TestSupport
import Testing

@testable import TakeFiles

@Suite("A day passes in seconds", .timeLimit(.minutes(10)))
struct LongScenarios {
    @Test("a day with a gap each hour, across the end of the frame time, is accounted for to the frame")
    func day() async throws {
        var server = SimulatedServer()
        server.rate = SampleRate(200)
        server.framesPerPeriod = 200
        server.ports = SimulatedServer.systemPorts(captures: 1)
        server.firstFrameTime = FrameTime(rawValue: .max - 10_000_000)
        var scenario = try Scenario(server)
        scenario.configuration.ring = .seconds(20)
        scenario.configuration.lookInterval = .milliseconds(900)
        let hour: [TapSimulator.Step] = [.periods(3600), .skip(FrameCount(1234))]
        let session = CaptureSession(
            scenario.configuration, host: scenario.simulator, clock: scenario.simulator.clock)
        async let ending = session.record()
        try await eventually("the session is armed") { session.state == .armed }
        await scenario.simulator.clock.waitForTickers()
        for _ in 0..<24 { await scenario.simulator.play(hour) }
        await scenario.simulator.play(.periods(1))
        session.stop()
        let report = try await ending
        scenario.expectBalance(report)
        #expect(report.gaps.count == 24)
        #expect(report.gaps.allSatisfy { $0.frames == FrameCount(1234) })
        #expect(report.frames.expected == FrameCount(24 * (3600 * 200 + 1234) + 200))
        #expect(report.files.map(\.frames) == [report.frames.expected])
    }
}
