import FoundationEssentials
import TapRing
import TestSupport
import Testing

@testable import TakeFiles

@Suite("Finishing a take")
struct FinishTests {
    @Test("twice, also at the same time, gives one report")
    func isIdempotent() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(10, of: 256)
        async let first = bench.finish()
        async let second = bench.finish(.cancelled)
        let reports = await [first, second]
        #expect(reports[0] == reports[1])
        #expect(await bench.finish(.stalled) == reports[0])
    }

    @Test("runs its course in a cancelled task")
    func ignoresCancellation() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(100, of: 256)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await bench.finish(.cancelled)
        }
        task.cancel()
        let report = await task.value
        #expect(report.frames.recorded == FrameCount(25_600))
        #expect(report.exit == 0)
    }

    @Test("writes the report that it returns, in the place of the sidecar")
    func writesReport() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.periods(10, of: 256)
        bench.feed.skip(64)
        bench.feed.periods(10, of: 256)
        let report = await bench.finish()
        let written = try JSONDecoder().decode(
            TakeReport.self, from: Data(try bench.folder.read("take.json")))
        #expect(written == report)
        #expect(bench.folder.names == ["take.json", "take.wav"])
    }

    @Test("writes the report where it was asked for, or nowhere", arguments: [true, false])
    func placesReport(isWanted: Bool) async throws {
        let folder = try Folder()
        let bench = try Bench(folder: folder) {
            $0.report = isWanted ? .file(folder.path("elsewhere.txt")) : .none
        }
        try await bench.writer.prepare()
        bench.feed.period(256)
        let report = await bench.finish()
        #expect(folder.names == (isWanted ? ["elsewhere.txt", "take.wav"] : ["take.wav"]))
        #expect(report.exit == 0)
    }

    @Test(
        "gives the highest verdict that applies",
        arguments: [
            (TakeEnd.length, false, Verdict.complete), (.stopped, true, .framesMissing),
            (.serverLost("x"), true, .serverLost), (.serverLost("x"), false, .serverLost),
            (.lowDisk, false, .diskFailed),
            (.stalled, true, .stalled), (.signal("SIGINT"), false, .complete),
            (.cancelled, false, .complete), (.failed("x"), false, .framesMissing),
        ])
    func givesVerdict(end: TakeEnd, hasGap: Bool, verdict: Verdict) async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.period(256)
        if hasGap { bench.feed.skip(100) }
        bench.feed.period(256)
        let report = await bench.finish(end)
        #expect(report.exit == verdict.rawValue)
        #expect(report.stoppedBy == end.name)
    }

    @Test("in a hurry drops the unread ring, says so, and still makes the file whole")
    func hurries() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        let run = Task { await bench.writer.run() }
        bench.feed.periods(10, of: 256)
        await bench.clock.beat()
        run.cancel()
        #expect(await run.value == nil)
        bench.feed.periods(5, of: 256)
        bench.feed.skip(100)
        bench.feed.periods(5, of: 256)
        bench.feed.period(256, isRefused: true)
        bench.writer.hurry()
        let report = await bench.finish(.signal("SIGINT"))
        let sound = try bench.reading()
        #expect(sound.frames == 2560)
        #expect(isTrue(sound, report))
        #expect(
            report.gapTexts == [
                "2560+1280 undrained", "3840+100 skipped", "3940+1280 undrained", "5220+256 overrun",
            ])
        #expect(report.gaps.allSatisfy { !$0.filled })
        #expect(report.frames.expected == FrameCount(bench.feed.clock))
        #expect(report.exit == 3)
        #expect(report.isBalanced)
    }

    @Test("in a hurry while silence is being filled stops filling")
    func hurriesInsideSilence() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.period(256)
        bench.feed.skip(100 * 48_000)
        bench.feed.period(256)
        bench.writer.hurry()
        let report = await bench.finish()
        #expect(
            try bench.reading().frames == Int((report.frames.recorded + report.frames.silenceFilled).rawValue)
        )
        #expect(report.frames.expected == FrameCount(bench.feed.clock))
        #expect(report.isBalanced)
    }

    @Test("without a period keeps an empty file that opens")
    func keepsEmptyFile() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        let report = await bench.finish()
        #expect(try bench.reading().frames == 0)
        #expect(report.frames.expected == .zero)
    }

    @Test("keeps the partial file when its name was taken meanwhile, and does not call that verified")
    func keepsPartial() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.period(256)
        try bench.folder.write("take.wav", [1])
        let report = await bench.finish()
        #expect(report.exit == 7)
        #expect(report.files.map(\.path) == [bench.folder.path("take.wav.part")])
        #expect(try bench.folder.read("take.wav") == [1])
        #expect(try bench.reading("take.wav.part").frames == 256)
        #expect(report.warnings.count == 1)
    }

    @Test("keeps the sidecar when the report's name was taken meanwhile, and does not call that complete")
    func keepsSidecar() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.period(256)
        try bench.folder.write("take.json", [1])
        let report = await bench.finish()
        #expect(report.exit == 5)
        #expect(report.warnings.count == 1)
        #expect(bench.folder.names == ["take.json", "take.json.part", "take.wav"])
        #expect(try bench.folder.read("take.json") == [1])
    }

    @Test("shows its progress while the disk hangs, and takes notes without waiting for it")
    func showsProgress() async throws {
        let gate = Gate()
        let files = FaultyFiles { operation, _, _ throws(TakeError) in
            if operation == .write { gate.pass() }
        }
        let bench = try Bench(channels: 64, ringBytes: 16 << 20, files: files)
        try await bench.writer.prepare()
        bench.feed.periods(200, of: 256)
        let finishing = Task { await bench.finish() }
        try await eventually("the writer stands before the disk") { gate.wasReached }
        let status = bench.writer.status
        #expect(status.phase == .draining)
        #expect(status.undrainedBytes > 1 << 20)
        #expect(bench.writer.partialPaths.contains(bench.folder.path("take.wav.part")))
        bench.writer.note("port-disconnected", detail: "a:b", at: bench.feed.now)
        gate.open()
        let report = await finishing.value
        #expect(report.frames.recorded == FrameCount(51_200))
        #expect(report.events.map(\.kind) == ["port-disconnected"])
        #expect(bench.writer.status.phase == .finished)
        #expect(bench.writer.status.undrainedBytes == 0)
        #expect(bench.writer.partialPaths == [])
    }
}
