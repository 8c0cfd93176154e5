import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a host that comes and goes")
    struct EnduranceTests {
        /// Runs `cycle` once to warm up, and then a hundred times.
        /// - Returns: the footprint before and after the hundred.
        private func hundred(_ cycle: () async throws -> Void) async throws -> (
            ProcessFootprint, () throws -> Bool
        ) {
            for _ in 0..<3 { try await cycle() }
            let before = try ProcessFootprint.current
            for _ in 0..<100 { try await cycle() }
            return (before, { try ProcessFootprint.current.isWithin(before) })
        }

        @Test("a hundred clients leave no thread and no descriptor behind")
        func openClose() async throws {
            try await withPrivateServer { server in
                let (before, isBack) = try await hundred {
                    let host = JACKHost(on: server)
                    _ = try await host.open()
                    try await host.close()
                }
                try await eventually("the process is back at \(before)") { try isBack() }
            }
        }

        @Test("a hundred activations leave no thread, descriptor or mapping behind")
        func activate() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server)
                let (before, isBack) = try await hundred {
                    _ = try await host.open()
                    let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                    try await host.deactivate()
                    try await host.close()
                    host.removeTap(installed)
                }
                try await eventually("the process is back at \(before)") { try isBack() }
            }
        }

        @Test("an open client activates a hundred times")
        func reactivate() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let ports = try await host.ports().count
                    let (before, isBack) = try await hundred {
                        let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                        try await host.deactivate()
                        host.removeTap(installed)
                    }
                    #expect(try await host.ports().count == ports)
                    try await host.close()
                    try await eventually("the process is back at \(before)") { try isBack() }
                }
            }
        }
    }
}
