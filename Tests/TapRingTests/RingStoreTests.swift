import TapRing
import Testing

@Suite("What is stored comes out")
struct RingStoreTests {
    @Test("a period of any shape comes out bit by bit", arguments: PeriodShape.common)
    func roundTrip(_ shape: PeriodShape) throws {
        let ring = try PeriodRing(byteCount: 8 << 20)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()

        let isStored = producer.storePattern(shape, start: 4_000_000_000)
        #expect(isStored)
        let seen = consumer.withNextPeriod { period in
            #expect(period.header.frames == shape.frames)
            #expect(period.header.channels == shape.channels)
            #expect(period.firstWrongSample() == nil)
            return true
        }
        #expect(seen == true)
    }

    @Test("periods come out in the order in which they were stored")
    func order() throws {
        let ring = try PeriodRing(byteCount: 1 << 20)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let shape = PeriodShape(frames: 64, channels: 2)
        for number in 0..<100 { _ = producer.storePattern(shape, start: UInt32(number) * 64) }

        var times: [UInt32] = []
        while let time = consumer.withNextPeriod({ $0.header.frameTimeBefore }) { times.append(time) }
        #expect(times == (0..<100).map { $0 * 64 })
    }

    @Test("an empty ring lends nothing")
    func empty() throws {
        var consumer = try PeriodRing(byteCount: 4096).takeConsumer()
        #expect(consumer.withNextPeriod { _ in true } == nil)
    }

    @Test("every fact of the header comes out")
    func header() throws {
        let ring = try PeriodRing(byteCount: 1 << 16)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let header = PeriodHeader(
            frames: 64, channels: 1, rate: 96_000, flags: [.freewheeling, .planeMissing],
            frameTimeBefore: 1, frameTimeAfter: 2, monotonicBefore: 3, monotonicAfter: 4, overrunFrames: 5,
            heldFrames: 6, xruns: 7)
        guard let slot = producer.reserve(frames: 64, channels: 1) else { throw NoRoom() }
        slot.silencePlane(0)
        producer.commit(slot, header: header)
        #expect(consumer.withNextPeriod { $0.header } == header)
    }

    @Test("a header cannot claim another shape than the slot's")
    func headerOfAnotherShape() throws {
        let ring = try PeriodRing(byteCount: 1 << 16)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        guard let slot = producer.reserve(frames: 64, channels: 2) else { throw NoRoom() }
        producer.commit(slot, header: PeriodHeader(frames: 8192, channels: 1024, frameTimeBefore: 0))
        let shape = consumer.withNextPeriod { [$0.header.frames, $0.header.channels] }
        #expect(shape == [64, 2])
    }

    @Test("a silenced plane is silent, whatever lay there before")
    func silence() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let shape = PeriodShape(frames: 100, channels: 1)
        for number in 0..<20 {  // more than once round
            _ = producer.storePattern(shape, start: UInt32(number))
            _ = consumer.withNextPeriod { _ in }
        }
        guard let slot = producer.reserve(frames: 100, channels: 1) else { throw NoRoom() }
        slot.silencePlane(0)
        producer.commit(slot, header: PeriodHeader(frames: 100, channels: 1, frameTimeBefore: 0))
        let sounds = consumer.withNextPeriod { period in
            period.withPlane(0) { samples in samples.indices.contains { samples[$0].bitPattern != 0 } }
        }
        #expect(sounds == false)
    }

    @Test("a look at the next header takes nothing out")
    func nextHeader() throws {
        let ring = try PeriodRing(byteCount: 1 << 16)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let first = consumer.nextHeader()
        #expect(first == nil)
        for start: UInt32 in [64, 128] {
            _ = producer.storePattern(PeriodShape(frames: 64, channels: 1), start: start)
        }
        var times: [UInt32?] = []
        for _ in 0..<2 {
            times.append(consumer.nextHeader()?.frameTimeBefore)
            times.append(consumer.nextHeader()?.frameTimeBefore)
            times.append(consumer.withNextPeriod { $0.header.frameTimeBefore })
        }
        times.append(consumer.nextHeader()?.frameTimeBefore)
        #expect(times == [64, 64, 64, 128, 128, 128, nil])
    }

    @Test("all planes are lent in one piece, one channel behind the other", arguments: PeriodShape.common)
    func withPlanes(_ shape: PeriodShape) throws {
        let ring = try PeriodRing(byteCount: 8 << 20)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        _ = producer.storePattern(shape, start: 5)
        let bits = consumer.withNextPeriod { period in
            period.withPlanes { samples in samples.indices.map { samples[$0].bitPattern } }
        }
        let expected = (0..<Int(shape.channels)).flatMap { channel in
            (0..<shape.frames).map { sampleBits(channel: channel, frame: 5 + $0) }
        }
        #expect(bits == expected)
    }

    @Test(
        "planes that the host does not give, or that are missing, are silent, and the producer learns of it")
    func copyPlanes() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let given: [Float] = [1, 2]
        var isWhole: [Bool] = []
        for (planes, count) in [
            ([true, true, true], 3), ([true, false, true], 3), ([true, true, true], 2),
        ] {
            guard let slot = producer.reserve(frames: 2, channels: 3) else { throw NoRoom() }
            unsafe given.withUnsafeBufferPointer { samples in
                let pointers = unsafe planes.map { $0 ? samples.baseAddress : nil }
                unsafe pointers.withUnsafeBufferPointer { pointers in
                    guard let start = pointers.baseAddress else { return }
                    isWhole.append(unsafe slot.copyPlanes(from: start, count: UInt32(count)))
                }
            }
            producer.commit(slot, header: PeriodHeader(frames: 2, channels: 3, frameTimeBefore: 0))
        }
        var stored: [[Float]] = []
        while let samples = consumer.withNextPeriod({ $0.withPlanes { s in s.indices.map { s[$0] } } }) {
            stored.append(samples)
        }
        #expect(isWhole == [true, false, false])
        #expect(stored == [[1, 2, 1, 2, 1, 2], [1, 2, 0, 0, 1, 2], [1, 2, 1, 2, 0, 0]])
    }

    @Test("a slot that is dropped stores nothing")
    func droppedSlot() throws {
        let ring = try PeriodRing(byteCount: 1 << 16)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        do { _ = producer.reserve(frames: 64, channels: 1) }
        #expect(ring.fillBytes == 0)
        let isStored = producer.storePattern(PeriodShape(frames: 64, channels: 1), start: 7)
        #expect(isStored)
        #expect(consumer.withNextPeriod { $0.firstWrongSample() } == .some(nil))
    }

    @Test("a period is given back when the body throws")
    func throwingBody() throws {
        struct Refusal: Error {}
        let ring = try PeriodRing(byteCount: 1 << 16)
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        _ = producer.storePattern(PeriodShape(frames: 64, channels: 1), start: 1)
        do {
            _ = try consumer.withNextPeriod { _ throws(Refusal) in throw Refusal() }
        } catch {}
        #expect(ring.fillBytes == 0)
    }
}
