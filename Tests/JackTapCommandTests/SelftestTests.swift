import Foundation
import JACKHost
import JackTapCommand
import TakeFiles
import TapRing
import Testing

private func makeReport(
    exit: Int32 = 0, gaps: [TakeReport.Gap] = [], suspect: [TakeReport.Suspect] = [], frames: Int64 = 1000
) -> TakeReport {
    let lost = gaps.filter(\.exact).reduce(FrameCount.zero) { $0 + $1.frames }
    return TakeReport(
        jacktap: "test", startedAt: "", stoppedBy: "duration", exit: exit, lossless: exit == 0,
        server: .init(name: "s", version: "v", rate: 48_000, period: 256, realtime: false), channels: [],
        files: [],
        frames: .init(
            expected: FrameCount(frames), recorded: FrameCount(frames) - lost, silenceFilled: lost),
        gaps: gaps, suspect: suspect, xruns: .init(count: 0, positions: []),
        ring: .init(seconds: 10, bytes: 1, highWaterPercent: 0.55, droppedFrames: .zero, droppedPeriods: 0),
        callback: .init(periods: 4, p50: 900, p99: 1500, max: 3_200_000), events: [], warnings: ["a warning"])
}

@Suite("The result of a selftest")
struct SelftestResultTests {
    private func result(
        _ report: TakeReport = makeReport(), frames: Int64 = 1000, right: Int64 = 8000, unjudged: Int64 = 0,
        wrong: Int64 = 0
    ) -> SelftestResult {
        SelftestResult(
            report: report, expected: FrameCount(1000),
            samples: .init(
                frames: FrameCount(frames), right: right, unjudged: unjudged, wrong: wrong,
                faults: wrong == 0 ? [] : ["channel 3 at frame 7"]))
    }

    private let lost = TakeReport.Gap(
        at: FrameCount(48_000), frames: FrameCount(256), cause: "skipped", exact: true)

    @Test("is complete only when every sample is right")
    func verdicts() {
        #expect(result().verdict == .complete)
        #expect(result(wrong: 1).verdict == .notVerified)
        #expect(result(right: 0).verdict == .notVerified)
        #expect(result(frames: 999).verdict == .notVerified)
        #expect(result(unjudged: 8).verdict == .framesMissing)
        #expect(result(makeReport(exit: 3, gaps: [lost])).verdict == .framesMissing)
        #expect(result(makeReport(exit: 3, gaps: [lost]), wrong: 1).verdict == .notVerified)
        #expect(result(makeReport(exit: 4), frames: 500).verdict == .serverLost)
        #expect(result(makeReport(exit: 5), frames: 500).verdict == .diskFailed)
        #expect(result(makeReport(exit: 99)).verdict == .notVerified)
    }

    @Test("takes no estimate for a loss, and no suspect frame for a fault, when every sample is right")
    func estimates() {
        let late = TakeReport.Gap(at: FrameCount(480), frames: FrameCount(99), cause: "xrun", exact: false)
        let report = makeReport(
            exit: 3, gaps: [late], suspect: [.init(at: FrameCount(5), frames: FrameCount(64))])
        #expect(result(report).verdict == .complete)
        #expect(result(report, unjudged: 64).verdict == .framesMissing)
        let text = result(report).text
        #expect(text.contains("  late by about 99 frames at frame 480 (00:00:00.010): xrun\n"))
        #expect(text.contains("  suspect: 64 frames at frame 5, and right\n"))
        #expect(text.contains("with hardware, frames would have been lost"))
    }

    @Test("is a table that says where frames are missing")
    func table() {
        #expect(
            result(makeReport(exit: 3, gaps: [lost])).text == """
                  frames expected            1000
                  frames recorded             744
                  frames lost                 256
                  samples checked            8000
                  samples wrong                 0
                  samples unjudged              0
                  callback p50             900 ns
                  callback p99             1.5 µs
                  callback max             3.2 ms
                  ring high water           0.6 %
                  realtime                     no
                  lost 256 frames at frame 48000 (00:00:01.000): skipped
                  warning: a warning
                incomplete: this machine lost frames, as listed above; all others are right

                """)
    }

    @Test("names the wrong samples")
    func faults() {
        let text = result(wrong: 1).text
        #expect(text.contains("  wrong: channel 3 at frame 7\n"))
        #expect(text.hasSuffix("FAILED: 1 sample wrong\n"))
        #expect(result(frames: 999).text.hasSuffix("FAILED: the file has 999 of 1000 frames\n"))
        #expect(result().text.hasSuffix("passed: every sample of every channel is right\n"))
        #expect(result(makeReport(exit: 4), frames: 9).text.hasSuffix("ended early: stopped by duration\n"))
    }
}

@Suite("The checking of samples")
struct SampleCheckingTests {
    private static let origin: Int64 = 123_456_789

