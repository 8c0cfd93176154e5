import TapRing
import Testing

@Suite("Round and round")
struct RingWrapTests {
    @Test("a record is whole at every offset at which it can cross the ring's end")
    func everyOffset() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        // 17 cache lines, which have no factor in common with the ring's 64: the start moves through all offsets.
        let shape = PeriodShape(frames: 256, channels: 1)
        var position: UInt32 = 0
        for _ in 0..<2000 {
            let isStored = producer.storePattern(shape, start: position)
            try #require(isStored)
            let (time, wrong) = try #require(
                consumer.withNextPeriod { ($0.header.frameTimeBefore, $0.firstWrongSample()) })
            #expect(time == position)
            #expect(wrong == nil)
            position &+= shape.frames
        }
    }

    @Test("records of changing sizes stay whole through thousands of rounds")
    func changingSizes() throws {
        let ring = try PeriodRing(byteCount: 8192)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        var stored: UInt32 = 0
        var drained: UInt32 = 0
        var size: UInt32 = 1
        for _ in 0..<5000 {
            size = size &* 1_103_515_245 &+ 12_345
            let shape = PeriodShape(frames: size >> 16 % 300 + 1, channels: size >> 8 % 4 + 1)
            if producer.storePattern(shape, start: stored) {
                stored &+= shape.frames
            } else {
                let (time, frames, wrong) = try #require(
                    consumer.withNextPeriod {
                        ($0.header.frameTimeBefore, $0.header.frames, $0.firstWrongSample())
                    })
                #expect(time == drained)
                #expect(wrong == nil)
                drained &+= frames
            }
        }
        #expect(stored > 100_000)
    }

    @Test("the cursors' own wrap at 2⁶⁴ loses nothing", arguments: [64, 128, 4096, 8192])
    func cursorWrap(_ distance: UInt64) throws {
        let ring = try PeriodRing(byteCount: 4096, cursorsAt: 0 &- distance)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let shape = PeriodShape(frames: 112, channels: 1)  // an eighth of the ring
        var stored: UInt32 = 0
        var drained: UInt32 = 0
        for _ in 0..<10 {
            stored += producer.storeUntilRefused(shape, from: stored)
            #expect(stored - drained == 8)
            #expect(ring.fillBytes == ring.byteCount)
            while let time = consumer.withNextPeriod({ $0.header.frameTimeBefore }) {
                #expect(time == drained)
                drained += 1
            }
            #expect(ring.fillBytes == 0)
        }
    }
}
