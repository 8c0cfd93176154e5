import JackTap
import TapSimulator

@main
struct SimulatedTake {
    static func main() async throws {
        let simulator = TapSimulator()
        let session = CaptureSession(
            SessionConfiguration(
                sources: .patterns([PortName("system:capture_1")]),
                fileName: "simulated-%H%M%S.wav"),
            host: simulator, clock: simulator.clock)

        async let report = session.record()
        await simulator.journal.reached(.activated)
        await simulator.clock.waitForTickers()
        await simulator.play(.periods(1000), .xrun(FrameCount(480)), .periods(1000))
        session.stop()

        for gap in try await report.gaps {
            print("\(gap.frames.rawValue) frames are missing at \(gap.at.rawValue): \(gap.cause)")
        }
    }
}
