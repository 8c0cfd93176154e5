import Glibc
import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a host whose server goes")
    struct ServerLossTests {
        private static let ends: [Int32] = [SIGKILL, SIGTERM]

        @Test("announces the loss once, however much comes later", arguments: ends)
        func announced(_ signal: Int32) async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let log = EventLog(host)
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    kill(server.processID, signal)
                    try await eventually("the loss is announced") { log.losses > 0 }
                    try await eventually("the server is gone") { server.hasEnded }
                    try await host.close()
                    #expect(log.losses == 1)
                }
            }
        }

        @Test("closes, and opens on the server that comes next", arguments: ends)
        func closes(_ signal: Int32) async throws {
            let host: JACKHost = try await withPrivateServer { server in
                let host = JACKHost(on: server)
                _ = try await host.open()
                let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                kill(server.processID, signal)
                try await eventually("the server is gone") { server.hasEnded }
                try await host.deactivate()
                try await host.close()
                host.removeTap(installed)
                return host
            }
            try await withPrivateServer { server in
                #expect(try await host.open().name == server.name)
                try await host.tapAndConnect([PortName("system:capture_1")])
                try await host.close()
            }
        }

        @Test("every call but teardown says that the server is lost")
        func calls() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let log = EventLog(host)
                    let source = PortName("system:capture_1")
                    try await host.tapAndConnect([source])
                    kill(server.processID, SIGKILL)
                    try await eventually("the loss is announced") { log.losses > 0 }
                    #expect(await host.error { _ = try await $0.ports() }?.code == .serverLost)
                    #expect(
                        await host.error { try await $0.connect(source, toChannel: 0) }?.code == .serverLost)
                    #expect(
                        await host.error { try await $0.disconnect(source, fromChannel: 0) }?.code
                            == .serverLost)
                    #expect(await host.error { _ = try await $0.captureLatencies() }?.code == .serverLost)
                }
            }
        }
    }

    @Suite("one server at a time")
    struct OneServerTests {
        @Test("a client on another server is refused, because libjack would show it the first one's ports")
        func other() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { _ in
                    let other = JACKHost(.init(serverName: "jacktap-elsewhere", clientName: "tap"))
                    let error = await other.error { _ = try await $0.open() }
                    #expect(error?.code == .wrongState)
                    #expect(error?.description.contains("one at a time") == true)
                }
            }
        }

        @Test("a client on a server that came back is refused while one of the old server is open")
        func restarted() async throws {
            let first = JACKHost(.init(serverName: "jacktap-private-0", clientName: "tap"))
            try await withPrivateServer { server in
                try #require(server.name == "jacktap-private-0")
                _ = try await first.open()
                let log = EventLog(first)
                kill(server.processID, SIGKILL)
                try await eventually("the loss is announced") { log.losses > 0 }
                let second = JACKHost(on: server)
                let error = await second.error { _ = try await $0.open() }
                #expect(error?.code == .serverLost)
                #expect(error?.description.contains("close it first") == true)
                try await first.close()
                #expect(await second.error { _ = try await $0.open() }?.code == .noServer)
            }
        }
    }
}

extension EventLog {
    /// How often the loss of the server was announced.
    var losses: Int { kinds.count { if case .serverLost = $0 { true } else { false } } }
}
