import TapSimulator
import Testing

@Suite("The example of TapSimulator's documentation")
struct ExampleTests {
    @Test("it finds a hole of exactly 480 frames")
    func example() async throws {
        let simulator = TapSimulator()
        _ = try await simulator.open()

        let ring = try PeriodRing(holding: .seconds(1), channels: 1, rate: SampleRate(48_000))
        var consumer = ring.takeConsumer()
        let tap = Tap(channels: 1, ring: ring)
        let source = PortName("system:capture_1")
        let installed = try simulator.installTap(tap, callback: makePeriodCallback(into: tap), on: [source])
        try await simulator.activate(installed, inputs: ["in_1"])
        try await simulator.connect(source, toChannel: 0)
        tap.arm()

        await simulator.play(.periods(1), .xrun(FrameCount(480)), .periods(1))

        var times: [FrameTime] = []
        while let time = consumer.withNextPeriod({ FrameTime(rawValue: $0.header.frameTimeBefore) }) {
            times.append(time)
        }
        let hole = times[1].frames(since: times[0]) - FrameCount(256)

        simulator.removeTap(installed)
        try await simulator.deactivate()
        try await simulator.close()

        #expect(hole == FrameCount(480))
    }
}
