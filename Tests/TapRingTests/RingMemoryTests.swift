import Glibc
import TapRing
import TestSupport
import Testing

@Suite("The ring's memory")
struct RingMemoryTests {
    @Test("it is mapped twice while the ring lives, and not at all when both ends and the ring are released")
    func mappings() async {
        // In a process of its own, because other tests make rings beside this one.
        await #expect(processExitsWith: .success) {
            do {
                let ring = try PeriodRing(byteCount: 1 << 20)
                let producer = ring.takeProducer()
                let consumer = ring.takeConsumer()
                try #require(ProcessFacts.mappings(named: "jacktap-ring").count == 2)
                _ = producer.storePattern(PeriodShape(frames: 1, channels: 1), start: 0)
                _ = consumer.fillBytes
            }
            try #require(ProcessFacts.mappings(named: "jacktap-ring").isEmpty)
        }
    }

    @Test("an end keeps the memory, whoever else has let go of the ring")
    func endKeepsMemory() throws {
        let producer = try PeriodRing(byteCount: 4096).takeProducer()
        let isStored = producer.storePattern(PeriodShape(frames: 16, channels: 1), start: 0)
        #expect(isStored)
    }

    @Test(
        "a size is rounded up to whole pages", arguments: [(-1, 4096), (0, 4096), (4096, 4096), (4097, 8192)])
    func rounding(_ asked: Int, _ given: Int) throws {
        #expect(try PeriodRing(byteCount: asked).byteCount == given)
    }

    @Test(
        "a size that no machine has is refused, and says so",
        arguments: [Int.max, Int.max / 2, 1 << 60, 1 << 46])
    func absurdSize(_ size: Int) {
        let error = #expect(throws: RingError.self) { try PeriodRing(byteCount: size) }
        #expect(error?.status == ENOMEM || error?.status == EINVAL || error?.status == EFBIG)
        #expect(error?.description.contains("cannot reserve a ring of") == true)
    }

    @Test("a refused ring leaves no mapping and no file behind")
    func refusedLeavesNothing() async {
        await #expect(processExitsWith: .success) {
            for size in [Int.max, 1 << 60, 1 << 46] { _ = try? PeriodRing(byteCount: size) }
            try #require(ProcessFacts.mappings(named: "jacktap-ring").isEmpty)
            try #require(ProcessFacts.openFiles(named: "jacktap-ring").isEmpty)
        }
    }

    @Test("one second of eight channels fits in periods of 64 frames, and hardly more")
    func holding() throws {
        let ring = try PeriodRing(holding: .seconds(1), channels: 8, rate: SampleRate(48_000))
        let producer = ring.takeProducer()
        let shape = PeriodShape(frames: 64, channels: 8)
        let frames = producer.storeUntilRefused(shape) * 64
        #expect(frames >= 48_000)
        #expect(frames < 49_000)
    }

    @Test("it is never too small for two of the longest periods")
    func longestPeriods() throws {
        let ring = try PeriodRing(holding: .milliseconds(1), channels: 3, rate: SampleRate(48_000))
        let producer = ring.takeProducer()
        let shape = PeriodShape(frames: 8192, channels: 3)
        let isFirstStored = producer.storePattern(shape, start: 0)
        #expect(isFirstStored)
        let isSecondStored = producer.storePattern(shape, start: 8192)
        #expect(isSecondStored)
    }

    @Test(
        "a length that no number of bytes holds is Int.max, which a ring refuses",
        arguments: [Duration.seconds(Int64.max), .seconds(1 << 29)])
    func absurdLength(_ length: Duration) {
        let bytes = PeriodRing.byteCount(holding: length, channels: 1 << 30, rate: SampleRate(UInt32.max))
        #expect(bytes == .max)
    }
}
