import TapRing
import Testing

@testable import TakeFiles

@Suite("An xrun estimate")
struct XrunEstimatorTests {
    /// Periods of 256 at 48 kHz, their wake-ups late by a reproducible amount.
    struct Play {
        var estimator = XrunEstimator()
        var server = FakeServer()
        var position = 0
        var random = Jitter(seed: 4711)
        var jitter: UInt64
        var estimates: [XrunEstimator.Estimate] = []
        let frames: UInt32

        init(jitter: UInt64, frames: UInt32 = 256) {
            self.jitter = jitter
            self.frames = frames
        }

        mutating func periods(_ count: Int, late: UInt64 = 0) {
            for _ in 0..<count {
                let wait = late + (jitter == 0 ? 0 : random.next() % jitter)
                let header = server.period(frames, late: wait)
                let period = XrunEstimator.Period(
                    at: FrameCount(position), clock: Int64(position), frames: frames,
                    monotonic: header.monotonicBefore)
                let rate = SampleRate(48_000)
                if let estimate = estimator.add(period, rate: rate, notices: header.xruns) {
                    estimates.append(estimate)
                }
                position += Int(frames)
            }
        }
    }

    @Test("a stall of one second is found where it was, and its length within five milliseconds")
    func findsStall() throws {
        var play = Play(jitter: 4_000_000)
        play.periods(200)
        play.server.stall(nanoseconds: 1_000_000_000)
        play.server.xruns += 1
        play.periods(200)
        let estimate = try #require(play.estimates.first)
        #expect(play.estimates.count == 1)
        #expect(estimate.at == FrameCount(200 * 256))
        #expect(abs(estimate.frames.rawValue - 48_000) < 240)
    }

    @Test("a notice that comes a few periods after the stall finds the stall's own place")
    func findsStallBeforeNotice() throws {
        var play = Play(jitter: 1_000_000)
        play.periods(200)
        play.server.stall(nanoseconds: 300_000_000)
        play.periods(5)
        play.server.xruns += 1
        play.periods(200)
        #expect(play.estimates.map(\.at) == [FrameCount(200 * 256)])
    }

    @Test("xruns under jitter alone lose nothing", arguments: [64, 256, 1024] as [UInt32])
    func ignoresJitter(frames: UInt32) {
        var play = Play(jitter: 20_000_000, frames: frames)
        for _ in 0..<50 {
            play.periods(40)
            play.server.xruns += 1
        }
        play.periods(200)
        #expect(play.estimates == [])
    }

    @Test("one very late wake-up loses nothing")
    func ignoresLateWakeUp() {
        var play = Play(jitter: 500_000)
        play.periods(100)
        play.server.xruns += 1
        play.periods(1, late: 900_000_000)
        play.periods(200)
        #expect(play.estimates == [])
    }

    @Test("a stall that nobody noticed is not reported")
    func needsNotice() {
        var play = Play(jitter: 0)
        play.periods(100)
        play.server.stall(nanoseconds: 1_000_000_000)
        play.periods(200)
        #expect(play.estimates == [])
    }

    @Test("frames that the clock counted are no stall")
    func ignoresCountedLoss() {
        var play = Play(jitter: 500_000)
        play.periods(100)
        play.server.skip(48_000)
        play.position += 48_000
        play.server.xruns += 3
        play.periods(200)
        #expect(play.estimates == [])
    }

    @Test("a shift below five milliseconds is not told from jitter")
    func ignoresSmallShift() {
        var play = Play(jitter: 0, frames: 64)
        play.periods(200)
        play.server.stall(nanoseconds: 4_900_000)
        play.server.xruns += 1
        play.periods(400)
        #expect(play.estimates == [])
    }

    @Test("two stalls in one window are one loss of both lengths")
    func addsStalls() throws {
        var play = Play(jitter: 0)
        play.periods(100)
        play.server.stall(nanoseconds: 100_000_000)
        play.server.xruns += 1
        play.periods(5)
        play.server.stall(nanoseconds: 200_000_000)
        play.server.xruns += 1
        play.periods(100)
        #expect(play.estimates.map(\.frames) == [FrameCount(14_400)])
    }

    @Test("two stalls far apart are two losses")
    func keepsStallsApart() {
        var play = Play(jitter: 0)
        for _ in 0..<2 {
            play.periods(100)
            play.server.stall(nanoseconds: 100_000_000)
            play.server.xruns += 1
        }
        play.periods(100)
        #expect(play.estimates.map(\.at) == [FrameCount(100 * 256), FrameCount(200 * 256)])
    }

    @Test("a stall shortly before the end is found at the end")
    func settlesAtEnd() throws {
        var play = Play(jitter: 0)
        play.periods(100)
        play.server.stall(nanoseconds: 100_000_000)
        play.server.xruns += 1
        play.periods(10)
        #expect(play.estimates.isEmpty)
        let estimate = play.estimator.finish(rate: SampleRate(48_000))
        #expect(estimate == XrunEstimator.Estimate(at: FrameCount(25_600), frames: FrameCount(4800)))
    }

    @Test("a timeline reports it as an estimate that takes no place")
    func reachesTimeline() {
        var server = FakeServer()
        var timeline = Timeline(rate: SampleRate(48_000), clockCountsNewPeriod: true)
        var steps: [Timeline.Step] = []
        for _ in 0..<100 { timeline.place(server.period(256), into: &steps) }
        server.stall(nanoseconds: 1_000_000_000)
        server.xruns += 1
        for _ in 0..<100 { timeline.place(server.period(256), into: &steps) }
        #expect(
            steps.contains(
                .gap(at: FrameCount(25_600), frames: FrameCount(48_000), cause: .xrun, exact: false)))
        #expect(timeline.position == FrameCount(200 * 256))
    }
}

/// Numbers that look random and are the same every time.
struct Jitter {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
