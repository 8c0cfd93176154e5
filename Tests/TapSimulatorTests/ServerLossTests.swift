import TapSimulator
import Testing

@Suite("A server that goes away")
struct ServerLossTests {
    @Test("after a shutdown no period runs, and time passes all the same")
    func shutdown() async throws {
        let rig = try await Rig()
        let start = rig.clock.now()
        let notices = await rig.announcements {
            await rig.simulator.play(
                .periods(1), .shutdown(reason: "JACK server has been closed"), .periods(1))
        }
        #expect(rig.drain().count == 1)
        #expect(notices == [.serverLost(reason: "JACK server has been closed")])
        #expect(rig.clock.now().duration(since: start) == .nanoseconds(10_666_666))
    }

    @Test("after a shutdown calls fail, and teardown succeeds")
    func callsAfterShutdown() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.shutdown(reason: "gone"))
        await expect(.serverLost) { () throws(HostError) in _ = try await rig.simulator.ports() }
        await expect(.serverLost) { () throws(HostError) in
            try await rig.simulator.connect(rig.sources[0], toChannel: 0)
        }
        await expect(.serverLost) { () throws(HostError) in
            try await rig.simulator.disconnect(rig.sources[0], fromChannel: 0)
        }
        await expect(.serverLost) { () throws(HostError) in _ = try await rig.simulator.captureLatencies() }
        try await rig.simulator.deactivate()
        try await rig.simulator.close()
        await expect(.noServer) { () throws(HostError) in _ = try await rig.simulator.open() }
    }

    private func expect(
        _ code: HostError.Code, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: () async throws(HostError) -> Void
    ) async {
        do throws(HostError) {
            try await call()
            Issue.record("the call succeeded", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, sourceLocation: sourceLocation)
        }
    }

    @Test("a shutdown is announced once, however often it is played")
    func shutdownTwice() async throws {
        let rig = try await Rig()
        let notices = await rig.announcements {
            await rig.simulator.play(.shutdown(reason: "a"), .shutdown(reason: "b"))
        }
        #expect(notices == [.serverLost(reason: "a")])
    }

    @Test("late notices tell that connections and ports went")
    func lateNotices() async throws {
        let rig = try await Rig(channels: 1) { $0.ports = SimulatedServer.systemPorts(captures: 1) }
        let notices = await rig.announcements {
            await rig.simulator.play(.lateNotices, .shutdown(reason: "gone"), .lateNotices)
        }
        #expect(
            notices == [
                .serverLost(reason: "gone"),
                .disconnected(source: rig.sources[0], destination: rig.input(0)),
                .portUnregistered(rig.sources[0]), .portUnregistered(rig.input(0)),
            ])
    }

    @Test("stragglers run although the server is lost, as long as the client is not closed")
    func stragglers() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .shutdown(reason: "gone"), .stragglers(2))
        try await rig.simulator.deactivate()
        await rig.simulator.play(.stragglers(1))
        rig.simulator.removeTap(rig.installed)
        await rig.simulator.play(.stragglers(1))
        #expect(rig.tap.isAcknowledged)
        try await rig.simulator.close()
        await rig.simulator.play(.stragglers(1))
        #expect(rig.drain().count == 4)
    }

    @Test("a server that is back takes the client when it is opened anew, and counts from its start")
    func restart() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(3), .shutdown(reason: "gone"), .restart, .periods(2))
        await expect(.serverLost) { () throws(HostError) in _ = try await rig.simulator.ports() }
        rig.simulator.removeTap(rig.installed)
        try await rig.simulator.close()

        let description = try await rig.simulator.open()
        #expect(description.rate == SampleRate(48_000))
        let ring = try PeriodRing(byteCount: 1 << 16)
        let tap = Tap(channels: 1, ring: ring)
        var consumer = ring.takeConsumer()
        let installed = try rig.simulator.installTap(
            tap, callback: makePeriodCallback(into: tap), on: [rig.sources[0]])
        try await rig.simulator.activate(installed, inputs: ["in_1"])
        tap.arm()
        await rig.simulator.play(.periods(1))
        #expect(rig.drain().count == 3)
        #expect(consumer.withNextPeriod { $0.header.frameTimeBefore } == 512)  // two ran before we came
    }

    @Test("a hung server runs no period, and its clock stands still")
    func hungPeriods() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .hang, .periods(10), .unhang, .periods(1))
        let headers = rig.drain().map(\.header)
        #expect(headers.map(\.frameTimeBefore) == [0, 256])
        #expect(headers[1].monotonicBefore - headers[0].monotonicBefore == 58_666_666 + 1)
    }
}
