import TapRing
import Testing

@testable import TakeFiles

@Suite("A take writer")
struct TakeWriterTests {
    @Test("writes every sample of every channel where it belongs", arguments: [1, 2, 3, 64])
    func writesEverySample(channels: Int) async throws {
        let bench = try Bench(channels: channels)
        try await bench.writer.prepare()
        bench.feed.periods(30, of: 256)
        let report = await bench.finish()
        let sound = try bench.reading()
        #expect(sound.channels == channels)
        #expect(sound.frames == 30 * 256)
        for channel in 0..<channels {
            #expect(sound.channel(channel) == (0..<sound.frames).map { patternSample(channel, $0) })
        }
        #expect(report.exit == 0)
        #expect(report.lossless)
        #expect(report.isBalanced)
        #expect(bench.folder.names == ["take.json", "take.wav"])
    }

    @Test("fills a skipped second with exactly the missing silence")
    func fillsSkippedFrames() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        bench.feed.skip(47_872)
        bench.feed.periods(4, of: 256)
        let report = await bench.finish()
        let sound = try bench.reading()
        #expect(sound.frames == bench.feed.clock)
        #expect(report.gapTexts == ["1024+47872 skipped"])
        for frame in 0..<sound.frames {
            let isGap = (1024..<48_896).contains(frame)
            #expect(sound[frame, 1] == (isGap ? 0 : patternSample(1, frame)))
        }
        #expect(report.exit == 3)
        #expect(report.isBalanced)
    }
}
