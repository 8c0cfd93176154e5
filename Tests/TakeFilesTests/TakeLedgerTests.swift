import TapRing
import Testing

@testable import TakeFiles

@Suite("A take's books")
struct TakeLedgerTests {
    private func ledger() -> TakeLedger {
        var ledger = TakeLedger()
        ledger.record(FrameCount(100))
        ledger.gap(at: FrameCount(100), frames: FrameCount(50), cause: .skipped, filled: true)
        ledger.record(FrameCount(100))
        ledger.suspect(at: FrameCount(200), frames: FrameCount(50))
        return ledger
    }

    @Test("add up to what the server counted")
    func addUp() {
        var ledger = ledger()
        ledger.gap(at: FrameCount(250), frames: FrameCount(30), cause: .overrun, filled: false)
        #expect(ledger.recorded == FrameCount(200))
        #expect(ledger.silenceFilled == FrameCount(50))
        #expect(ledger.absent == FrameCount(30))
        #expect(ledger.expected == FrameCount(280))
        #expect(ledger.lost == FrameCount(80))
    }

    @Test("leave estimates out of every sum")
    func leaveEstimatesOut() {
        var ledger = TakeLedger()
        ledger.record(FrameCount(10))
        ledger.estimate(at: FrameCount(5), frames: FrameCount(1000), cause: .xrun)
        #expect(ledger.expected == FrameCount(10))
        #expect(ledger.lost == .zero)
        #expect(!ledger.isLossless)
    }

    @Test("join what lies together and has one cause")
    func joinGaps() {
        var ledger = TakeLedger()
        ledger.gap(at: .zero, frames: FrameCount(5), cause: .overrun, filled: true)
        ledger.gap(at: FrameCount(5), frames: FrameCount(5), cause: .overrun, filled: true)
        ledger.gap(at: FrameCount(10), frames: FrameCount(5), cause: .skipped, filled: true)
        ledger.record(FrameCount(1))
        ledger.gap(at: FrameCount(16), frames: FrameCount(5), cause: .skipped, filled: true)
        #expect(ledger.gaps.map(\.frames) == [FrameCount(10), FrameCount(5), FrameCount(5)])
    }

    @Test("take back what the disk did not take, and cut a gap that lies across", arguments: 0...250)
    func takeBack(place: Int) {
        var ledger = ledger()
        let place = FrameCount(place)
        ledger.takeBack(from: place, cause: .unwritten)
        #expect(ledger.expected == FrameCount(250))
        #expect(ledger.recorded + ledger.silenceFilled == place)
        #expect(ledger.silenceFilled == max(.zero, min(place, FrameCount(150)) - FrameCount(100)))
        let absent = ledger.gaps.filter { !$0.filled }.reduce(FrameCount.zero) { $0 + $1.frames }
        #expect(absent == FrameCount(250) - place)
        for suspect in ledger.suspects { #expect(suspect.at + suspect.frames <= place) }
    }

    @Test("keep a hole's own cause when it is taken back")
    func keepCause() {
        var ledger = ledger()
        ledger.takeBack(from: FrameCount(50), cause: .unwritten)
        #expect(
            ledger.gaps.map { "\($0.at.rawValue)+\($0.frames.rawValue) \($0.cause)" } == [
                "50+50 unwritten", "100+50 skipped", "150+100 unwritten",
            ])
    }

    @Test("say a warning once")
    func warnOnce() {
        var ledger = TakeLedger()
        ledger.warn("one")
        ledger.warn("two")
        ledger.warn("one")
        #expect(ledger.warnings == ["one", "two"])
    }
}
