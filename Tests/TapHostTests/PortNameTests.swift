import TapHost
import Testing

@Suite("Port names")
struct PortNameTests {
    @Test(
        "a name is shown as one printable line",
        arguments: [
            (Array("system:capture_1".utf8), "system:capture_1"),
            (Array("a:b\nc".utf8), "a:b\\x0Ac"),
            (Array("tab\there".utf8), "tab\\x09here"),
            (Array("back\\slash".utf8), "back\\\\slash"),
            (Array("Gerät:Ausgang ü".utf8), "Gerät:Ausgang ü"),
            (Array("🎤:mic 🎚️".utf8), "🎤:mic 🎚️"),
            (Array("👩‍🎤:voice".utf8), "👩‍🎤:voice"),
            ([0xFF, 0xFE, 0x3A, 0x61], "\\xFF\\xFE:a"),
            ([0x61, 0xE2, 0x82], "a\\xE2\\x82"),
            ([0xC0, 0xAF], "\\xC0\\xAF"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0x7F, 0x1B, 0x5B], "\\x7F\\x1B["),
            (Array("\u{85}\u{2028}\u{202E}x".utf8), "\\xC2\\x85\\xE2\\x80\\xA8\\xE2\\x80\\xAEx"),
            ([], ""),
        ] as [([UInt8], String)])
    func display(_ bytes: [UInt8], _ line: String) {
        #expect(PortName(bytes: bytes).display == line)
    }

    @Test("bytes that are no text stay what they are")
    func bytes() {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x3A, 0x0A, 0x80]
        #expect(PortName(bytes: bytes).bytes == bytes)
    }

    @Test("names that look alike and differ in their bytes are different")
    func canonicalEquivalents() {
        #expect(PortName("a:\u{E9}") != PortName("a:e\u{301}"))
    }

    @Test(
        "the client stands before the first colon, the rest behind it",
        arguments: [
            ("system:capture_1", "system", "capture_1"), ("a:b:c", "a", "b:c"), (":x", "", "x"),
            ("x:", "x", ""), ("none", "none", "none"),
        ])
    func parts(_ name: String, _ client: String, _ short: String) {
        #expect(PortName(name).client == Array(client.utf8))
        #expect(PortName(name).short == Array(short.utf8))
    }

    @Test("names are ordered by their bytes")
    func order() {
        #expect(PortName("a:1") < PortName("a:2"))
        #expect(PortName("a") < PortName("a:"))
        #expect(PortName("z") < PortName(bytes: [0xFF]))
        #expect(!(PortName("a") < PortName("a")))
    }
}
