import JackTap
import TapSimulator
import TestSupport
import Testing

/// The simulator's time, which waits for nobody: its loops tick in real time.
private struct LooseClock: TakeClock {
    let time: VirtualClock

    func now() -> MonotonicTime { time.now() }
    func makeTicker(every interval: Duration) -> any Ticker { SystemClock().makeTicker(every: interval) }
}

@Suite("A full ring loses whole periods, counted and placed", .timeLimit(.minutes(5)))
struct OverrunScenarios {
    /// The disk takes nothing until the server has run far more periods than the ring holds.
    @Test("every frame is in the file or in a gap, and channels stay aligned", arguments: [1, 2, 3, 64])
    func overrun(channels: Int) async throws {
        var server = SimulatedServer()
        server.ports = SimulatedServer.systemPorts(captures: channels)
        var scenario = try Scenario(server)
        scenario.configuration.ring = .milliseconds(1)  // the least that a ring holds: two periods of 8192
        let disk = FaultyDisk(blocking: .write)
        let session = CaptureSession(
            scenario.configuration, host: scenario.simulator,
            clock: LooseClock(time: scenario.simulator.clock),
            files: disk)
        async let ending = session.record()
        try await eventually("the session is armed") { session.state == .armed }
        await scenario.simulator.play(.periods(100))
        try await eventually("the disk is asked to write") {
            await scenario.simulator.play(.periods(10))
            return disk.isReached
        }
        await scenario.simulator.play(.periods(200))
        disk.release()
        session.stop()
        let report = try await ending
        scenario.expectBalance(report)
        #expect(report.exit == 3)
        #expect(report.gaps.allSatisfy { $0.cause == "overrun" && $0.exact })
        #expect(report.ring.droppedFrames == report.frames.silenceFilled)
        #expect(report.ring.highWaterPercent > 90)
        try PatternFile(sources: Array(0..<channels)).expect(scenario.path, report)
    }
}
