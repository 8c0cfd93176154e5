import TapRing
import Testing

@Suite("A full ring")
struct RingLimitTests {
    @Test("a refused period leaves the ring as it was", arguments: PeriodShape.common)
    func refusal(_ shape: PeriodShape) throws {
        let ring = try PeriodRing(byteCount: 600_000)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        var stored: UInt32 = 0
        while producer.storePattern(shape, start: stored) { stored += 1 }
        let fill = ring.fillBytes

        let isStored = producer.storePattern(shape, start: 999_999_999)
        #expect(!isStored)
        #expect(ring.fillBytes == fill)
        var drained: UInt32 = 0
        while let (time, wrong) = consumer.withNextPeriod({
            ($0.header.frameTimeBefore, $0.firstWrongSample())
        }) {
            #expect(time == drained)
            #expect(wrong == nil)
            drained += 1
        }
        #expect(drained == stored)
    }

    @Test("it takes a period again as soon as one is drained")
    func roomAgain() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let shape = PeriodShape(frames: 112, channels: 1)  // 512 bytes: eight of them fill the ring
        var stored = 0
        while producer.storePattern(shape, start: 0) { stored += 1 }
        #expect(stored == 8)
        #expect(ring.fillBytes == ring.byteCount)

        _ = consumer.withNextPeriod { _ in }
        let isStored = producer.storePattern(shape, start: 0)
        #expect(isStored)
        let isAnotherStored = producer.storePattern(shape, start: 0)
        #expect(!isAnotherStored)
    }

    @Test("a period larger than the ring is refused, and smaller ones are taken after it")
    func tooLarge() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        let isLargeStored = producer.storePattern(PeriodShape(frames: 8192, channels: 64), start: 0)
        #expect(!isLargeStored)
        let isSmallStored = producer.storePattern(PeriodShape(frames: 64, channels: 1), start: 0)
        #expect(isSmallStored)
    }

    @Test(
        "a period whose size overflows is refused",
        arguments: [(.max, .max), (.max, 1), (1, .max)] as [(UInt32, UInt32)])
    func absurdPeriod(_ frames: UInt32, _ channels: UInt32) throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        let isReserved = producer.reserve(frames: frames, channels: channels) != nil
        #expect(!isReserved)
    }

    @Test("a period that is lent still counts as stored")
    func lentPeriod() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let shape = PeriodShape(frames: 112, channels: 1)
        while producer.storePattern(shape, start: 0) {}
        let isRefused = consumer.withNextPeriod { _ in !producer.storePattern(shape, start: 1) }
        #expect(isRefused == true)
    }
}
