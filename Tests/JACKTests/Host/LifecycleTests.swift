import JACKHost
import TapCallback
import TapHost
import TapRing
import TestSupport
import Testing

extension OnServer {
    @Suite("a host's life")
    struct LifecycleTests {
        @Test("an open host tells what the server is")
        func description() async throws {
            try await withPrivateServer(.testing { $0.framesPerPeriod = 128 }) { server in
                let host = JACKHost(on: server)
                let description = try await host.open()
                #expect(description.name == server.name)
                #expect(description.rate == SampleRate(48_000))
                #expect(description.framesPerPeriod == 128)
                #expect(description.clientName == "tap")
                #expect(description.frameTimeRule == .countsNewPeriod)
                #expect(description.version.hasPrefix("1.9."))
                #expect(description.isRealtime == false)
                try await host.close()
            }
        }

        @Test("periods flow into the tap while the client is active, and none after")
        func periods() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                    installed.tap.arm()
                    try await eventually("ten periods arrive") { installed.tap.counts.periods >= 10 }
                    try await host.deactivate()
                    let atEnd = installed.tap.counts.periods
                    try await host.close()
                    #expect(installed.tap.counts.periods == atEnd)
                    #expect(host.facts.periods >= 10)
                }
            }
        }

        @Test("the scheduling of the process thread is told, also after the end")
        func scheduling() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    #expect(host.isRealtimeThread == nil)
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    try await eventually("the thread is known") { host.isRealtimeThread != nil }
                    try await host.close()
                    #expect(host.isRealtimeThread == false)
                }
            }
        }

        @Test("a host that has closed opens again")
        func again() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server)
                for _ in 0..<3 {
                    _ = try await host.open()
                    let installed = try await host.tapAndConnect([PortName("system:capture_2")])
                    try await host.close()
                    host.removeTap(installed)
                }
            }
        }

        @Test("an idle host is told apart from a closed and an active one")
        func wrongStates() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server)
                #expect(await host.error { _ = try await $0.ports() }?.code == .wrongState)
                _ = try await host.open()
                #expect(await host.error { _ = try await $0.open() }?.code == .wrongState)
                #expect(
                    await host.error { try await $0.connect(PortName("system:capture_1"), toChannel: 0) }?
                        .code
                        == .wrongState)
                let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                #expect(
                    await host.error { try await $0.activate(installed, inputs: ["other"]) }?.code
                        == .wrongState)
                try await host.close()
            }
        }

        @Test("deactivate and close are harmless in any state, twice, and from several tasks at once")
        func idempotent() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server)
                try await host.deactivate()
                try await host.close()
                _ = try await host.open()
                try await host.deactivate()
                try await host.tapAndConnect([PortName("system:capture_1")])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask { try await host.deactivate() }
                        group.addTask { try await host.close() }
                    }
                    try await group.waitForAll()
                }
                try await withGraphClient(on: server) { graph in
                    let isThere = try await graph.hasClient("tap")
                    #expect(!isThere)
                }
            }
        }

        @Test("teardown runs its course in a cancelled task")
        func cancelledTeardown() async throws {
            try await withPrivateServer { server in
                let host = JACKHost(on: server)
                _ = try await host.open()
                let teardown = Task {
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    try await host.deactivate()
                    try await host.close()
                }
                try await teardown.value
                try await withGraphClient(on: server) { graph in
                    let isThere = try await graph.hasClient("tap")
                    #expect(!isThere)
                }
            }
        }

        @Test("a host that is dropped leaves the graph")
        func dropped() async throws {
            try await withPrivateServer { server in
                try await withGraphClient(on: server) { graph in
                    var host: JACKHost? = JACKHost(on: server)
                    _ = try await host?.open()
                    try await host?.tapAndConnect([PortName("system:capture_1")])
                    #expect(try await graph.hasClient("tap"))
                    weak let held = host
                    host = nil
                    #expect(held == nil)
                    try await eventually("the client is gone") { try await graph.hasClient("tap") == false }
                }
            }
        }

        @Test("a second tap on a port is refused, and names the port")
        func secondTap() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let ports = [PortName("system:capture_1")]
                    let installed = try await host.tapAndConnect(ports)
                    let second = try makeTap(channels: 1)
                    let error = await host.error {
                        _ = try $0.installTap(second, callback: makePeriodCallback(into: second), on: ports)
                    }
                    #expect(error?.code == .alreadyTapped)
                    #expect(error?.subject == "\"system:capture_1\"")
                    host.removeTap(installed)
                }
            }
        }

        @Test("a refused activation leaves the client as it was")
        func refusedActivation() async throws {
            try await withPrivateServer(.testing { $0.portMaximum = 32 }) { server in
                try await withOpenHost(on: server) { host in
                    let tap = try makeTap(channels: 64)
                    let ports = (0..<64).map { PortName("nobody:out_\($0)") }
                    let installed = try host.installTap(
                        tap, callback: makePeriodCallback(into: tap), on: ports)
                    let error = await host.error { try await $0.activate(installed, inputs: inputNames(64)) }
                    #expect(error?.code == .tooManyPorts)
                    #expect(error?.description.contains("--port-max") == true)
                    #expect(try await host.ports().allSatisfy { $0.name.client != Array("tap".utf8) })
                    host.removeTap(installed)
                    try await host.tapAndConnect([PortName("system:capture_1")])
                }
            }
        }
    }
}
