import TapHost
import Testing

@Suite("A port pattern")
struct PortPatternTests {
    @Test(
        "matches whole names as a glob does",
        arguments: [
            ("system:capture_1", "system:capture_1", true),
            ("system:capture_1", "system:capture_11", false),
            ("system:capture_1", "xsystem:capture_1", false),
            ("system:capture_*", "system:capture_1", true),
            ("system:capture_*", "system:capture_", true),
            ("system:capture_?", "system:capture_1", true),
            ("system:capture_?", "system:capture_12", false),
            ("system:capture_?", "system:capture_", false),
            ("*", "", true),
            ("*", "anything at all", true),
            ("", "", true),
            ("", "a", false),
            ("?", "", false),
            ("*a", "bca", true),
            ("*a", "bcab", false),
            ("a*", "ab", true),
            ("a*b*c", "a--b--c", true),
            ("a*b*c", "a--c--b", false),
            ("*ab*ab*", "abab", true),
            ("*ab*ab*", "aab", false),
            ("*ab", "aab", true),
            ("a**b", "ab", true),
            ("**", "ab", true),
            ("*?*", "a", true),
            ("*?*", "", false),
            ("*??", "a", false),
            ("a[1-3]", "a2", false),
            ("a[1-3]", "a[1-3]", true),
            ("a{b,c}", "a{b,c}", true),
            ("a.b", "axb", false),
            ("a+", "aa", false),
            ("^a$", "a", false),
            ("A", "a", false),
        ])
    func table(pattern: String, name: String, expected: Bool) {
        #expect(PortPattern(PortName(pattern)).matches(PortName(name)) == expected)
    }

    @Test(
        "takes the meaning of a wildcard away with a backslash",
        arguments: [
            (#"a\*b"#, "a*b", true), (#"a\*b"#, "axb", false), (#"a\?"#, "a?", true), (#"a\?"#, "ab", false),
            (#"a\\b"#, #"a\b"#, true), (#"a\b"#, "ab", true), (#"a\"#, #"a\"#, true), (#"\\*"#, #"\x"#, true),
            (#"\\\*"#, #"\*"#, true), (#"\\\*"#, #"\a"#, false), (#"a\x2A"#, "a*", true),
            (#"a\x2a"#, "ab", false),
            (#"a\x0Ab"#, "a\nb", true), (#"a\xZZ"#, "axZZ", true), (#"a\x4"#, "ax4", true),
            (#"a\x+1"#, "ax+1", true),
        ])
    func escapes(pattern: String, name: String, expected: Bool) {
        #expect(PortPattern(PortName(pattern)).matches(PortName(name)) == expected)
    }

    @Test("matches the name that it was printed from, whatever bytes are in it")
    func printedNames() {
        for bytes: [UInt8] in [
            [0xFF, 0xFE], [0x0A], [0x5C], [0x61, 0xC3], [0xC2, 0x85], Array("ü\\x".utf8),
        ] {
            let name = PortName(bytes: bytes)
            #expect(PortPattern(PortName(name.display)).matches(name), "\(name.display)")
        }
    }

    @Test("counts a character of several bytes, and a byte that belongs to none, as one")
    func characters() {
        #expect(PortPattern(PortName("caf?")).matches(PortName("café")))
        #expect(!PortPattern(PortName("caf??")).matches(PortName("café")))
        #expect(!PortPattern(PortName("*???")).matches(PortName("éa")))
        #expect(PortPattern(PortName("*??")).matches(PortName("éa")))
        #expect(PortPattern(PortName("a??")).matches(PortName(bytes: [0x61, 0xFF, 0xC3])))
        #expect(PortPattern(PortName("*b")).matches(PortName(bytes: [0xC3, 0x62])))
    }

    @Test("knows whether it can match more than one name")
    func globs() {
        #expect(PortPattern(PortName("a*")).isGlob)
        #expect(PortPattern(PortName("a?")).isGlob)
        #expect(!PortPattern(PortName(#"a\*\?[b]"#)).isGlob)
    }

    @Test("does not blow up on many stars", .timeLimit(.minutes(1)))
    func pathological() {
        let stars = PortName(String(repeating: "a*", count: 150) + "b")
        #expect(!PortPattern(stars).matches(PortName(String(repeating: "a", count: 320))))
        let wild = PortName(String(repeating: "*?", count: 160))
        #expect(PortPattern(wild).matches(PortName(String(repeating: "a", count: 320))))
    }

    @Test("agrees with a plain recursive matcher on every short word")
    func againstRecursion() {
        let patterns = words(over: Array("ab*?".utf8), upTo: 5)
        let names = words(over: Array("ab".utf8), upTo: 5)
        for pattern in patterns {
            let compiled = PortPattern(PortName(bytes: pattern))
            for name in names where compiled.matches(PortName(bytes: name)) != naive(pattern[...], name[...])
            {
                Issue.record(
                    "\(String(decoding: pattern, as: UTF8.self)) on \(String(decoding: name, as: UTF8.self))")
            }
        }
    }

    private func words(over alphabet: [UInt8], upTo length: Int) -> [[UInt8]] {
        var all: [[UInt8]] = [[]]
        var last = all
        for _ in 0..<length {
            last = last.flatMap { word in alphabet.map { word + [$0] } }
            all += last
        }
        return all
    }

    private func naive(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == UInt8(ascii: "*") {
            return naive(pattern.dropFirst(), name) || (!name.isEmpty && naive(pattern, name.dropFirst()))
        }
        guard let byte = name.first, first == UInt8(ascii: "?") || first == byte else { return false }
        return naive(pattern.dropFirst(), name.dropFirst())
    }
}
