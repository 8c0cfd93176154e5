import JackTapCommand
import TakeFiles
import TapRing
import Testing

@Suite("A time")
struct TimeValueTests {
    @Test(
        "is read in every form",
        arguments: [
            ("10", .seconds(10)), ("1.5", .milliseconds(1500)), (".5", .milliseconds(500)),
            ("2.", .seconds(2)),
            ("1:30", .seconds(90)), ("90:00", .seconds(5400)), ("1:00:00", .seconds(3600)),
            ("0:01.25", .milliseconds(1250)), ("100:59:59", .seconds(363_599)), ("90s", .seconds(90)),
            ("10m", .seconds(600)), ("2h", .seconds(7200)), ("0.5h", .seconds(1800)),
            ("1500ms", .milliseconds(1500)),
            ("0.25ms", .microseconds(250)), ("0.000000001", .nanoseconds(1)), ("007", .seconds(7)),
        ] as [(String, Duration)])
    func forms(text: String, expected: Duration) throws {
        #expect(try TimeValue.time(text) == expected)
        #expect(try TimeValue.length(text) == .duration(expected))
    }

    @Test("may be a number of frames where a length is meant, and only there")
    func frames() throws {
        #expect(try TimeValue.length("48000f") == .frames(FrameCount(48_000)))
        #expect(throws: UsageError("\"48000f\" is a number of frames; give a time, such as 10 or 500ms")) {
            try TimeValue.time("48000f")
        }
        #expect(throws: UsageError.self) { try TimeValue.length("1.5f") }
        #expect(throws: UsageError.self) { try TimeValue.length("f") }
    }

    @Test(
        "is refused when it is none",
        arguments: [
            "", " ", "x", "1x", "1 s", " 1", "+1", "1e3", "nan", "inf", "0x10", "1:2:3:4", "1:", ":30",
            "1::2", "1.2.3",
            "1.5:00", ".", "s", "10S", "1,5", "１０", "1:30s",
        ])
    func nonsense(text: String) {
        let error = #expect(throws: UsageError.self) { try TimeValue.length(text) }
        #expect(error?.description.contains("is not a time; write 90, 1:30") == true)
    }

    @Test("is refused when a field behind a colon is more than 59", arguments: ["1:60", "1:60:00", "0:75.5"])
    func fields(text: String) {
        let error = #expect(throws: UsageError.self) { try TimeValue.time(text) }
        #expect(error?.description == "\"\(text)\" has more than 59 in a field behind a colon")
    }

    @Test("is refused when it is negative", arguments: ["-1", "-5s", "-1:30", "-48000f", "-x"])
    func negative(text: String) {
        let error = #expect(throws: UsageError.self) { try TimeValue.length(text) }
        #expect(error?.description == "\"\(text)\" is negative; give a positive time")
    }

    @Test(
        "may be zero where that makes sense, and only there", arguments: ["0", "0s", "0:00", "0.0h", "0ms"])
    func zero(text: String) throws {
        #expect(try TimeValue.time(text) == .zero)
        #expect(throws: UsageError.self) { try TimeValue.positiveTime(text) }
        #expect(throws: UsageError.self) { try TimeValue.length(text) }
        #expect(throws: UsageError.self) { try TimeValue.length("0f") }
    }

    @Test(
        "is refused when it is absurdly long",
        arguments: [
            "9999999999999999999999", "99999999999999999999h", "9223372036854775807", "9223372036854775807h",
            "99999999999999999999ms", "1000000:00:00", "99999999999999999999:00", "9999999999:59:59",
            "99999999999999999999f", "1000000000000001f",
        ])
    func overflow(text: String) {
        let error = #expect(throws: UsageError.self) { try TimeValue.length(text) }
        #expect(error?.description.contains("is too") == true)
    }
}

@Suite("A size")
struct SizeValueTests {
    @Test(
        "is read in bytes and in powers of 1024",
        arguments: [
            ("0", 0), ("1000000", 1_000_000), ("512K", 524_288), ("64M", 67_108_864), ("1G", 1_073_741_824),
            ("1.5G", 1_610_612_736), ("2T", 2_199_023_255_552), ("64m", 67_108_864), ("64MiB", 67_108_864),
        ] as [(String, Int64)])
    func forms(text: String, expected: Int64) throws { #expect(try SizeValue.parse(text) == expected) }

    @Test(
        "is refused when it is none",
        arguments: [
            "", "M", "64MB", "64 M", "1.5", "x", "1e3", "-1", "99999999999G", "1.M", "nan", "64P", "+1",
            "1..5K",
        ])
    func nonsense(text: String) { #expect(throws: UsageError.self) { try SizeValue.parse(text) } }
}

@Suite("A word")
struct WordValueTests {
    @Test("is one of a type's words")
    func words() throws {
        #expect(try WordValue.parse("pcm24") == SampleEncoding.pcm24)
        #expect(try WordValue.parse("split") == GapPolicy.split)
    }

    @Test("that is unknown gets the nearest, or all of them")
    func unknown() {
        #expect(throws: UsageError("\"pcm42\" is unknown (did you mean \"pcm24\"?)")) {
            try WordValue.parse("pcm42", as: SampleEncoding.self)
        }
        #expect(throws: UsageError("\"flac\" is unknown; choose from float32, float64, pcm16, pcm24, pcm32"))
        {
            try WordValue.parse("flac", as: SampleEncoding.self)
        }
    }

    @Test("is refused as a name when JACK could not keep it", arguments: ["", "a/b", "a\nb", "a:b"])
    func names(text: String) {
        #expect(throws: UsageError.self) {
            try WordValue.parseName(text, of: "client", atMost: 63, without: "/:")
        }
    }

    @Test("is refused as a name when it is longer than the limit in bytes")
    func longNames() throws {
        let fits = String(repeating: "é", count: 31)
        #expect(try WordValue.parseName(fits, of: "client", atMost: 63) == fits)
        #expect(throws: UsageError.self) { try WordValue.parseName(fits + "é", of: "client", atMost: 63) }
    }
}