    /// Writes the known signal into a file, with some samples changed.
    private func check(
        frames: Int64 = 10_000, channels: Int = 3, report: TakeReport = makeReport(),
        skipped: @escaping @Sendable (Int64) -> [Range<Int64>] = { _ in [] },
        change: (inout [Float]) -> Void = { _ in }
    ) throws -> SelftestResult.SampleCheck? {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var samples = (0..<frames).flatMap { frame in
            (0..<channels).map { KnownSignal.sample(channel: $0, position: Self.origin + frame) }
        }
        change(&samples)
        let path = folder.path + "/take.wav"
        try makeWave(samples, channels: channels).write(to: URL(filePath: path))
        return try SampleChecking(
            report: report, source: .init(position: Self.origin - 5000, skipped: skipped)
        )
        .check(path)
    }

    private func makeWave(_ samples: [Float], channels: Int) -> Data {
        func bytes(_ value: some FixedWidthInteger) -> Data {
            unsafe withUnsafeBytes(of: value.littleEndian) { unsafe Data($0) }
        }
        let audio = samples.reduce(into: Data()) { $0 += bytes($1.bitPattern) }
        var file =
            Data("RIFF".utf8) + bytes(UInt32(36 + audio.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        file += bytes(UInt16(3)) + bytes(UInt16(channels)) + bytes(UInt32(48_000))
        file += bytes(UInt32(48_000 * channels * 4)) + bytes(UInt16(channels * 4)) + bytes(UInt16(32))
        return file + Data("data".utf8) + bytes(UInt32(audio.count)) + audio
    }

    @Test("finds every sample right, wherever the source's clock stood")
    func right() throws {
        let check = try #require(try check())
        #expect(check.frames == FrameCount(10_000))
        #expect(check.right == 30_000)
        #expect(check.wrong == 0)
    }

    @Test("finds one wrong sample, and says where it is")
    func wrong() throws {
        let check = try #require(try check(change: { $0[3 * 5000 + 2] = 0.25 }))
        #expect(check.wrong == 1)
        #expect(check.faults.count == 1)
        #expect(check.faults.first?.hasPrefix("channel 2 at frame 5000: 0.25 instead of") == true)
    }

    @Test("finds channels that changed places")
    func swapped() throws {
        let check = try #require(try check(change: { $0.swapAt(3 * 9000, 3 * 9000 + 1) }))
        #expect(check.wrong == 2)
    }

    @Test("finds a frame that is missing without a word")
    func missing() throws {
        let check = try #require(try check(change: { $0.removeSubrange(3 * 100..<3 * 101) }))
        #expect(check.frames == FrameCount(9999))
        #expect(check.wrong == 3 * 9899)
    }

    @Test("expects silence where the report says that frames are missing, and only there")
    func gaps() throws {
        let gap = TakeReport.Gap(at: FrameCount(0), frames: FrameCount(50), cause: "skipped", exact: true)
        let silent = try #require(
            try check(
                report: makeReport(gaps: [gap]),
                change: { samples in
                    for index in 0..<150 { samples[index] = 0 }
                }))
        #expect(silent.wrong == 0)
        #expect(silent.silent == 150)
        let loud = try #require(try check(report: makeReport(gaps: [gap])))
        #expect(loud.wrong == 150)
    }

    @Test("leaves out what the source did not play in time")
    func skipped() throws {
        let check = try #require(
            try check(
                skipped: { [Self.origin + 20 - $0..<Self.origin + 30 - $0] },
                change: { samples in
                    for index in 3 * 20..<3 * 30 { samples[index] = 0.125 }
                }))
        #expect(check.wrong == 0)
        #expect(check.unjudged == 30)
    }

    @Test("leaves out what may be torn, when it is, and only then")
    func torn() throws {
        let suspect = TakeReport.Suspect(at: FrameCount(9990), frames: FrameCount(10))
        let report = makeReport(suspect: [suspect])
        let intact = try #require(try check(report: report))
        #expect(intact.wrong == 0)
        #expect(intact.unjudged == 0)
        let torn = try #require(try check(report: report, change: { $0[3 * 9995] = 0.125 }))
        #expect(torn.wrong == 0)
        #expect(torn.unjudged == 30)
    }

    @Test("finds nothing right in silence")
    func silence() throws {
        let check = try #require(try check(frames: 100, change: { $0 = $0.map { _ in 0 } }))
        #expect(check.right == 0)
        #expect(check.wrong == 300)
    }
}

@Suite("A temporary folder")
struct TemporaryFolderTests {
    @Test("is gone with its files when it is removed, and can be removed twice")
    func removal() throws {
        let folder = try TemporaryFolder()
        #expect(FileManager.default.createFile(atPath: folder.path + "/a b.wav.part", contents: Data([1])))
        folder.remove()
        folder.remove()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
