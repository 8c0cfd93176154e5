import TapHost
import Testing

@Suite("A port selection")
struct PortSelectionTests {
    private static func port(
        _ name: String, _ direction: PortDescription.Direction, type: String = PortDescription.audioType,
        physical: Bool = false, aliases: [String] = []
    ) -> PortDescription {
        PortDescription(
            name: PortName(name), direction: direction, type: type, isPhysical: physical,
            aliases: aliases.map { PortName($0) })
    }

    private let ports = [
        port("system:playback_2", .input, physical: true),
        port("system:playback_10", .input, physical: true),
        port("system:playback_1", .input, physical: true),
        port("system:capture_10", .output, physical: true),
        port("system:capture_2", .output, physical: true, aliases: ["card:left"]),
        port("system:capture_1", .output, physical: true),
        port("system:midi_capture_1", .output, type: "8 bit raw midi", physical: true),
        port("synth:out*", .output),
        port("synth:out1", .output),
        port("synth:in", .input),
        port("jacktap:in_1", .input),
        port("jacktap:in_2", .output),
    ]

    private func resolve(_ patterns: String...) throws(HostError) -> [ChannelSource] {
        try PortSelection.patterns(patterns.map { PortName($0) }).resolve(ports: ports, ownClient: "jacktap")
    }

    private func direct(_ names: String...) -> [ChannelSource] { names.map { .direct(PortName($0)) } }
    private func follow(_ names: String...) -> [ChannelSource] { names.map { .follow(PortName($0)) } }

    @Test("records an output port directly, and follows an input port")
    func directions() throws {
        #expect(try resolve("system:capture_1") == direct("system:capture_1"))
        #expect(try resolve("system:playback_1") == follow("system:playback_1"))
    }

    @Test("sorts what one glob matches naturally, and keeps the order of the arguments")
    func order() throws {
        #expect(
            try resolve("system:capture_*")
                == direct("system:capture_1", "system:capture_2", "system:capture_10"))
        #expect(
            try resolve("synth:out1", "system:capture_?")
                == direct("synth:out1", "system:capture_1", "system:capture_2"))
    }

    @Test("lets a name that exists win over reading it as a glob")
    func exactWins() throws {
        #expect(try resolve("synth:out*") == direct("synth:out*"))
        #expect(try resolve(#"synth:out\*"#) == direct("synth:out*"))
        #expect(try resolve("synth:out?") == direct("synth:out*", "synth:out1"))
    }

    @Test("matches output ports with a glob; input ports only when there is no output port")
    func globDirections() throws {
        #expect(
            try resolve("system:*") == direct("system:capture_1", "system:capture_2", "system:capture_10"))
        #expect(try resolve("system:playback_?") == follow("system:playback_1", "system:playback_2"))
    }

    @Test("leaves our own client's ports out of a glob, and refuses them by name")
    func ownPorts() throws {
        #expect(try resolve("*").allSatisfy { $0.port.client != Array("jacktap".utf8) })
        #expect(throws: HostError.self) { try resolve("jacktap:in_*") }
        let error = #expect(throws: HostError.self) { try resolve("jacktap:in_1") }
        #expect(
            error?.description == "\"jacktap:in_1\" is a port of this recorder; name a port of another client"
        )
    }

    @Test("takes a port once by globs, and again for each time it is named")
    func repetition() throws {
        #expect(
            try resolve("system:capture_2", "system:capture_?")
                == direct("system:capture_2", "system:capture_1"))
        #expect(try resolve("synth:out1", "synth:out1") == direct("synth:out1", "synth:out1"))
        #expect(try resolve("synth:o?t1", "synth:out1") == direct("synth:out1", "synth:out1"))
    }

    @Test("skips ports of other types in a glob, and refuses one by name")
    func types() throws {
        let error = #expect(throws: HostError.self) { try resolve("system:midi_capture_1") }
        #expect(error?.code == .notAnAudioPort)
        #expect(error?.subject == "system:midi_capture_1")
        let glob = #expect(throws: HostError.self) { try resolve("system:midi*") }
        #expect(glob?.code == .notAnAudioPort)
        #expect(glob?.description.contains("system:midi_capture_1") == true)
    }

    @Test("resolves aliases, by name and by glob")
    func aliases() throws {
        #expect(try resolve("card:left") == direct("system:capture_2"))
        #expect(try resolve("card:*") == direct("system:capture_2"))
    }

    @Test("finds a name as it was printed")
    func printedNames() throws {
        let odd = PortName(bytes: Array("a:\n*".utf8) + [0xFF])
        let plain = PortName(bytes: Array("a:\nx".utf8) + [0xFF])
        let ports = [odd, plain].map { PortDescription(name: $0, direction: .output) }
        let channels = try PortSelection.patterns([PortName(odd.display)]).resolve(
            ports: ports, ownClient: "me")
        #expect(channels == [.direct(odd)])
    }

    @Test("does not take two spellings of one letter for the same name")
    func spellings() throws {
        let composed = PortDescription(name: PortName("a:\u{E9}"), direction: .output)
        #expect(throws: HostError.self) {
            try PortSelection.patterns([PortName("a:e\u{301}")]).resolve(ports: [composed], ownClient: "me")
        }
    }

    @Test("names the nearest ports when there is none")
    func nearest() {
        let error = #expect(throws: HostError.self) { try resolve("sytem:capture_1") }
        #expect(error?.code == .noSuchPort)
        #expect(error?.subject == "sytem:capture_1")
        #expect(
            error?.description
                == "no port is called \"sytem:capture_1\"; the nearest are \"system:capture_1\", "
                + "\"system:capture_2\", \"system:capture_10\"")
    }

    @Test("says what to do when nothing is near")
    func nothingNear() {
        let error = #expect(throws: HostError.self) { try resolve("zzz*") }
        #expect(error?.description == "no port matches \"zzz*\"; list the ports with 'jacktap ports'")
        let empty = #expect(throws: HostError.self) {
            try PortSelection.patterns([PortName("a")]).resolve(ports: [], ownClient: "me")
        }
        #expect(empty?.description == "no port is called \"a\": the server has no ports")
    }

    @Test("follows the first two physical playback ports when nothing is named")
    func whatYouHear() throws {
        let channels = try PortSelection.whatYouHear.resolve(ports: ports, ownClient: "jacktap")
        #expect(channels == follow("system:playback_1", "system:playback_2"))
        let error = #expect(throws: HostError.self) {
            try PortSelection.whatYouHear.resolve(ports: [], ownClient: "jacktap")
        }
        #expect(error?.code == .noSuchPort)
    }

    @Test("lists ports of every kind by names and globs")
    func filter() throws {
        let all = try PortSelection.filter(ports, by: [])
        #expect(all.count == ports.count)
        #expect(all.first?.name == PortName("jacktap:in_1"))
        let some = try PortSelection.filter(ports, by: [PortName("*midi*"), PortName("card:left")])
        #expect(some.map(\.name.display) == ["system:capture_2", "system:midi_capture_1"])
        #expect(throws: HostError.self) { try PortSelection.filter(ports, by: [PortName("nothing*")]) }
    }
}
