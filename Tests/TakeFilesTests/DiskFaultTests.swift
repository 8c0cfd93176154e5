import TapRing
import Testing

@testable import TakeFiles

@Suite("A disk that fails")
struct DiskFaultTests {
    /// Plays the same take on a disk whose Nth operation fails.
    /// - Returns: nil when the take has fewer operations.
    private func play(
        failing number: Int, _ failing: FileOperation? = nil, isPerPort: Bool, policy: GapPolicy
    ) async throws -> (Bench, TakeReport)? {
        let reached = Room(0)
        let files = FaultyFiles { operation, count, path throws(TakeError) in
            guard count == number else { return }
            reached.set(1)
            throw FaultyFiles.failure(path)
        }
        let bench = try Bench(channels: 3, files: files, folder: Folder(isQuick: true)) {
            $0.isPerPort = isPerPort
            $0.onGap = policy
            $0.syncInterval = .milliseconds(100)
        }
        do {
            try await bench.writer.prepare()
        } catch {
            #expect(bench.folder.names == [])
            return nil
        }
        let run = Task { await bench.writer.run() }
        for round in 0..<4 {
            bench.feed.periods(6, of: 64)
            if round == 2 { bench.feed.skip(300) }
            bench.feed.stall(nanoseconds: 1_000_000_000)
            await bench.clock.beat()
        }
        run.cancel()
        let end = await run.value
        bench.feed.periods(3, of: 64)
        let report = await bench.finish(end ?? .stopped)
        return reached.bytes == 1 ? (bench, report) : nil
    }

    private func check(_ bench: Bench, _ report: TakeReport) throws {
        #expect(report.isBalanced)
        #expect(report.exit == 5 || report.exit == 7)
        #expect(report.warnings.count >= 1)
        #expect(report.frames.expected == FrameCount(bench.feed.clock))
        for (index, file) in report.files.enumerated() {
            let sound = try SoundReading(file.path)
            #expect(sound.frames == Int(file.frames.rawValue))
            let first = Int(file.at.rawValue)
            var silent = Set<Int>()
            for gap in report.gaps where gap.filled {
                silent.formUnion(Int(gap.at.rawValue)..<Int((gap.at + gap.frames).rawValue))
            }
            for channel in 0..<sound.channels {
                let source = sound.channels == 1 ? index % 3 : channel
                let wanted = (first..<first + sound.frames).map {
                    silent.contains($0) ? 0 : patternSample(source, $0)
                }
                #expect(sound.channel(channel) == wanted)
            }
        }
    }

    @Test(
        "at any operation leaves files that are whole, of one length, and true",
        arguments: [(false, GapPolicy.silence), (true, .silence), (false, .split), (true, .split)])
    func failsAnywhere(isPerPort: Bool, policy: GapPolicy) async throws {
        var played = 0
        var number = isPerPort ? 4 : 2
        while let (bench, report) = try await play(failing: number, isPerPort: isPerPort, policy: policy) {
            try check(bench, report)
            played += 1
            number += 1
        }
        #expect(played > 12)
    }

    @Test("ends the take, tells why, and counts what was not written")
    func endsTake() async throws {
        let files = FaultyFiles { operation, number, path throws(TakeError) in
            if operation == .write, number > 3 { throw FaultyFiles.failure(path) }
        }
        let bench = try Bench(files: files)
        try await bench.writer.prepare()
        let run = Task { await bench.writer.run() }
        for _ in 0..<4 {
            bench.feed.periods(200, of: 256)
            await bench.clock.beat()
        }
        guard case .diskFailed(let error)? = await run.value else { throw Problem("no disk failure") }
        #expect(error.code == .writeFailed)
        bench.feed.periods(10, of: 256)
        let report = await bench.finish(.diskFailed(error))
        let sound = try bench.reading()
        #expect(report.gaps.map(\.cause) == ["unwritten"])
        #expect(report.gaps.first?.at == FrameCount(sound.frames))
        #expect(report.frames.expected == FrameCount(bench.feed.clock))
        #expect(report.stoppedBy == "disk-error")
        #expect(report.exit == 5)
        #expect(isTrue(sound, report))
        #expect(report.isBalanced)
    }
}
