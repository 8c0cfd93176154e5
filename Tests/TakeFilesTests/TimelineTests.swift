import TapRing
import Testing

@testable import TakeFiles

@Suite("A timeline")
struct TimelineTests {
    /// What a timeline makes of a server's periods.
    struct Play {
        var timeline: Timeline
        var server: FakeServer
        var steps: [Timeline.Step] = []

        init(_ server: FakeServer = FakeServer(), length: Int? = nil) {
            self.server = server
            timeline = Timeline(
                rate: SampleRate(48_000), clockCountsNewPeriod: server.countsNewPeriod,
                length: length.map { FrameCount($0) })
        }

        mutating func period(_ frames: UInt32, isTorn: Bool = false) {
            timeline.place(server.period(frames, isTorn: isTorn), into: &steps)
        }

        mutating func periods(_ count: Int, of frames: UInt32) {
            for _ in 0..<count { period(frames) }
        }

        mutating func finish() { timeline.finish(server.counts, into: &steps) }

        var gaps: [Timeline.Step] { steps.filter { if case .gap = $0 { true } else { false } } }
        var audio: Int {
            steps.reduce(0) { if case .audio(_, let frames) = $1 { $0 + Int(frames.rawValue) } else { $0 } }
        }

        /// Whether audio and exact gaps follow each other without a hole or an overlap, from 0 on.
        var isSeamless: Bool {
            var next = FrameCount.zero
            for step in steps {
                switch step {
                case .audio(let at, let frames), .gap(let at, let frames, _, true):
                    guard at == next, frames > .zero else { return false }
                    next = next + frames
                default: break
                }
            }
            return next == timeline.position
        }
    }

