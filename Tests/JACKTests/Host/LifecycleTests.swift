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
                let host = makeHost(on: server)
                let description = try await host.open()
                #expect(description.name == server.name)
                #expect(description.rate == SampleRate(48_000))
                #expect(description.framesPerPeriod == 128)
                #expect(description.clientName == "tap")
                #expect(description.frameTimeRule == .countsNewPeriod)
                #expect(description.version.hasPrefix("1.9."))
                try await host.close()
            }
        }

        @Test("periods flow into the tap while the client is active")
        func periods() async throws {
            try await withPrivateServer { server in
                let host = makeHost(on: server)
                _ = try await host.open()
                let installed = try await host.tapAndConnect([PortName("system:capture_1")])
                installed.tap.arm()
                try await eventually("ten periods arrive") { installed.tap.counts.periods >= 10 }
                try await host.deactivate()
                let atEnd = host.facts.periods
                try await host.close()
                #expect(host.facts.periods >= atEnd)
                #expect(host.facts.periods >= 10)
            }
        }
    }
}
