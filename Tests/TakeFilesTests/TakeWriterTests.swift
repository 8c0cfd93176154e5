import TapConcurrency
import TapRing
import Testing

@testable import TakeFiles

/// Whether every frame of a take's single file is what was played at its place, or silence where the report says so.
func isTrue(_ sound: SoundReading, _ report: TakeReport, from start: Int = 0) -> Bool {
    var silent = [Bool](repeating: false, count: start + sound.frames)
    for gap in report.gaps where gap.filled {
        for frame in Int(gap.at.rawValue)..<Int((gap.at + gap.frames).rawValue) { silent[frame] = true }
    }
    for channel in 0..<sound.channels {
        for frame in 0..<sound.frames {
            let wanted = silent[start + frame] ? 0 : patternSample(channel, start + frame)
            if sound[frame, channel] != wanted { return false }
        }
    }
    return true
}

@Suite("A take writer")
struct TakeWriterTests {
    @Test("writes every sample of every channel where it belongs", arguments: [1, 2, 3, 64, 1024])
    func writesEverySample(channels: Int) async throws {
        let bench = try Bench(channels: channels, ringBytes: 32 << 20)
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        bench.feed.periods(3, of: 100)
        let report = await bench.finish()
        let sound = try bench.reading()
        #expect(sound.channels == channels)
        #expect(sound.frames == 4 * 256 + 300)
        #expect(isTrue(sound, report))
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
        #expect(isTrue(sound, report))
        #expect(report.exit == 3)
        #expect(!report.lossless)
        #expect(report.isBalanced)
    }

    @Test("fills seconds of silence in every encoding", arguments: SampleEncoding.allCases)
    func fillsLongGap(encoding: SampleEncoding) async throws {
        let bench = try Bench(channels: 3) { $0.encoding = encoding }
        try await bench.writer.prepare()
        bench.feed.period(256)
        bench.feed.skip(200_001)
        bench.feed.period(256)
        let report = await bench.finish()
        let sound = try bench.reading()
        #expect(sound.frames == 200_513)
        #expect(sound.samples[256 * 3..<(256 + 200_001) * 3].allSatisfy { $0 == 0 })
        #expect(abs(sound[200_257 + 10, 2] - patternSample(2, 200_257 + 10)) < 1 / 30_000)
        #expect(report.isBalanced)
    }

    @Test("keeps the place of what a full ring refused, and says that it was the ring")
    func placesOverrun() async throws {
        let bench = try Bench(ringBytes: 64 << 10)
        try await bench.writer.prepare()
        bench.feed.periods(100, of: 256)  // most of them do not fit
        let report = await bench.finish()
        let sound = try bench.reading()
        #expect(sound.frames == 25_600)
        #expect(isTrue(sound, report))
        #expect(report.gaps.map(\.cause) == ["overrun"])
        #expect(report.ring.droppedFrames == report.frames.silenceFilled)
        #expect(report.ring.droppedPeriods * 256 == Int(report.frames.silenceFilled.rawValue))
        #expect(report.ring.highWaterPercent > 90)
        #expect(report.exit == 3)
        #expect(report.isBalanced)
    }

    @Test("has the asked length to the frame, and nothing behind it", arguments: [1, 1000, 25_601])
    func hasLength(length: Int) async throws {
        let bench = try Bench { $0.length = FrameCount(length) }
        try await bench.writer.prepare()
        bench.feed.periods(120, of: 256)
        #expect(await bench.writer.run() == .length)
        let report = await bench.finish(.length)
        let sound = try bench.reading()
        #expect(sound.frames == length)
        #expect(isTrue(sound, report))
        #expect(report.exit == 0)
        #expect(report.frames.expected == FrameCount(length))
    }

    @Test("has the asked length when it ends inside a hole")
    func hasLengthInsideHole() async throws {
        let bench = try Bench { $0.length = FrameCount(1000) }
        try await bench.writer.prepare()
        bench.feed.period(256)
        bench.feed.skip(5000)
        bench.feed.period(256)
        #expect(await bench.writer.run() == .length)
        let report = await bench.finish(.length)
        #expect(try bench.reading().frames == 1000)
        #expect(report.gapTexts == ["256+744 skipped"])
        #expect(report.isBalanced)
    }

