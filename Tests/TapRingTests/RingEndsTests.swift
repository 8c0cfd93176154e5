import TapRing
import TestSupport
import Testing

@Suite("The ends of a ring")
struct RingEndsTests {
    @Test("a second producer traps")
    func secondProducer() async {
        await #expect(processExitsWith: .trap) {
            ProcessFacts.leaveNoCore()
            let ring = try PeriodRing(byteCount: 4096)
            let first = ring.takeProducer()
            let second = ring.takeProducer()
            _ = first.storePattern(PeriodShape(frames: 1, channels: 1), start: 0)
            _ = second.storePattern(PeriodShape(frames: 1, channels: 1), start: 0)
        }
    }

    @Test("a second consumer traps")
    func secondConsumer() async {
        await #expect(processExitsWith: .trap) {
            ProcessFacts.leaveNoCore()
            let ring = try PeriodRing(byteCount: 4096)
            let first = ring.takeConsumer()
            let second = ring.takeConsumer()
            _ = (first.fillBytes, second.fillBytes)
        }
    }

    @Test("both ends can be taken, once each")
    func bothEnds() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        let consumer = ring.takeConsumer()
        let isStored = producer.storePattern(PeriodShape(frames: 16, channels: 1), start: 0)
        #expect(isStored)
        #expect(consumer.fillBytes == 128)
        #expect(consumer.capacityBytes == 4096)
    }

    @Test("a slot of another ring traps")
    func foreignSlot() async {
        await #expect(processExitsWith: .trap) {
            ProcessFacts.leaveNoCore()
            let first = try PeriodRing(byteCount: 4096).takeProducer()
            let second = try PeriodRing(byteCount: 4096).takeProducer()
            let header = PeriodHeader(frames: 1, channels: 0, frameTimeBefore: 0)
            if let slot = first.reserve(frames: 1, channels: 0) { second.commit(slot, header: header) }
        }
    }

    @Test("a plane that the slot does not have traps", arguments: [-1, 2])
    func foreignPlane(_ channel: Int) async {
        await #expect(processExitsWith: .trap) { [channel] in
            ProcessFacts.leaveNoCore()
            let producer = try PeriodRing(byteCount: 4096).takeProducer()
            if let slot = producer.reserve(frames: 1, channels: 2) { slot.silencePlane(channel) }
        }
    }

    @Test("a plane that the period does not have traps")
    func missingPlane() async {
        await #expect(processExitsWith: .trap) {
            ProcessFacts.leaveNoCore()
            let ring = try PeriodRing(byteCount: 4096)
            let producer = ring.takeProducer()
            var consumer = ring.takeConsumer()
            _ = producer.storePattern(PeriodShape(frames: 1, channels: 2), start: 0)
            _ = consumer.withNextPeriod { period in period.withPlane(2) { $0.count } }
        }
    }
}
