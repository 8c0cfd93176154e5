import Glibc
import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a host's events")
    struct EventTests {
        /// Runs `body` with an open host, its events, and a client that moves things.
        private func withGraph(
            _ body: (JACKHost, EventLog, GraphClient, PrivateServer) async throws -> Void
        ) async throws {
            try await withPrivateServer { server in
                try await withGraphClient(on: server) { graph in
                    try await withOpenHost(on: server) { host in
                        let log = EventLog(host)
                        try await host.tapAndConnect([PortName("system:capture_1")])
                        try await body(host, log, graph, server)
                    }
                }
            }
        }

        @Test("ports come, are renamed, and go, by name")
        func ports() async throws {
            try await withGraph { _, log, graph, _ in
                let port = try await graph.register("first")
                try await log.waits(for: .portRegistered(port))
                let renamed = try await graph.rename(port, to: "second")
                try await log.waits(for: .portRenamed(from: port, to: renamed))
                try await graph.unregister(renamed)
                try await log.waits(for: .portUnregistered(renamed))
            }
        }

        @Test("a port whose place another one took at once still goes by its own name")
        func reused() async throws {
            try await withGraph { _, log, graph, _ in
                for round in 0..<20 {
                    let port = try await graph.register("port \(round)")
                    try await graph.unregister(port)
                }
                try await log.waits(for: .portUnregistered(PortName("graph:port 19")))
                for round in 0..<20 {
                    #expect(log.contains(.portRegistered(PortName("graph:port \(round)"))))
                    #expect(log.contains(.portUnregistered(PortName("graph:port \(round)"))))
                }
            }
        }

        @Test("a port that was there before the host goes by its name")
        func earlier() async throws {
            try await withPrivateServer { server in
                try await withGraphClient(on: server) { graph in
                    let port = try await graph.register("early")
                    try await withOpenHost(on: server) { host in
                        let log = EventLog(host)
                        try await host.tapAndConnect([port])
                        try await graph.unregister(port)
                        try await log.waits(for: .portUnregistered(port))
                        #expect(log.contains(.disconnected(source: port, destination: PortName("tap:in_1"))))
                    }
                }
            }
        }

        @Test("connections come and go, with source and destination")
        func connections() async throws {
            try await withGraph { host, log, _, _ in
                let (source, input) = (PortName("system:capture_1"), PortName("tap:in_1"))
                try await log.waits(for: .connected(source: source, destination: input))
                try await host.disconnect(source, fromChannel: 0)
                try await log.waits(for: .disconnected(source: source, destination: input))
            }
        }

        @Test("clients come and go")
        func clients() async throws {
            try await withGraph { _, log, _, server in
                try await withGraphClient(on: server, named: "visitor") { _ in }
                try await log.waits(for: .clientRegistered("visitor"))
                try await log.waits(for: .clientUnregistered("visitor"))
            }
        }

        @Test("a change of the period is told, and periods go on with it")
        func period() async throws {
            try await withGraph { host, log, graph, _ in
                try await graph.setFramesPerPeriod(512)
                try await log.waits(for: .periodChanged(512))
                let before = host.facts.periods
                try await eventually("periods go on") { host.facts.periods > before + 3 }
            }
        }

        @Test("freewheeling is told when it begins and when it ends")
        func freewheel() async throws {
            try await withGraph { _, log, graph, _ in
                try await graph.setFreewheel(true)
                try await log.waits(for: .freewheel(true))
                try await graph.setFreewheel(false)
                try await log.waits(for: .freewheel(false))
            }
        }

        @Test("an xrun is told and counted")
        func xrun() async throws {
            try await withGraph { host, log, _, server in
                let before = host.facts.periods
                try await eventually("periods run") { host.facts.periods > before }
                kill(server.processID, SIGSTOP)
                try await eventually("the server has stood still for longer than a period") {
                    let seen = host.facts.periods
                    try await host.standStill()
                    return host.facts.periods == seen
                }
                kill(server.processID, SIGCONT)
                try await log.waits(for: .xrun)
                #expect(host.facts.xruns >= 1)
            }
        }

        @Test("the graph's order, latencies and properties are told")
        func rest() async throws {
            try await withGraph { _, log, graph, _ in
                try await log.waits(for: .graphReordered)
                try await log.waits(for: .latencyChanged)
                try await graph.setProperty("urn:jacktap:test", "value")
                try await log.waits(for: .propertyChanged)
            }
        }

        @Test("an event has the time of its announcement")
        func time() async throws {
            try await withGraph { _, log, graph, _ in
                try await log.waits(
                    for: .connected(source: PortName("system:capture_1"), destination: PortName("tap:in_1")))
                let times = log.all.map(\.time)
                let port = try await graph.register("later")
                try await log.waits(for: .portRegistered(port))
                let later = try #require(log.all.last { $0.kind == .portRegistered(port) }?.time)
                #expect(times.allSatisfy { $0 <= later })
            }
        }

        @Test("several listeners hear the same, and one that leaves costs nothing")
        func listeners() async throws {
            try await withGraph { host, log, graph, _ in
                var second: EventLog? = EventLog(host)
                let port = try await graph.register("one")
                try await log.waits(for: .portRegistered(port))
                try await second?.waits(for: .portRegistered(port))
                second = nil
                let other = try await graph.register("two")
                try await log.waits(for: .portRegistered(other))
            }
        }
    }
}
