import JACKHost
import Testing

@Suite("the judge of the known signal")
struct PatternCheckerTests {
    private static let origin: Int64 = 12_345_678_901

    /// A take of the signal, interleaved.
    private func take(_ frames: Int, channels: Int = 3) -> [Float] {
        (0..<frames).flatMap { frame in
            (0..<channels).map { KnownSignal.sample(channel: $0, position: Self.origin + Int64(frame)) }
        }
    }

    private func judged(
        _ samples: [Float], channels: Int = 3, gaps: [Range<Int64>] = [], unjudged: [Range<Int64>] = []
    ) -> PatternChecker {
        var checker = PatternChecker(
            channels: channels, origin: Self.origin, gaps: gaps, unjudged: unjudged)
        checker.check(interleaved: samples.span, from: 0)
        return checker
    }

    @Test("passes the signal as it was played")
    func good() {
        let checker = judged(take(1000))
        #expect(checker.isGood)
        #expect(checker.right == 3000)
    }

    @Test("sees a lost frame, a repeated one, swapped channels, a changed bit", arguments: [0, 1, 2, 3])
    func bad(_ damage: Int) {
        var samples = take(1000)
        switch damage {
        case 0: samples.removeSubrange(300..<303)
        case 1: samples.insert(contentsOf: samples[297..<300], at: 300)
        case 2: samples.swapAt(300, 301)
        default: samples[300] = samples[300].nextUp
        }
        #expect(!judged(samples).isGood)
    }

    @Test("names the place of the first wrong samples")
    func place() {
        var samples = take(1000)
        samples[3 * 500 + 2] = 0.25
        let checker = judged(samples)
        #expect(checker.wrong == 1)
        #expect(checker.faults.first?.position == 500)
        #expect(checker.faults.first?.channel == 2)
        #expect(checker.faults.first?.found == 0.25)
    }

    @Test("wants silence where frames are missing, and the signal behind it in its place")
    func gap() {
        var samples = take(1000)
        for index in 300..<600 { samples[index] = 0 }
        let checker = judged(samples, gaps: [100..<200])
        #expect(checker.isGood)
        #expect(checker.silent == 300)
        #expect(!judged(samples, gaps: [100..<199]).isGood)
        #expect(!judged(take(1000), gaps: [100..<200]).isGood)
    }

    @Test("does not judge what the source did not play")
    func unjudged() {
        var samples = take(1000)
        for index in 300..<600 { samples[index] = 0.5 }
        let checker = judged(samples, unjudged: [150..<200, 100..<150, 100..<120])
        #expect(checker.isGood)
        #expect(checker.unjudged == 300)
    }

    @Test("judges nothing good that it did not look at")
    func nothing() {
        #expect(!judged([]).isGood)
        #expect(!judged(take(10), unjudged: [0..<10]).isGood)
    }

    @Test("learns the origin from the first frame whose channels agree")
    func learns() {
        var samples = take(1000)
        samples[0] = 0.1
        var checker = PatternChecker(channels: 3)
        checker.check(interleaved: samples.span, from: 0)
        #expect(checker.wrong == 3)
        #expect(checker.right == 2997)
        #expect(checker.origin.map { ($0 - Self.origin) % KnownSignal.period } == 0)
    }

    @Test("takes a file in pieces of any length")
    func pieces() {
        let samples = take(1000)
        var checker = PatternChecker(channels: 3, origin: Self.origin)
        var frame = 0
        for length in [1, 7, 100, 392, 500] {
            checker.check(
                interleaved: Array(samples[frame * 3..<(frame + length) * 3]).span, from: Int64(frame))
            frame += length
        }
        #expect(checker.right == 3000)
        #expect(checker.wrong == 0)
    }

    @Test(
        "every value of the signal comes back from its sample",
        arguments: [0, 1, 8_388_607, 8_388_608, 16_777_215])
    func values(_ value: Int64) {
        #expect(KnownSignal.value(of: KnownSignal.sample(channel: 0, position: value)) == value)
    }

    @Test(
        "what is none of the signal has no value",
        arguments: [1, 1.5, -1.001, 1e-9, .nan, .infinity, -.infinity])
    func strangers(_ sample: Float) {
        #expect(KnownSignal.value(of: sample) == nil)
    }

    @Test("an origin is found beyond the signal's own length", arguments: [-8_000_000, 0, 8_000_000])
    func origin(_ error: Int64) {
        let frame = (0..<3).map { KnownSignal.sample(channel: $0, position: Self.origin + 77) }
        #expect(KnownSignal.origin(of: frame, at: 77, near: Self.origin + error) == Self.origin)
    }
}
