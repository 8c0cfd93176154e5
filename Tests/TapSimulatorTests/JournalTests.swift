import Synchronization
import TapConcurrency
import TapSimulator
import TestSupport
import Testing

@Suite("The journal, and the order of a teardown")
struct JournalTests {
    @Test("it holds everything that was asked and happened, in order")
    func order() async throws {
        let simulator = TapSimulator()
        _ = try await simulator.open()
        try await use(simulator)
        try await simulator.close()
        let source = PortName("system:capture_1")
        #expect(
            simulator.journal.events == [
                .began(.open), .opened, .tapInstalled, .began(.activate), .activated, .began(.connect),
                .connected(source, channel: 0), .tapRemoved, .tapAcknowledged, .began(.disconnect),
                .disconnected(source, channel: 0), .began(.deactivate), .deactivated, .began(.close), .closed,
                .tapReleased,
            ])
    }

    private func use(_ simulator: TapSimulator) async throws {
        let source = PortName("system:capture_1")
        let tap = Tap(channels: 1, ring: try PeriodRing(byteCount: 4096))
        let installed = try simulator.installTap(tap, callback: makePeriodCallback(into: tap), on: [source])
        try await simulator.activate(installed, inputs: ["in_1"])
        try await simulator.connect(source, toChannel: 0)
        simulator.removeTap(installed)
        await simulator.journal.reached(.tapAcknowledged)
        try await simulator.disconnect(source, fromChannel: 0)
        try await simulator.deactivate()
    }

    @Test("the installed tap is held until the client has closed, whoever else has let go of it")
    func heldUntilClose() async throws {
        let simulator = TapSimulator()
        _ = try await simulator.open()
        try await use(simulator)
        #expect(!simulator.journal.events.contains(.tapReleased))
        try await simulator.close()
        #expect(simulator.journal.happened(.closed, before: .tapReleased))
    }

    @Test("deactivating and closing twice, and before anything was opened, is harmless")
    func idempotent() async throws {
        let simulator = TapSimulator()
        try await simulator.deactivate()
        try await simulator.close()
        _ = try await simulator.open()
        for _ in 0..<2 {
            try await simulator.deactivate()
            try await simulator.close()
        }
        #expect(simulator.journal.count(of: .closed) == 1)
        #expect(simulator.journal.count(of: .deactivated) == 0)
    }

    @Test("from many tasks at once, a client is deactivated and closed once")
    func manyTasks() async throws {
        let rig = try await Rig()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    do {
                        if number % 2 == 0 {
                            try await rig.simulator.deactivate()
                        } else {
                            try await rig.simulator.close()
                        }
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        #expect(rig.simulator.journal.count(of: .deactivated) == 1)
        #expect(rig.simulator.journal.count(of: .closed) == 1)
    }

    @Test(
        "when deactivating returns, no callback runs any more", .callbackBlocks,
        arguments: [HostCall.deactivate, .close])
    func callbackHasEnded(_ call: HostCall) async throws {
        let simulator = TapSimulator()
        let gate = ThreadSignal()
        let hasBegun = OneShot<Void>()
        let isInside = Mutex(false)
        _ = try await simulator.open()
        let tap = Tap(channels: 1, ring: try PeriodRing(byteCount: 4096))
        let installed = try simulator.installTap(
            tap,
            callback: { _ in
                isInside.withLock { $0 = true }
                hasBegun.resolve(())
                gate.wait()
                isInside.withLock { $0 = false }
            }, on: [PortName("system:capture_1")])
        try await simulator.activate(installed, inputs: ["in_1"])
        let play = Task { await simulator.play(.periods(5)) }
        await hasBegun.value
        let leave = Task {
            if call == .close { try await simulator.close() } else { try await simulator.deactivate() }
            return isInside.withLock { $0 }
        }
        await simulator.journal.reached(.began(call))
        for _ in 0..<100 { await Task.yield() }
        #expect(!simulator.journal.events.contains(.deactivated))
        gate.post()
        #expect(try await leave.value == false)
        await play.value
    }

    @Test("waiting for an event ends when it comes, and when the task is cancelled")
    func reached() async throws {
        let simulator = TapSimulator()
        let cancelled = Task { await simulator.journal.reached(.closed) }
        cancelled.cancel()
        #expect(await cancelled.value == false)
        let waiting = Task { await simulator.journal.reached(.opened) }
        _ = try await simulator.open()
        #expect(await waiting.value == true)
        #expect(await simulator.journal.reached(.opened) == true)
    }
}