    @Test("writes one file a port, all of one length")
    func writesFilePerPort() async throws {
        let bench = try Bench(channels: 5, ringBytes: 64 << 10) { $0.isPerPort = true }
        try await bench.writer.prepare()
        bench.feed.periods(50, of: 256)
        let report = await bench.finish()
        #expect(report.files.count == 5)
        for (channel, file) in report.files.enumerated() {
            #expect(file.path == bench.folder.path("take-system-capture_\(channel + 1).wav"))
            let sound = try SoundReading(file.path)
            #expect(sound.frames == 12_800)
            let filled = report.gaps.flatMap {
                Array(Int($0.at.rawValue)..<Int(($0.at + $0.frames).rawValue))
            }
            let silent = Set(filled)
            let wanted = (0..<12_800).map { silent.contains($0) ? 0 : patternSample(channel, $0) }
            #expect(sound.channel(0) == wanted)
        }
        #expect(report.isBalanced)
    }

    @Test("marks torn periods as suspect, keeps them, and does not call the take complete")
    func marksSuspect() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.period(256)
        bench.feed.period(256, isTorn: true)
        bench.feed.period(256, isTorn: true)
        bench.feed.period(256)
        let report = await bench.finish()
        #expect(report.suspect == [TakeReport.Suspect(at: FrameCount(256), frames: FrameCount(512))])
        #expect(isTrue(try bench.reading(), report))
        #expect(report.exit == 3)
        #expect(!report.lossless)
    }

    @Test("leaves a freewheel out, with an event and nothing lost")
    func leavesFreewheelOut() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        for _ in 0..<100 { bench.feed.period(256, isHeld: true) }
        bench.feed.periods(4, of: 256)
        for _ in 0..<10 { bench.feed.period(256, isHeld: true) }
        let report = await bench.finish()
        #expect(try bench.reading().frames == 2048)
        #expect(report.events.map(\.kind) == ["held", "held"])
        #expect(report.events.map(\.at) == [FrameCount(1024), FrameCount(2048)])
        #expect(report.exit == 0)
    }

    @Test("reports a server's stall as an estimate that fills nothing")
    func reportsStall() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(100, of: 256)
        bench.feed.stall(nanoseconds: 1_000_000_000)
        bench.feed.xrun()
        bench.feed.periods(100, of: 256)
        let report = await bench.finish()
        #expect(report.gapTexts == ["25600+48000 xrun estimate"])
        #expect(report.xruns == TakeReport.Xruns(count: 1, positions: [FrameCount(25_600)]))
        #expect(try bench.reading().frames == 51_200)
        #expect(report.frames.expected == FrameCount(51_200))
        #expect(report.exit == 3)
        #expect(report.isBalanced)
    }

    @Test("an xrun that lost nothing costs nothing")
    func forgivesXrun() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(100, of: 256)
        bench.feed.xrun(2)
        bench.feed.periods(100, of: 256)
        let report = await bench.finish()
        #expect(report.xruns.count == 2)
        #expect(report.exit == 0)
        #expect(report.lossless)
    }

    @Test("counts clipped samples and such as are no number, in each channel")
    func countsLevels() async throws {
        let bench = try Bench(channels: 2)
        try await bench.writer.prepare()
        bench.feed.samples([[1.5, -1, .nan, 0.5], [0, 0, 0, -0.25]])
        let report = await bench.finish()
        #expect(report.channels.map(\.clipped) == [2, 0])
        #expect(report.channels.map(\.nonFinite) == [1, 0])
        #expect(report.channels.map(\.peak) == [1.5, 0.25])
        #expect(report.exit == 0)
    }

    @Test("does not call a take complete in which the server's clock jumped")
    func doubtsJump() async throws {
        let bench = try Bench(start: 1_000_000)
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        bench.feed.jump(-500_000)
        bench.feed.periods(4, of: 256)
        let report = await bench.finish()
        #expect(try bench.reading().frames == 2048)
        #expect(report.gaps == [])
        #expect(report.events.map(\.kind) == ["clock-jumped"])
        #expect(!report.lossless)
        #expect(report.exit == 3)
    }

    @Test("goes on across the end of the server's 32-bit clock", arguments: [true, false])
    func wraps(countsNewPeriod: Bool) async throws {
        let bench = try Bench(start: .max - 3000, countsNewPeriod: countsNewPeriod)
        try await bench.writer.prepare()
        bench.feed.periods(30, of: 256)
        let report = await bench.finish()
        #expect(report.exit == 0)
        #expect(isTrue(try bench.reading(), report))
    }

    @Test("says when it began, by the calendar")
    func saysStart() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(2, of: 256)
        let report = await bench.finish()
        #expect(report.startedAt.count == 24)
        #expect(report.startedAt.hasSuffix("Z"))
        #expect(bench.writer.firstPeriod.current == MonotonicTime(rawValue: 1_000_000_000))
    }
}

