import JackTap
import TapSimulator
import TestSupport
import Testing

@Suite("The timeline cannot shrink", .timeLimit(.minutes(5)))
struct TimelineScenarios {
    @Test("a calm take holds every sample", arguments: [1, 2, 3, 64])
    func calm(channels: Int) async throws {
        var server = SimulatedServer()
        server.ports = SimulatedServer.systemPorts(captures: channels)
        let scenario = try Scenario(server)
        let report = try await scenario.record(.periods(200))
        #expect(report.exit == 0)
        try PatternFile(sources: Array(0..<channels)).expect(scenario.path, report)
    }

    @Test(
        "an xrun is a gap of exactly its frames at exactly its place", arguments: [1, 255, 256, 257, 100_000])
    func xrun(frames: Int) async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(.periods(7), .xrun(FrameCount(frames)), .periods(7))
        #expect(report.exit == 3)
        #expect(report.gaps.map(\.at) == [FrameCount(7 * 256)])
        #expect(report.gaps.map(\.frames) == [FrameCount(frames)])
        #expect(report.gaps.map(\.cause) == ["skipped"])
        #expect(report.frames.expected == FrameCount(14 * 256 + frames))
        #expect(report.xruns.count == 1)
        try PatternFile(sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("the frame time may wrap at its 32-bit end, also inside a gap")
    func wrap() async throws {
        var server = SimulatedServer()
        let first = UInt32.max - 1000
        server.firstFrameTime = FrameTime(rawValue: first)
        let scenario = try Scenario(server)
        let report = try await scenario.record(.periods(3), .skip(FrameCount(512)), .periods(20))
        #expect(report.gaps.map(\.frames) == [FrameCount(512)])
        #expect(report.frames.expected == FrameCount(23 * 256 + 512))
        try PatternFile(first: first, sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("a late period is marked suspect where it lies, and the periods it missed are a gap")
    func torn() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(.periods(10), .latePeriod(.milliseconds(30)), .periods(10))
        #expect(report.exit == 3)
        #expect(report.suspect.map(\.at) == [FrameCount(2560)])
        #expect(report.suspect.map(\.frames) == [FrameCount(256)])
        try PatternFile(sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("an xrun of another client loses nothing, and is counted")
    func foreignXrun() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(.periods(10), .xrunNotice, .periods(100))
        #expect(report.exit == 0)
        #expect(report.xruns.count == 1)
        #expect(report.xruns.positions == [FrameCount(2560)])
    }

    @Test("time that the device lost, and the server's clock does not show, is an estimate and never exact")
    func deviceXrun() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(.periods(200), .deviceXrun(.seconds(1)), .periods(200))
        #expect(report.exit == 3)
        #expect(report.gaps.map(\.exact) == [false])
        let estimate = try #require(report.gaps.first)
        #expect(abs(estimate.frames.rawValue - 48_000) < 480)
        #expect(report.frames.recorded == FrameCount(400 * 256))
        try PatternFile(sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("a channel without a buffer is silent, and the others stay where they are")
    func missingPlane() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(
            .periods(4), .missingPlanes([1]), .periods(4), .missingPlanes([]), .periods(4))
        #expect(report.suspect.map(\.at) == [FrameCount(1024)])
        #expect(report.suspect.map(\.frames) == [FrameCount(1024)])
        #expect(report.exit == 3)
        var file = PatternFile(sources: [0, 1])
        file.silences = [(channel: 1, frames: 1024..<2048)]
        try file.expect(scenario.path, report)
    }
}

@Suite("The period and the rate may change at any time", .timeLimit(.minutes(5)))
struct ChangeScenarios {
    @Test(
        "a new period size loses nothing, whether its notice comes before or after its first period",
        arguments: [FrameTimeRule.countsNewPeriod, .countsOldPeriod],
        [TapSimulator.NoticeTime.before, .after])
    func periodSize(rule: FrameTimeRule, notice: TapSimulator.NoticeTime) async throws {
        var server = SimulatedServer()
        server.frameTimeRule = rule
        let scenario = try Scenario(server)
        let report = try await scenario.record(
            .periods(10), .framesPerPeriod(1024, notice: notice), .periods(10),
            .framesPerPeriod(64, notice: notice), .periods(10), .framesPerPeriod(100, notice: notice),
            .periods(10), .framesPerPeriod(8192, notice: notice), .periods(2),
            seeing: [.period, .period, .period, .period])
        let frames = 10 * (256 + 1024 + 64 + 100) + 2 * 8192
        #expect(report.frames.recorded == FrameCount(frames))
        #expect(report.gaps.isEmpty)
        #expect(report.exit == 0)
        #expect(report.events.filter { $0.kind == "period-changed" }.count == 4)
        // jack2's clock has advanced by a period's own frames when it starts.
        try PatternFile(sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("a new rate closes the file and goes on in the next part at that rate")
    func rate() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(.periods(10), .rate(SampleRate(44_100)), .periods(20))
        #expect(report.files.map(\.rate) == [48_000, 44_100])
        #expect(report.files.map(\.frames) == [FrameCount(2560), FrameCount(5120)])
        #expect(report.files.map(\.at) == [.zero, FrameCount(2560)])
        #expect(report.warnings.contains { $0.contains("44100") })
        for file in report.files {
            try PatternFile(sources: [0, 1]).expect(file.path, report, at: file.at)
        }
    }

    @Test("freewheeling periods are left out, marked and no loss")
    func freewheel() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(
            .periods(10), .freewheel(true), .periods(1000), .freewheel(false), .periods(10))
        #expect(report.exit == 0)
        #expect(report.gaps.isEmpty)
        #expect(report.frames.recorded == FrameCount(20 * 256))
        #expect(report.events.contains { $0.kind == "held" && $0.at == FrameCount(2560) })
    }

    @Test("on a hole the file may be split: the next part begins behind it")
    func split() async throws {
        var scenario = try Scenario()
        scenario.configuration.onGap = .split
        let report = try await scenario.record(.periods(10), .skip(FrameCount(333)), .periods(5))
        #expect(report.files.map(\.frames) == [FrameCount(2560), FrameCount(1280)])
        #expect(report.files.map(\.at) == [.zero, FrameCount(2560 + 333)])
        #expect(report.gaps.map(\.filled) == [false])
        for file in report.files {
            try PatternFile(sources: [0, 1]).expect(file.path, report, at: file.at)
        }
    }

    @Test("on a hole the take may stop: it ends before it")
    func stop() async throws {
        var scenario = try Scenario()
        scenario.configuration.onGap = .stop
        let report = try await scenario.record(
            .periods(10), .skip(FrameCount(333)), .periods(50), stops: false)
        #expect(report.stoppedBy == "gap")
        #expect(report.exit == 3)
        #expect(report.files.map(\.frames) == [FrameCount(2560)])
    }
}
