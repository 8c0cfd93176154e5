import JACKHost
import TapCallback
import TapHost
import TapRing
import TestSupport
import Testing

extension OnServer {
    @Suite("the known signal on a server")
    struct SignalTests {
        /// Records so many frames of a source through the real tap and ring.
        private func record(
            _ frames: Int, channels: Int, on server: PrivateServer,
            meanwhile: (JACKHost) async throws -> Void = { _ in }
        ) async throws -> (recording: Recording, origin: Int64, source: SignalSource) {
            let source = try await SignalSource.start(server: server.name, channels: channels)
            let ring = try PeriodRing(holding: .seconds(10), channels: channels, rate: SampleRate(48_000))
            let tap = Tap(channels: channels, ring: ring)
            var consumer = ring.takeConsumer()
            var recording = Recording(channels: channels)
            try await withOpenHost(on: server) { host in
                let installed = try host.installTap(
                    tap, callback: makePeriodCallback(into: tap), on: source.ports)
                try await host.activate(installed, inputs: inputNames(channels))
                for (channel, port) in source.ports.enumerated() {
                    try await host.connect(port, toChannel: channel)
                }
                tap.arm()
                try await meanwhile(host)
                try await eventually("enough was recorded") {
                    recording.drain(&consumer)
                    return recording.frames >= frames
                }
                host.removeTap(installed)
            }
            await source.stop()
            recording.drain(&consumer)
            let origin = try #require(recording.origin(near: source.position))
            return (recording, origin, source)
        }

        private func verdict(_ take: (recording: Recording, origin: Int64, source: SignalSource))
            -> PatternChecker
        {
            var checker = PatternChecker(
                channels: take.recording.channels, origin: take.origin, gaps: take.recording.gaps,
                unjudged: take.source.skipped(from: take.origin) + take.recording.suspect)
            checker.check(interleaved: take.recording.samples.span, from: 0)
            return checker
        }

        @Test("every sample of a second of it is recorded", arguments: [1, 2, 16])
        func recorded(_ channels: Int) async throws {
            let settings = PrivateServer.Settings.testing { $0.isSynchronous = true }
            try await withPrivateServer(settings) { server in
                let take = try await record(48_000, channels: channels, on: server)
                let verdict = verdict(take)
                #expect(verdict.faults == [])
                #expect(verdict.isGood)
                #expect(
                    verdict.right + verdict.silent + verdict.unjudged == Int64(take.recording.samples.count))
                #expect(take.source.skippedLost == 0)
            }
        }

        @Test("it goes on without a hole when the period changes")
        func periodChange() async throws {
            let settings = PrivateServer.Settings.testing { $0.isSynchronous = true }
            try await withPrivateServer(settings) { server in
                try await withGraphClient(on: server) { graph in
                    let take = try await record(48_000, channels: 2, on: server) { host in
                        for frames: UInt32 in [1024, 64, 100, 256] {
                            let before = host.facts.periods
                            try await eventually("periods run") { host.facts.periods > before }
                            try await graph.setFramesPerPeriod(frames)
                        }
                    }
                    let verdict = verdict(take)
                    #expect(verdict.faults == [])
                    #expect(verdict.isGood)
                    #expect(Set(take.recording.periodLengths).isSuperset(of: [64, 1024]))
                }
            }
        }

        @Test("a source says where its ports are, and its channels follow each other")
        func ports() async throws {
            try await withPrivateServer { server in
                let source = try await SignalSource.start(server: server.name, name: "tone", channels: 3)
                #expect(source.ports == (1...3).map { PortName("tone:out_\($0)") })
                try await eventually("it plays") { source.position > 0 }
                await source.stop()
                await source.stop()
                let end = source.position
                #expect(end > 0)
                #expect(source.position == end)
                try await withGraphClient(on: server) { graph in
                    let isThere = try await graph.hasClient("tone")
                    #expect(!isThere)
                }
            }
        }

        @Test("without a server there is no source")
        func noServer() async throws {
            await #expect(throws: HostError.self) {
                try await SignalSource.start(server: "jacktap-nobody", channels: 1)
            }
        }
    }
}
