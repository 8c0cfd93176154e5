import TapSimulator
import TestSupport
import Testing

/// Measured on two cores of a virtual machine (AMD EPYC): in release, a day of two channels at 48 kHz in periods of
/// 1024 frames, 8.3 thousand million samples, takes 7 s of processor time. A debug build takes 4 s for the same day at 1 kHz.
@Suite("A simulated day")
struct DayTests {
    private static let rate: UInt32 = {
        var rate: UInt32 = 48_000
        assert(
            {
                rate = 1000; return true
            }())  // in a debug build
        return rate
    }()

    @Test("it runs through callback and ring in seconds, and every frame arrives")
    func day() async throws {
        let rig = try await Rig(ringBytes: 2 << 20) {
            $0.rate = SampleRate(Self.rate)
            $0.framesPerPeriod = 1024
            $0.firstFrameTime = FrameTime(rawValue: 0xF000_0000)
        }
        let start = rig.clock.now()
        let drain = Drain(rig.takeConsumer(), clock: rig.clock, every: .seconds(48_000 / Int(Self.rate)))
        let draining = Task { await drain.run() }
        let periods = Int(Self.rate) * 86_400 / 1024
        await rig.simulator.play(.periods(periods))
        draining.cancel()

        let tally = await draining.value
        #expect(tally == Drain.Tally(frames: periods * 1024))
        #expect(rig.tap.counts.overrunFrames == .zero)
        #expect(rig.clock.now().duration(since: start) > .seconds(86_400 - 2))
    }
}

/// What a writer does, without the writing.
private actor Drain {
    struct Tally: Sendable, Equatable {
        var frames = 0
        var holes = 0
    }

    private var consumer: RingConsumer
    private let ticker: any Ticker
    private var expected: UInt32?

    init(_ consumer: consuming RingConsumer, clock: VirtualClock, every interval: Duration) {
        self.consumer = consumer
        ticker = clock.makeTicker(every: interval)
    }

    /// Drains at every beat until it is cancelled, and once more then.
    func run() async -> Tally {
        defer { ticker.stop() }
        var tally = Tally()
        while (try? await ticker.next()) != nil { drain(into: &tally) }
        drain(into: &tally)
        return tally
    }

    private func drain(into tally: inout Tally) {
        while let (time, frames) = consumer.withNextPeriod({ ($0.header.frameTimeBefore, $0.header.frames) })
        {
            if let expected, expected != time { tally.holes += 1 }
            expected = time &+ frames
            tally.frames += Int(frames)
        }
    }
}
