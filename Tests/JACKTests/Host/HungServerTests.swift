import Glibc
import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a host whose server hangs")
    struct HungServerTests {
        private static let deadline = Duration.milliseconds(300)

        /// Runs `body` while the server does nothing.
        private func whileStopped(_ server: PrivateServer, _ body: () async throws -> Void) async throws {
            kill(server.processID, SIGSTOP)
            defer { kill(server.processID, SIGCONT) }
            try await body()
        }

        @Test("gives up opening at the deadline, and the client that opens late is never seen")
        func open() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server, client: "witness") { witness in
                    let log = EventLog(witness)
                    // libjack tells a client of others only while it is active.
                    try await witness.tapAndConnect([PortName("system:capture_1")])
                    let host = JACKHost(on: server, client: "late", deadline: Self.deadline)
                    try await whileStopped(server) {
                        let error = await host.error { _ = try await $0.open() }
                        #expect(error?.code == .serverHung)
                        #expect(error?.description.contains("opening the client") == true)
                        #expect(await host.error { try await $0.close() }?.code == .serverHung)
                    }
                    try await log.waits(for: .clientUnregistered("late"))
                    try await eventually("the host is closed") {
                        await host.error { _ = try await $0.ports() }?.code == .wrongState
                    }
                    _ = try await host.open()
                    try await host.close()
                }
            }
        }

        @Test("lets go of an open at once when its task is cancelled")
        func cancelled() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server, client: "witness") { witness in
                    let log = EventLog(witness)
                    // libjack tells a client of others only while it is active.
                    try await witness.tapAndConnect([PortName("system:capture_1")])
                    let host = JACKHost(on: server, client: "late")
                    try await whileStopped(server) {
                        let before = ProcessFacts.openFiles.count
                        let opening = Task { await host.error { _ = try await $0.open() } }
                        try await eventually("libjack has called the server, and hangs") {
                            ProcessFacts.openFiles.count > before
                        }
                        opening.cancel()
                        #expect(await opening.value?.code == .cancelled)
                    }
                    try await host.close()
                    try await log.waits(for: .clientUnregistered("late"))
                }
            }
        }

        @Test("gives up each call at its deadline, and the client is gone when the server goes on")
        func calls() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server, client: "late", deadline: Self.deadline)
                _ = try await host.open()
                let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                try await whileStopped(server) {
                    // jack2 reads ports from shared memory, and may answer; it must not hang.
                    let listed = await host.error { _ = try await $0.ports() }
                    #expect(listed == nil || listed?.code == .serverHung)
                    let source = PortName("system:capture_2")
                    #expect(
                        await host.error { try await $0.connect(source, toChannel: 0) }?.code == .serverHung)
                    #expect(await host.error { try await $0.deactivate() }?.code == .serverHung)
                    #expect(await host.error { try await $0.close() }?.code == .serverHung)
                    host.removeTap(installed)
                }
                try await withGraphClient(on: server) { graph in
                    try await eventually("the client is gone") { try await graph.hasClient("late") == false }
                }
                try await host.close()
            }
        }

        @Test("a host that is dropped in the middle of a hung call closes its client when the server goes on")
        func dropped() async throws {
            try await withPrivateServer { server in
                var host: JACKHost? = JACKHost(on: server, client: "late", deadline: Self.deadline)
                _ = try await host?.open()
                try await host?.tapAndConnect([PortName("system:capture_1")])
                try await whileStopped(server) {
                    let error = await host?.error { try await $0.deactivate() }
                    #expect(error?.code == .serverHung)
                    host = nil
                }
                try await withGraphClient(on: server) { graph in
                    try await eventually("the client is gone") { try await graph.hasClient("late") == false }
                }
            }
        }

        @Test("sees the loss of a server that hung first")
        func killed() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server, deadline: Self.deadline)
                _ = try await host.open()
                try await host.tapAndConnect([PortName("system:capture_1")])
                kill(server.processID, SIGSTOP)
                #expect(await host.error { try await $0.deactivate() }?.code == .serverHung)
                kill(server.processID, SIGKILL)
                try await eventually("the client is closed") {
                    await host.error { try await $0.close() } == nil
                }
            }
        }
    }
}
