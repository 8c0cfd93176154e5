import TapConcurrency
import TapSimulator
import TestSupport
import Testing

@Suite("Periods without a script")
struct AutoplayTests {
    @Test("after the tap's removal periods run until the callback has seen it, and none before")
    func afterRemoval() async throws {
        let rig = try await Rig { $0.autoplay = .afterRemoval }
        await rig.simulator.play(.periods(3))
        let time = rig.clock.now()
        for _ in 0..<100 { await Task.yield() }
        #expect(rig.clock.now() == time)
        rig.simulator.removeTap(rig.installed)
        await rig.simulator.journal.reached(.tapAcknowledged)
        try await rig.simulator.deactivate()
        #expect(rig.drain().count == 3)
    }

    @Test("they run although the script goes on beside")
    func besideScript() async throws {
        let rig = try await Rig { $0.autoplay = .afterRemoval }
        rig.simulator.removeTap(rig.installed)
        await rig.simulator.play(.periods(100))
        await rig.simulator.journal.reached(.tapAcknowledged)
        try await rig.simulator.close()
    }

    @Test("a loop that ticks is driven until the client has gone")
    func drivesLoops() async throws {
        let rig = try await Rig { $0.autoplay = .whileActive }
        let ticker = rig.clock.makeTicker(every: .milliseconds(20))
        var consumer = rig.takeConsumer()
        var frames = 0
        while frames < 480_000 {  // ten seconds, in lock-step: the ring holds less than three
            try await ticker.next()
            while let count = consumer.withNextPeriod({ $0.header.frames }) { frames += Int(count) }
        }
        #expect(rig.tap.counts.overrunFrames == .zero)
        try await rig.simulator.deactivate()
        ticker.stop()
    }

    @Test("a loop that deactivates the client at its beat does not wait for itself")
    func deactivateAtBeat() async throws {
        let rig = try await Rig { $0.autoplay = .whileActive }
        let ticker = rig.clock.makeTicker(every: .milliseconds(20))
        try await ticker.next()
        try await rig.simulator.deactivate()
        try await rig.simulator.close()
        ticker.stop()
        #expect(rig.simulator.journal.events.last == .closed)
    }

    @Test("time passes in a server that hangs or is gone, so that a watchdog barks")
    func lostServer() async throws {
        for step in [TapSimulator.Step.hang, .shutdown(reason: "gone")] {
            let rig = try await Rig { $0.autoplay = .whileActive }
            await rig.simulator.play(step)
            let start = rig.clock.now()
            let ticker = rig.clock.makeTicker(every: .milliseconds(20))
            while rig.clock.now().duration(since: start) < .seconds(1) { try await ticker.next() }
            ticker.stop()
            await rig.simulator.play(.unhang)
            try await rig.simulator.close()
        }
    }

    @Test("a simulator that is released while it plays is gone")
    func release() async throws {
        weak var released: TapSimulator?
        do {
            let rig = try await Rig { $0.autoplay = .whileActive }
            released = rig.simulator
            rig.simulator.removeTap(rig.installed)
            await rig.simulator.journal.reached(.tapAcknowledged)
        }
        try await eventually("the simulator is released") { released == nil }
    }

    @Test("nothing plays after deactivation")
    func afterDeactivation() async throws {
        let rig = try await Rig { $0.autoplay = .whileActive }
        let ticker = rig.clock.makeTicker(every: .milliseconds(20))
        try await ticker.next()
        ticker.stop()
        try await rig.simulator.deactivate()
        let periods = rig.tap.counts.periods
        #expect(periods > 0)
        await rig.simulator.play(.periods(5))
        #expect(rig.tap.counts.periods == periods)
        try await rig.simulator.close()
    }
}
