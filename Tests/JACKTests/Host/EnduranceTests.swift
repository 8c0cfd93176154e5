import Glibc
import JACKHost
import TapHost
import TestSupport
import Testing

/// Runs `cycle` a few times to warm up, and then so often that a leak shows.
/// - Throws: when the process does not come back to what it held before. It must run nothing else meanwhile.
func endure(_ times: Int = 100, _ cycle: () async throws -> Void)
    async throws
{
    for _ in 0..<3 { try await cycle() }
    let before = try ProcessFootprint.current
    for _ in 0..<times { try await cycle() }
    try await eventually("the process is back at \(before)") {
        try ProcessFootprint.current.isWithin(before)
    }
}

extension OnServer {
    /// Each in a process of its own, where no other test has threads and files.
    @Suite("a host that comes and goes")
    struct EnduranceTests {
        @Test("a hundred clients leave no thread and no descriptor behind")
        func openClose() async {
            await #expect(processExitsWith: .success) {
                try await withPrivateServer { server in
                    try await endure {
                        let host = JACKHost(on: server)
                        _ = try await host.open()
                        try await host.close()
                    }
                }
            }
        }

        @Test("a hundred activations leave no thread, descriptor or mapping behind")
        func activate() async {
            await #expect(processExitsWith: .success) {
                try await withPrivateServer { server in
                    let host = JACKHost(on: server)
                    try await endure {
                        _ = try await host.open()
                        let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                        try await host.deactivate()
                        try await host.close()
                        host.removeTap(installed)
                    }
                }
            }
        }

        @Test("an open client activates a hundred times, and has one set of ports")
        func reactivate() async {
            await #expect(processExitsWith: .success) {
                try await withPrivateServer { server in
                    try await endure(1) {
                        try await withOpenHost(on: server) { host in
                            let ports = try await host.ports().count + 1
                            for _ in 0..<100 {
                                let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                                try await host.deactivate()
                                host.removeTap(installed)
                            }
                            #expect(try await host.ports().count == ports)
                        }
                    }
                }
            }
        }

        @Test("forty servers that are killed leave nothing behind")
        func killed() async {
            await #expect(processExitsWith: .success) {
                try await endure(40) {
                    try await withPrivateServer { server in
                        try await withOpenHost(on: server) { host in
                            try await host.tapAndConnect([PortName("system:capture_1")])
                            kill(server.processID, SIGKILL)
                            try await eventually("the server is gone") { server.hasEnded }
                        }
                    }
                }
            }
        }

        @Test("twenty servers that start and stop leave nothing behind")
        func servers() async {
            await #expect(processExitsWith: .success) {
                try await endure(20) { try await withPrivateServer { _ in } }
            }
        }

        @Test("starts that are cancelled leave nothing running")
        func cancelledStarts() async {
            await #expect(processExitsWith: .success) {
                try await endure(10) {
                    let start = Task { try await PrivateServer.start(.testing).stop() }
                    start.cancel()
                    await #expect(throws: HostError.self) { try await start.value }
                }
            }
        }

        @Test("control: a thread that stays is seen")
        func control() async {
            await #expect(processExitsWith: .exitCode(3)) {
                let before = try ProcessFootprint.current
                startOwnThread { while true { pause() } }
                exit(try ProcessFootprint.current.isWithin(before) ? 0 : 3)
            }
        }
    }
}
