import Foundation
import JackTap
import JackTapCommand
import TakeFiles
import TapRing
import Testing

private func makeStatus(
    _ phase: TakeStatus.Phase = .recording, peaks: [Float] = [0.5, 0], free: Int64? = 1 << 40
) -> TakeStatus {
    TakeStatus(
        phase: phase, frames: FrameCount(72_000), rate: SampleRate(48_000), peaks: peaks,
        clippedSamples: peaks.map { $0 >= 1 ? 1 : 0 }, ringPercent: 3.5, highWaterPercent: 12,
        lostFrames: FrameCount(7),
        suspectFrames: FrameCount(8), xruns: 2, freeBytes: free, secondsLeft: free.map { Double($0) / 1000 },
        undrainedBytes: 99)
}

private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

@Suite("The status in JSON")
struct StatusJSONTests {
    @Test("is one object on one line, with every figure")
    func status() throws {
        let line = StatusJSON.line(makeStatus())
        #expect(line.last == "\n" && line.filter { $0 == "\n" }.count == 1)
        let status = try object(line)
        #expect(status["type"] as? String == "status")
        #expect(status["phase"] as? String == "recording")
        #expect(status["frames"] as? Int == 72_000)
        #expect(status["seconds"] as? Double == 1.5)
        #expect(status["rate"] as? Int == 48_000)
        #expect(status["peaks"] as? [Double] == [0.5, 0])
        #expect(status["clipped"] as? [Int] == [0, 0])
        #expect(status["ring"] as? [String: Double] == ["percent": 3.5, "highWaterPercent": 12])
        #expect(status["lostFrames"] as? Int == 7)
        #expect(status["suspectFrames"] as? Int == 8)
        #expect(status["xruns"] as? Int == 2)
        #expect((status["disk"] as? [String: Any])?["freeBytes"] as? Int == 1 << 40)
        #expect(status["undrainedBytes"] as? Int == 99)
    }

    @Test("is valid whatever the levels and the disk are")
    func extremes() throws {
        let status = try object(
            StatusJSON.line(makeStatus(.held, peaks: [.infinity, .nan, 1e-30], free: nil)))
        #expect((status["peaks"] as? [Any])?.count == 3)
        #expect((status["disk"] as? [String: Any])?["secondsLeft"] is NSNull)
    }

    @Test("tells events and failures, whatever is in their words")
    func words() throws {
        let text = "a \"quoted\" \\ line\nbreak \u{1B} \u{2028} é"
        let event = try object(StatusJSON.line(SessionEvent(.sourceGone, text)))
        #expect(event["kind"] as? String == "source-gone")
        #expect(event["text"] as? String == text)
        let failure = try object(StatusJSON.line(error: text, exit: 5))
        #expect(failure["type"] as? String == "error")
        #expect(failure["exit"] as? Int == 5)
        #expect(StatusJSON.line(SessionEvent(.gap, text)).filter { $0 == "\n" }.count == 1)
    }
}

@Suite("Thinning of statuses")
struct StatusThinningTests {
    private func at(_ milliseconds: UInt64) -> MonotonicTime {
        MonotonicTime(rawValue: milliseconds * 1_000_000)
    }

    @Test("lets one through in an interval")
    func interval() {
        var thinning = StatusThinning(every: .milliseconds(100))
        let passed = stride(from: UInt64(0), through: 300, by: 50).map {
            thinning.take(makeStatus(), at: at($0)) != nil
        }
        #expect(passed == [true, false, true, false, true, false, true])
    }

    @Test("loses no peak")
    func peaks() {
        var thinning = StatusThinning(every: .milliseconds(100))
        _ = thinning.take(makeStatus(peaks: [0.9, 0.9]), at: at(0))
        _ = thinning.take(makeStatus(peaks: [0.1, 0.8]), at: at(30))
        _ = thinning.take(makeStatus(peaks: [0.7, 0.2]), at: at(60))
        #expect(thinning.take(makeStatus(peaks: [0.3, 0.3]), at: at(100))?.peaks == [0.7, 0.8])
        #expect(thinning.take(makeStatus(peaks: [0.1, 0.1]), at: at(200))?.peaks == [0.1, 0.1])
    }

    @Test("lets a new phase through at once")
    func phase() {
        var thinning = StatusThinning(every: .seconds(10))
        _ = thinning.take(makeStatus(), at: at(0))
        #expect(thinning.take(makeStatus(.stalled), at: at(1)) != nil)
        #expect(thinning.take(makeStatus(.stalled), at: at(2)) == nil)
    }
}

@Suite("Thinning of events")
struct EventThrottleTests {
    private func at(_ seconds: UInt64) -> MonotonicTime { MonotonicTime(rawValue: seconds * 1_000_000_000) }

    @Test("shows the first few of a kind, and counts the rest")
    func storm() {
        var throttle = EventThrottle()
        var lines: [String] = []
        for number in 0..<100 {
            lines += throttle.lines(for: SessionEvent(.xrun, "xrun \(number)"), at: at(1))
        }
        #expect(lines == (0..<5).map { "xrun \($0)" })
        #expect(
            throttle.lines(for: SessionEvent(.gap, "gap"), at: at(11)) == [
                "95 more notices of the kind \"xrun\"; the report has them all", "gap",
            ])
        #expect(throttle.rest().isEmpty)
    }

    @Test("keeps kinds apart")
    func kinds() {
        var throttle = EventThrottle()
        for _ in 0..<100 { _ = throttle.lines(for: SessionEvent(.xrun, "xrun"), at: at(1)) }
        #expect(throttle.lines(for: SessionEvent(.serverLost, "lost"), at: at(2)) == ["lost"])
    }

    @Test("tells at the end what was held back")
    func rest() {
        var throttle = EventThrottle()
        for _ in 0..<6 { _ = throttle.lines(for: SessionEvent(.message, "m"), at: at(1)) }
        #expect(throttle.rest() == ["1 more notice of the kind \"message\"; the report has them all"])
        #expect(throttle.rest().isEmpty)
    }

    @Test("shows again when the time is over")
    func again() {
        var throttle = EventThrottle()
        for _ in 0..<5 { _ = throttle.lines(for: SessionEvent(.xrun, "x"), at: at(1)) }
        #expect(throttle.lines(for: SessionEvent(.xrun, "later"), at: at(11)) == ["later"])
    }
}
