import JackTap
import TapSimulator
import TestSupport
import Testing

@Suite("Sources come and go", .timeLimit(.minutes(5)))
struct GraphScenarios {
    @Test("a source that is disconnected is silent from there on, and the length and the other channels stay")
    func disconnect() async throws {
        let scenario = try Scenario()
        let second = PortName("system:capture_2")
        let report = try await scenario.record(
            .periods(10), .disconnectAll(second), .periods(10), .reconnectAll(second), .periods(10),
            seeing: [.disconnected])
        #expect(report.exit == 0)
        #expect(report.frames.recorded == FrameCount(30 * 256))
        var file = PatternFile(sources: [0, 1])
        file.silences = [(channel: 1, frames: 2560..<5120)]
        try file.expect(scenario.path, report)
        #expect(report.events.filter { $0.kind == "disconnected" }.map(\.at) == [FrameCount(2560)])
    }

    @Test("a source that is renamed goes on")
    func rename() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(
            .periods(10), .renamePort(from: PortName("system:capture_2"), to: PortName("system:microphone")),
            .periods(10), seeing: [.sourceRenamed])
        #expect(report.exit == 0)
        #expect(report.events.contains { $0.kind == "source-renamed" })
        try PatternFile(sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("notices that come after the server is lost change nothing")
    func lateNotices() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(
            .periods(10), .shutdown(reason: "gone"), .lateNotices, .stragglers(3), stops: false)
        #expect(report.exit == 4)
        #expect(report.stoppedBy == "server-lost")
        try PatternFile(sources: [0, 1]).expect(scenario.path, report)
    }

    @Test("a server that is silent for a while is a stall, and the take goes on when it returns")
    func silence() async throws {
        let scenario = try Scenario()
        let report = try await scenario.record(.periods(100), .silence(.seconds(3)), .periods(100))
        #expect(report.stoppedBy == "stop")
        #expect(report.frames.recorded == FrameCount(200 * 256))
        let kinds = report.events.map(\.kind)
        #expect(kinds.contains("stalled"))
        #expect(kinds.contains("resumed"))
    }
}
