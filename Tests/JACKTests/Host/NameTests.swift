import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a client's name")
    struct NameTests {
        @Test("a name that is taken gets a suffix, and the host says so")
        func taken() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { _ in
                    let second = JACKHost(on: server)
                    #expect(try await second.open().clientName == "tap-01")
                    try await second.tapAndConnect([PortName("system:capture_1")])
                    let names = try await second.ports().map(\.name)
                    #expect(names.contains(PortName("tap-01:in_1")))
                    try await second.close()
                }
            }
        }

        @Test("63 bytes are a name, and 64 are refused before JACK cuts them", arguments: [63, 64])
        func length(_ bytes: Int) async throws {
            try await withPrivateServer { server in
                let name = String(repeating: "n", count: bytes)
                let host = JACKHost(on: server, client: name)
                if bytes <= 63 {
                    #expect(try await host.open().clientName == name)
                } else {
                    let error = await host.error { _ = try await $0.open() }
                    #expect(error?.code == .nameTooLong)
                    #expect(error?.description.contains("at most 63") == true)
                }
                try await host.close()
            }
        }

        @Test("a name that would confuse every port name is refused", arguments: ["", "a:b", "zero\0"])
        func bad(_ name: String) async throws {
            try await withPrivateServer { server in
                let error = await JACKHost(on: server, client: name).error { _ = try await $0.open() }
                #expect(error?.code == .other)
            }
        }

        @Test("odd names of clients work", arguments: ["with space", "a/b", "[x]", "ümläut", "line\nbreak"])
        func odd(_ name: String) async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server, client: name) { host in
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    let names = try await host.ports().map(\.name)
                    #expect(names.contains(PortName(name + ":in_1")))
                }
            }
        }
    }
}
