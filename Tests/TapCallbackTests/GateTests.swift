import TapCallback
import TapRing
import TestSupport
import Testing

@Suite("A tap's gate")
struct GateTests {
    @Test("a period before arming is neither stored nor counted")
    func beforeArm() throws {
        let tap = try TapUnderTest(isArmed: false)
        tap.run(HandMadePeriod())
        #expect(tap.tap.counts == TapCounts())
        #expect(tap.drain().isEmpty)
    }

    @Test("a period after arming is stored")
    func afterArm() throws {
        let tap = try TapUnderTest()
        tap.run(HandMadePeriod())
        #expect(tap.drain().count == 1)
    }

    @Test("a period after removal is neither stored nor counted")
    func afterRemoval() throws {
        let tap = try TapUnderTest()
        tap.run(HandMadePeriod())
        tap.tap.remove()
        let counts = tap.tap.counts
        for _ in 0..<3 { tap.run(HandMadePeriod()) }
        #expect(tap.tap.counts == counts)
        #expect(tap.drain().count == 1)
    }

    @Test("removal is acknowledged by the next run of the callback, and by nothing else")
    func acknowledgement() throws {
        let tap = try TapUnderTest()
        tap.run(HandMadePeriod())
        #expect(!tap.tap.isAcknowledged)
        tap.tap.remove()
        #expect(!tap.tap.isAcknowledged)
        tap.tap.remove()
        #expect(!tap.tap.isAcknowledged)
        tap.run(HandMadePeriod())
        #expect(tap.tap.isAcknowledged)
        #expect(tap.tap.isRemoved)
    }

    @Test("a tap that was never armed acknowledges its removal too")
    func acknowledgementUnarmed() throws {
        let tap = try TapUnderTest(isArmed: false)
        tap.tap.remove()
        tap.run(HandMadePeriod())
        #expect(tap.tap.isAcknowledged)
    }

    @Test("removal is final: arming afterwards lets nothing in, before and after the acknowledgement")
    func armAfterRemoval() throws {
        let tap = try TapUnderTest()
        tap.tap.remove()
        tap.tap.arm()
        tap.run(HandMadePeriod())
        tap.tap.arm()
        tap.run(HandMadePeriod())
        #expect(tap.drain().isEmpty)
    }

    @Test("removing after the acknowledgement keeps it")
    func removalAfterAcknowledgement() throws {
        let tap = try TapUnderTest()
        tap.tap.remove()
        tap.run(HandMadePeriod())
        tap.tap.remove()
        #expect(tap.tap.isAcknowledged)
    }

    @Test(
        "many threads arm and remove while the callback runs: what is stored ends before the acknowledgement")
    func manyThreads() async throws {
        for _ in 0..<20 {
            let tap = try TapUnderTest(ringBytes: 1 << 20, isArmed: false)
            async let runs = onOwnThread {
                var runs: UInt64 = 0
                while !tap.tap.isAcknowledged, runs < 50_000_000 {  // the removal comes when it comes
                    tap.run(HandMadePeriod())
                    runs += 1
                }
                return runs
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { tap.tap.arm() } }
                await group.waitForAll()
                for _ in 0..<4 { group.addTask { tap.tap.remove() } }
            }
            let seen = await runs
            let counts = tap.tap.counts
            #expect(counts.periods < seen)  // at least the run that acknowledged was not accepted
            #expect(UInt64(tap.drain().count) == counts.periods - UInt64(counts.overrunFrames.rawValue / 4))
        }
    }
}
