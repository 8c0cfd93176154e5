import FoundationEssentials
import TapRing
import Testing

@testable import TakeFiles

@Suite("A JSON value")
struct JSONValueTests {
    @Test("keeps its keys in order")
    func keepsOrder() {
        let value = JSONValue.object(["z": 1, "a": true, "m": "x", "b": .null])
        #expect(value.line == #"{"z":1,"a":true,"m":"x","b":null}"#)
    }

    @Test(
        "escapes what a string may hold",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
            ("ü音🎙", "\"ü音🎙\""), ("\u{2028}", #""\u2028""#), ("\r\n", #""\r\n""#), ("/", "\"/\""),
        ])
    func escapes(text: String, json: String) throws {
        #expect(JSONValue.string(text).line == json)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test("writes numbers that read back as they were")
    func writesNumbers() {
        #expect(JSONValue.number(0.1).line == "0.1")
        #expect(JSONValue.float(0.1).line == "0.1")
        #expect(JSONValue.number(.nan).line == "null")
        #expect(JSONValue.float(-.infinity).line == "null")
        #expect(JSONValue.unsigned(.max).line == "18446744073709551615")
        #expect(JSONValue.integer(Int64.min).line == "-9223372036854775808")
    }

    @Test("is spread over lines for people, plain objects excepted")
    func isPretty() {
        let value = JSONValue.object([
            "n": 1, "list": .array([.object(["at": 1, "frames": 2])]), "none": .array([]),
        ])
        #expect(
            value.pretty
                == "{\n  \"n\": 1,\n  \"list\": [\n    {\"at\":1,\"frames\":2}\n  ],\n  \"none\": []\n}\n")
    }
}

@Suite("A take's report")
struct ReportTests {
    static func report(gaps: Int = 1, exit: Verdict = .framesMissing) -> TakeReport {
        TakeReport(
            jacktap: "0.1", startedAt: "2025-11-30T12:07:07.250Z", stoppedBy: "duration", exit: exit.rawValue,
            lossless: false,
            server: TakeReport.Server(
                name: "s", version: "1.9.21", rate: 48_000, period: 256, realtime: true),
            channels: [
                TakeReport.Channel(
                    port: "a:b\\x0A", captureLatency: [256, 512], clipped: 3, nonFinite: 1, peak: 1.1)
            ],
            files: [
                TakeReport.File(
                    path: "t.wav", container: "wav", encoding: "float32", channels: 1, rate: 48_000,
                    frames: FrameCount(480_048), bytes: 1_920_296)
            ],
            frames: TakeReport.Frames(
                expected: FrameCount(480_048), recorded: FrameCount(480_000), silenceFilled: FrameCount(48)),
            gaps: (0..<gaps).map {
                TakeReport.Gap(
                    at: FrameCount(48_000 * ($0 + 1)), frames: FrameCount(48), cause: "skipped", exact: true)
            },
            suspect: [TakeReport.Suspect(at: FrameCount(7), frames: FrameCount(256))],
            xruns: TakeReport.Xruns(count: 2, positions: [FrameCount(5), FrameCount(9)]),
            ring: TakeReport.Ring(
                seconds: 10, bytes: 3_840_000, highWaterPercent: 1.25, droppedFrames: .zero, droppedPeriods: 0
            ),
            callback: TakeReport.Callback(periods: 1876, p50: 800, p99: 2100, max: 90_000),
            events: [TakeReport.Event(at: FrameCount(3), kind: "port-disconnected", detail: "x")],
            warnings: ["the ring is not locked in memory"])
    }

    @Test("has its keys in the documented order, schema first")
    func hasKeysInOrder() throws {
        let keys = [
            "schema", "jacktap", "startedAt", "stoppedBy", "exit", "lossless", "server", "channels", "files",
            "frames", "gaps", "suspect", "xruns", "ring", "callback", "events", "warnings",
        ]
        guard case .object(let members) = Self.report().jsonValue else { throw Problem("no object") }
        #expect(members.map(\.key) == keys)
    }

    @Test("reads back as it was")
    func roundTrips() throws {
        let report = Self.report(gaps: 3)
        let read = try JSONDecoder().decode(TakeReport.self, from: Data(report.json.utf8))
        #expect(read == report)
    }

    @Test("tells a person length, files, gaps and verdict")
    func summarises() {
        let summary = Self.report().summary
        #expect(summary.contains("kept, but frames are missing or suspect: 00:00:10.001 (480048 frames)"))
        #expect(summary.contains("t.wav  1 channel float32 48000 Hz, 00:00:10.001, 1920296 bytes"))
        #expect(summary.contains("gap       at 00:00:01.000 (frame 48000): 48 frames, skipped"))
        #expect(summary.contains("suspect   256 frames in 1 place"))
        #expect(summary.contains("warning   the ring is not locked in memory"))
        #expect(summary.contains("a:b\\x0A: 3 clipped samples, 1 that are no number"))
    }

    @Test("lists twenty gaps and says how many more there are")
    func limitsGaps() {
        let lines = Self.report(gaps: 1000).summary.split(separator: "\n")
        #expect(lines.filter { $0.contains("gap  ") }.count == 20)
        #expect(lines.contains { $0.contains("and 980 more") })
    }

    @Test(
        "shows lengths as clock times",
        arguments: [
            (0, "00:00:00.000"), (47_999, "00:00:00.999"), (48_000 * 3661 + 24, "01:01:01.000"),
            (48_000 * 360_000, "100:00:00.000"),
        ])
    func showsClock(frames: Int, text: String) {
        #expect(FrameCount(frames).clockText(at: SampleRate(48_000)) == text)
    }
}
