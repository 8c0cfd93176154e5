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
        ledger.clockJumped()
        #expect(!ledger.isLossless)
    }
}