    @Test("places periods one behind the other", arguments: [true, false])
    func placesPeriods(countsNewPeriod: Bool) {
        var play = Play(FakeServer(countsNewPeriod: countsNewPeriod))
        play.periods(3, of: 256)
        #expect(
            play.steps == [
                .audio(at: .zero, frames: FrameCount(256)),
                .audio(at: FrameCount(256), frames: FrameCount(256)),
                .audio(at: FrameCount(512), frames: FrameCount(256)),
            ])
    }

    @Test("begins wherever the server's clock stands", arguments: [true, false])
    func beginsAnywhere(countsNewPeriod: Bool) {
        var play = Play(FakeServer(countsNewPeriod: countsNewPeriod, clock: 3_000_000_000))
        play.periods(2, of: 64)
        #expect(play.gaps.isEmpty)
        #expect(play.timeline.position == FrameCount(128))
    }

    @Test("goes on across the clock's 32-bit end", arguments: [true, false], [256, 100] as [UInt32])
    func wraps(countsNewPeriod: Bool, frames: UInt32) {
        var play = Play(FakeServer(countsNewPeriod: countsNewPeriod, clock: .max - 1000))
        play.periods(20, of: frames)
        play.server.skip(777)
        play.periods(20, of: frames)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(20 * frames), frames: FrameCount(777), cause: .skipped, exact: true)
            ])
        #expect(play.isSeamless)
    }

    @Test("sees no hole when the period changes, by either rule", arguments: [true, false])
    func changesPeriod(countsNewPeriod: Bool) {
        var play = Play(FakeServer(countsNewPeriod: countsNewPeriod))
        for frames: UInt32 in [256, 256, 1024, 1024, 64, 64, 100, 100] { play.period(frames) }
        #expect(play.gaps.isEmpty)
        #expect(play.timeline.position == FrameCount(2 * (256 + 1024 + 64 + 100)))
    }

    @Test("measures a hole at a change of period exactly, by either rule", arguments: [true, false])
    func measuresHoleAtChange(countsNewPeriod: Bool) {
        var play = Play(FakeServer(countsNewPeriod: countsNewPeriod))
        play.period(256)
        play.server.skip(333)
        play.period(1024)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(256), frames: FrameCount(333), cause: .skipped, exact: true)
            ])
    }

    @Test("reads the raw numbers that were seen on jack2 and on PipeWire")
    func readsMeasuredNumbers() {
        // jack2: 256 → 1024 advances by 1024. PipeWire: the same change advances by 1280, and 1024 are lost.
        for (countsNewPeriod, advance, lost) in [(true, 1024, 0), (false, 1280, 1024)] {
            var timeline = Timeline(rate: SampleRate(48_000), clockCountsNewPeriod: countsNewPeriod)
            var steps: [Timeline.Step] = []
            timeline.place(PeriodHeader(frames: 256, channels: 1, frameTimeBefore: 5000), into: &steps)
            timeline.place(
                PeriodHeader(frames: 1024, channels: 1, frameTimeBefore: 5000 + UInt32(advance)), into: &steps
            )
            #expect(timeline.position == FrameCount(256 + lost + 1024))
        }
    }

    @Test("tells what the ring refused from what the server skipped")
    func attributesHoles() {
        var play = Play()
        play.periods(2, of: 256)
        play.server.refuse(256)
        play.server.skip(1000)
        play.server.refuse(256)
        play.periods(2, of: 256)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(512), frames: FrameCount(512), cause: .overrun, exact: true),
                .gap(at: FrameCount(1024), frames: FrameCount(1000), cause: .skipped, exact: true),
            ])
        #expect(play.isSeamless)
    }

    @Test("knows what was refused before the first period came through")
    func countsEarlyOverrun() {
        var play = Play()
        play.server.refuse(256)
        play.server.refuse(256)
        play.period(256)
        #expect(
            play.gaps == [.gap(at: .zero, frames: FrameCount(512), cause: .overrun, exact: true)])
    }

    @Test(
        "pads the tail that was refused or skipped at the end, to the frame", arguments: [true, false])
    func padsTail(countsNewPeriod: Bool) {
        var play = Play(FakeServer(countsNewPeriod: countsNewPeriod))
        play.periods(4, of: 256)
        play.server.skip(99)
        play.server.refuse(256)
        play.server.refuse(64)
        play.finish()
        #expect(play.timeline.position == FrameCount(4 * 256 + 99 + 256 + 64))
        #expect(
            play.gaps == [
                .gap(at: FrameCount(1024), frames: FrameCount(320), cause: .overrun, exact: true),
                .gap(at: FrameCount(1344), frames: FrameCount(99), cause: .skipped, exact: true),
            ])
        #expect(play.steps.last == .end(at: FrameCount(1443)))
    }

    @Test("pads nothing when the last period came through")
    func padsNothing() {
        var play = Play()
        play.periods(4, of: 256)
        play.finish()
        #expect(play.gaps.isEmpty)
        #expect(play.steps.last == .end(at: FrameCount(1024)))
    }

    @Test("a take of refused periods alone is all gap")
    func allRefused() {
        var play = Play()
        play.server.refuse(128)
        play.server.refuse(128)
        play.finish()
        #expect(play.gaps == [.gap(at: .zero, frames: FrameCount(256), cause: .overrun, exact: true)])
    }

    @Test("leaves a freewheel out, and fills none of it")
    func holds() {
        var play = Play()
        play.periods(2, of: 256)
        for _ in 0..<1000 { play.server.hold(256) }
        play.periods(2, of: 256)
        #expect(play.gaps.isEmpty)
        #expect(play.steps.contains(.held(at: FrameCount(512), frames: FrameCount(256_000))))
        #expect(play.timeline.position == FrameCount(1024))
    }

    @Test("tells a skip beside a freewheel from the freewheel")
    func holdsAndSkips() {
        var play = Play()
        play.period(256)
        play.server.hold(256)
        play.server.skip(77)
        play.server.hold(256)
        play.period(256)
        #expect(
            play.gaps == [.gap(at: FrameCount(256), frames: FrameCount(77), cause: .skipped, exact: true)])
    }

    @Test("marks a torn period as suspect")
    func marksTorn() {
        var play = Play()
        play.period(256)
        play.period(256, isTorn: true)
        #expect(play.steps.last == .suspect(at: FrameCount(256), frames: FrameCount(256)))
    }

    @Test(
        "has its length to the frame, inside a period, and nothing behind it",
        arguments: [1, 255, 256, 257, 700])
    func endsExactly(length: Int) {
        var play = Play(length: length)
        play.periods(5, of: 256)
        #expect(play.audio == length)
        #expect(play.timeline.isEnded)
        #expect(play.steps.last == .end(at: FrameCount(length)))
        #expect(play.isSeamless)
    }

    @Test("has its length to the frame inside a hole")
    func endsInsideHole() {
        var play = Play(length: 1000)
        play.periods(2, of: 256)
        play.server.skip(10_000)
        play.periods(2, of: 256)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(512), frames: FrameCount(488), cause: .skipped, exact: true)
            ])
        #expect(play.timeline.position == FrameCount(1000))
        #expect(play.steps.last == .end(at: FrameCount(1000)))
    }

    @Test("marks only the suspect frames that belong to the take")
    func trimsSuspect() {
        var play = Play(length: 300)
        play.period(256)
        play.period(256, isTorn: true)
        #expect(play.steps.contains(.suspect(at: FrameCount(256), frames: FrameCount(44))))
    }

    @Test("a clock that jumps back begins a new epoch, with no silence", arguments: [1, 100_000] as [UInt32])
    func jumpsBack(frames: UInt32) {
        var play = Play(FakeServer(clock: 500_000))
        play.periods(2, of: 256)
        play.server.clock &-= frames
        play.periods(2, of: 256)
        #expect(play.steps.contains(.clockJumped(at: FrameCount(512), by: FrameCount(-Int64(frames)))))
        #expect(play.gaps.isEmpty)
        #expect(play.timeline.position == FrameCount(1024))
    }

    @Test("what time says was lost in a jump of the clock is an estimate")
    func estimatesLossInJump() {
        var play = Play(FakeServer(clock: 500_000))
        play.periods(2, of: 256)
        play.server.clock = 0
        play.server.stall(nanoseconds: 2_000_000_000)
        play.periods(2, of: 256)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(512), frames: FrameCount(96_000), cause: .skipped, exact: false)
            ])
        #expect(play.timeline.position == FrameCount(1024))
    }

    @Test("a period for which the server had no buffer is suspect")
    func marksIncomplete() {
        var play = Play()
        var header = play.server.period(256)
        header.flags = PeriodFlags.planeMissing.rawValue
        play.timeline.place(header, into: &play.steps)
        #expect(play.steps.last == .suspect(at: .zero, frames: FrameCount(256)))
    }

    @Test("a stall shortly before the length is reached is not forgotten")
    func settlesAtLength() {
        var play = Play(length: 256 * 60)
        play.periods(50, of: 256)
        play.server.stall(nanoseconds: 1_000_000_000)
        play.server.xruns += 1
        play.periods(20, of: 256)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(256 * 50), frames: FrameCount(48_000), cause: .xrun, exact: false)
            ])
        #expect(play.steps.last == .end(at: FrameCount(256 * 60)))
    }

    @Test("a clock that jumps ahead by hours while no time passes is no loss of hours")
    func jumpsAhead() {
        var play = Play()
        play.periods(2, of: 256)
        play.server.clock &+= 500_000_000
        play.periods(2, of: 256)
        #expect(play.steps.contains(.clockJumped(at: FrameCount(512), by: FrameCount(500_000_000))))
        #expect(play.timeline.position == FrameCount(1024))
    }

    @Test("what was refused around a jump of the clock is still counted")
    func countsOverrunAcrossJump() {
        var play = Play(FakeServer(clock: 500_000))
        play.period(256)
        play.server.refuse(256)
        play.server.clock &-= 400_000
        play.period(256)
        #expect(
            play.gaps == [.gap(at: FrameCount(256), frames: FrameCount(256), cause: .overrun, exact: true)])
    }

    @Test("a stop of twenty hours is longer than half the clock, and is still measured to the frame")
    func measuresLongStop() {
        var play = Play()
        play.period(256)
        let hours: UInt32 = 20 * 3600 * 48_000
        play.server.skip(hours)
        play.period(256)
        #expect(
            play.gaps == [
                .gap(at: FrameCount(256), frames: FrameCount(hours), cause: .skipped, exact: true)
            ])
    }

    @Test("a change of rate is a step before the audio that runs at it")
    func changesRate() {
        var play = Play()
        play.period(256)
        play.server.rate = 44_100
        play.period(256)
        #expect(
            play.steps.dropFirst() == [
                .rateChanged(at: FrameCount(256), from: SampleRate(48_000), to: SampleRate(44_100)),
                .audio(at: FrameCount(256), frames: FrameCount(256)),
            ])
        #expect(play.timeline.rate == SampleRate(44_100))
    }

    @Test("xrun notices stand where they came, those before the take do not")
    func placesXruns() {
        var play = Play()
        play.server.xruns = 7
        play.periods(2, of: 256)
        play.server.xruns = 10
        play.period(256)
        let xruns = play.steps.filter { if case .xrun = $0 { true } else { false } }
        #expect(xruns == [.xrun(at: FrameCount(512), count: 3)])
    }

    @Test("places a moment behind the frames that were captured by then")
    func placesMoments() {
        var play = Play()
        play.periods(10, of: 480)  // 10 ms each, from 1 s on
        #expect(play.timeline.position(at: MonotonicTime(rawValue: 1_005_000_000)) == FrameCount(720))
        #expect(play.timeline.position(at: MonotonicTime(rawValue: 1_089_000_000)) == FrameCount(4752))
        #expect(play.timeline.position(at: MonotonicTime(rawValue: 5_000_000_000)) == FrameCount(4800))
        #expect(play.timeline.position(at: MonotonicTime(rawValue: 1)) == .zero)
    }
}

@Suite("A timeline on PipeWire")
struct SnapshotClockTests {
    private func play(late: UInt64, copying: UInt64) -> [Timeline.Step] {
        var server = FakeServer(countsNewPeriod: false)
        var timeline = Timeline(rate: SampleRate(48_000), clockCountsNewPeriod: false)
        var steps: [Timeline.Step] = []
        for _ in 0..<40 { timeline.place(server.period(480, late: 50_000), into: &steps) }
        timeline.place(server.period(480, late: late, copying: copying), into: &steps)
        return steps.filter { if case .suspect = $0 { true } else { false } }
    }

    @Test("suspects a copy that ends behind the next period's beginning, though both readings agree")
    func suspectsLongCopy() {
        #expect(play(late: 8_000_000, copying: 3_000_000).count == 1)
    }

    @Test("suspects no late period whose copy is done in time")
    func trustsLatePeriod() {
        #expect(play(late: 9_000_000, copying: 500_000).isEmpty)
    }

    @Test("suspects no period of a burst that catches up")
    func trustsBurst() {
        #expect(play(late: 25_000_000, copying: 500_000).isEmpty)
    }
}
