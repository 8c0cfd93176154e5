import TapRing
import Testing

@testable import TakeFiles

@Suite("A clock that does not go on as it should")
struct ClockJumpTests {
    typealias Play = TimelineTests.Play

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

    @Test("a period that comes twice does not lengthen the take, and is suspect")
    func repeated() {
        var play = Play()
        play.periods(2, of: 256)
        let late = play.server.period(256)
        play.timeline.place(late, into: &play.steps)
        let length = play.timeline.position
        play.timeline.place(late, into: &play.steps)
        #expect(play.timeline.position == length)
        #expect(play.steps.last == .suspect(at: FrameCount(512), frames: FrameCount(256)))
        play.period(256)
        #expect(play.timeline.position == FrameCount(1024))
        #expect(play.gaps.isEmpty)
        #expect(play.isSeamless)
    }

    @Test("a take whose clock jumped is not lossless")
    func notLossless() {
        var ledger = TakeLedger()
        ledger.record(FrameCount(256))
        #expect(ledger.isLossless)
        ledger.doubt("the clock jumped")
        #expect(!ledger.isLossless)
    }
}
