import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a host's ports")
    struct PortTests {
        /// Short names that JACK takes, whatever a program would like to think of names.
        static let oddNames: [[UInt8]] = [
            Array("with space".utf8), Array("a,b".utf8), Array("a:b:c".utf8), Array("[x](y){z}".utf8),
            Array("line\nbreak".utf8), Array("*?%s%n".utf8), Array("..".utf8), Array("/".utf8),
            Array("ümläut".utf8), [0xFF, 0xFE, 0x41], [0x1B, 0x5B, 0x33, 0x31, 0x6D],
            [UInt8](repeating: UInt8(ascii: "n"), count: 255 - "graph:".utf8.count),
        ]

        @Test("a port of any name is listed and connected", arguments: oddNames)
        func oddName(_ short: [UInt8]) async throws {
            try await withPrivateServer { server in
                try await withGraphClient(on: server) { graph in
                    let name = try await graph.register(short)
                    #expect(name.bytes == Array("graph:".utf8) + short)
                    try await withOpenHost(on: server) { host in
                        try await host.tapAndConnect([name])
                        let port = try #require(try await host.ports().first { $0.name == name })
                        #expect(port.connections == [PortName("tap:in_1")])
                    }
                }
            }
        }

        @Test("everything that is known of a port is told")
        func facts() async throws {
            try await withPrivateServer { server in
                try await withGraphClient(on: server) { graph in
                    try await graph.setAliasOfNewPort()
                    try await withOpenHost(on: server) { host in
                        try await host.tapAndConnect([PortName("system:capture_1")])
                        try await eventually("the capture latency has settled") {
                            try await host.captureLatencies() == [LatencyRange(min: 256, max: 256)]
                        }
                        let ports = try await host.ports()
                        let capture = try #require(ports.first { $0.name == PortName("system:capture_1") })
                        #expect(capture.direction == .output)
                        #expect(capture.isPhysical)
                        #expect(capture.isAudio)
                        #expect(capture.captureLatency == LatencyRange(min: 256, max: 256))
                        #expect(capture.connections == [PortName("tap:in_1")])
                        let playback = try #require(ports.first { $0.name == PortName("system:playback_2") })
                        #expect(playback.direction == .input)
                        #expect(playback.playbackLatency.min > 0)
                        let input = try #require(ports.first { $0.name == PortName("tap:in_1") })
                        #expect(input.direction == .input)
                        #expect(!input.isPhysical)
                        #expect(input.connections == [PortName("system:capture_1")])
                        let named = try #require(ports.first { $0.name == PortName("graph:out") })
                        #expect(named.aliases == [PortName("the other name")])
                    }
                }
            }
        }

        @Test("connecting what is connected, and disconnecting what is not, are no errors")
        func twice() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let source = PortName("system:capture_1")
                    try await host.tapAndConnect([source])
                    try await host.connect(source, toChannel: 0)
                    try await host.disconnect(source, fromChannel: 0)
                    let port = try #require(try await host.ports().first { $0.name == source })
                    #expect(port.connections == [])
                    try await host.disconnect(source, fromChannel: 0)
                    try await host.disconnect(PortName("nobody:out"), fromChannel: 0)
                }
            }
        }

        @Test("an unknown source is an error that names the nearest ports")
        func unknown() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    let error = await host.error {
                        try await $0.connect(PortName("sytem:capture_2"), toChannel: 0)
                    }
                    #expect(error?.code == .noSuchPort)
                    #expect(error?.subject == "sytem:capture_2")
                    #expect(error?.description.contains("\"system:capture_2\"") == true)
                }
            }
        }

        @Test("a name that no C string can hold is an unknown port, and no other")
        func zero() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    let name = PortName(bytes: Array("system:capture_2".utf8) + [0, 65])
                    #expect(
                        await host.error { try await $0.connect(name, toChannel: 0) }?.code == .noSuchPort)
                }
            }
        }

        @Test("an input cannot be a source")
        func input() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    let error = await host.error {
                        try await $0.connect(PortName("system:playback_1"), toChannel: 0)
                    }
                    #expect(error?.code == .connectionRefused)
                    #expect(error?.description.contains("it is an input") == true)
                }
            }
        }

        @Test("a MIDI port cannot be recorded")
        func midi() async throws {
            try await withPrivateServer { server in
                try await withGraphClient(on: server) { graph in
                    let name = try await graph.register(Array("midi".utf8), type: "8 bit raw midi")
                    try await withOpenHost(on: server) { host in
                        try await host.tapAndConnect([PortName("system:capture_1")])
                        let error = await host.error { try await $0.connect(name, toChannel: 0) }
                        #expect(error?.code == .notAnAudioPort)
                        #expect(try await host.ports().first { $0.name == name }?.isAudio == false)
                    }
                }
            }
        }

        @Test(
            "names that JACK would cut or refuse are refused before",
            arguments: [
                ([String](repeating: "same", count: 2), HostError.Code.nameTaken),
                (["ok", String(repeating: "n", count: 252)], .nameTooLong),
                (["ok", ""], .other),
                (["ok", "zero\0"], .other),
            ])
        func badInputs(_ inputs: [String], _ code: HostError.Code) async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let tap = try makeTap(channels: 2)
                    let ports = [PortName("system:capture_1"), PortName("system:capture_2")]
                    let installed = try host.installTap(tap, callback: { _ in }, on: ports)
                    #expect(
                        await host.error { try await $0.activate(installed, inputs: inputs) }?.code == code)
                    #expect(try await host.ports().count == 4)
                }
            }
        }
    }
}

extension GraphClient {
    func setAliasOfNewPort() throws {
        try setAlias("the other name", of: try register("out"))
    }
}