@Suite("What a hole does to a take")
struct GapPolicyTests {
    private func bench(_ policy: GapPolicy) async throws -> Bench {
        let bench = try Bench { $0.onGap = policy }
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        bench.feed.skip(1000)
        bench.feed.periods(4, of: 256)
        bench.feed.skip(500)
        bench.feed.periods(4, of: 256)
        return bench
    }

    @Test("split begins a new part behind each hole, and silence stands in none")
    func split() async throws {
        let bench = try await bench(.split)
        let report = await bench.finish()
        let names = ["take.wav", "take-02.wav", "take-03.wav"]
        #expect(report.files.map(\.path) == names.map { bench.folder.path($0) })
        #expect(report.files.map(\.at) == [FrameCount(0), FrameCount(2024), FrameCount(3548)])
        #expect(report.gapTexts == ["1024+1000 skipped", "3048+500 skipped"])
        #expect(report.frames.silenceFilled == .zero)
        #expect(report.frames.expected == FrameCount(3 * 1024 + 1500))
        for file in report.files {
            let sound = try SoundReading(file.path)
            #expect(sound.frames == 1024)
            #expect(isTrue(sound, report, from: Int(file.at.rawValue)))
        }
        #expect(report.exit == 3)
        #expect(report.isBalanced)
        #expect(bench.folder.names == ["take-02.wav", "take-03.wav", "take.json", "take.wav"])
    }

    @Test("split passes over names that exist by then")
    func splitPassesOver() async throws {
        let bench = try await bench(.split)
        try bench.folder.write("take-02.wav", [1])
        let report = await bench.finish()
        #expect(report.files.map(\.path).last == bench.folder.path("take-04.wav"))
        #expect(try bench.folder.read("take-02.wav") == [1])
        #expect(report.isBalanced)
    }

    @Test("split makes no part for a hole at the end")
    func splitAtEnd() async throws {
        let bench = try Bench { $0.onGap = .split }
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        bench.feed.period(256, isRefused: true)
        let report = await bench.finish()
        #expect(report.files.map(\.frames) == [FrameCount(1024)])
        #expect(report.gapTexts == ["1024+256 overrun"])
        #expect(report.isBalanced)
    }

    @Test("stop ends the take before the hole")
    func stop() async throws {
        let bench = try await bench(.stop)
        #expect(await bench.writer.run() == .gap)
        let report = await bench.finish(.gap)
        #expect(try bench.reading().frames == 1024)
        #expect(report.gapTexts == ["1024+1000 skipped"])
        #expect(report.gaps.first?.filled == false)
        #expect(report.stoppedBy == "gap")
        #expect(report.exit == 3)
        #expect(report.isBalanced)
    }

    @Test("a change of rate begins a new file at the new rate, with an event and a warning")
    func rateChange() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(4, of: 256)
        bench.feed.changeRate(to: 44_100)
        bench.feed.periods(4, of: 256)
        let report = await bench.finish()
        #expect(report.files.map(\.rate) == [48_000, 44_100])
        #expect(report.files.map(\.frames) == [FrameCount(1024), FrameCount(1024)])
        #expect(try bench.reading("take-02.wav").rate == 44_100)
        #expect(report.events.map(\.kind) == ["rate-changed"])
        #expect(report.warnings.count == 1)
        #expect(report.exit == 0)
        #expect(report.isBalanced)
    }

    @Test("a rate that was another from the first frame on is the file's, under the first name")
    func rateFromStart() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.changeRate(to: 96_000)
        bench.feed.periods(4, of: 256)
        let report = await bench.finish()
        #expect(report.files.map(\.path) == [bench.folder.path("take.wav")])
        #expect(try bench.reading().rate == 96_000)
        #expect(report.warnings == [])
    }
}
