import CBench
import TapCallback
import TapRing

/// What does JackTap add to a period? Everything from C's entry on, with both clock reads, through the very value that a
/// host is given, against a plain memcpy of the same bytes in the same run.
struct CallbackCost {
    private static let channels = 64
    private static let frames = 64
    /// Samples between the port buffers of jack2, which gives each port room for the longest period.
    private static let jackStride = 8192 + 16

    private static let target = 1.3

    private let isSmoke: Bool
    private let batches: Int
    private let periodsPerBatch: UInt32 = 16

    /// The question, or a brief form of it.
    init(isSmoke: Bool) {
        self.isSmoke = isSmoke
        batches = isSmoke ? 200 : 20_000
    }

    /// Checks what arrives, measures, prints. Whether the target was met; a brief run does not ask.
    func answer() throws -> Bool {
        let seconds = isSmoke ? 1 : 10
        let bytes = PeriodRing.byteCount(
            holding: .seconds(seconds), channels: Self.channels, rate: SampleRate(48_000))
        print("\n# The callback, \(Self.channels) channels × \(Self.frames) frames, a ring of \(seconds) s\n")
        print(Percentiles.header)
        let together = PatternPlanes(channels: Self.channels, frames: Self.frames, stride: Self.frames)
        let apart = PatternPlanes(channels: Self.channels, frames: Self.frames, stride: Self.jackStride)
        let ratio = try measure(together, "callback", against: bench_copy_whole, "one memcpy", room: bytes)
        let apartRatio = try measure(
            apart, "callback, ports as jack2 has them", against: bench_copy_planes, "a memcpy a port",
            room: bytes)
        let cachedRatio = try measure(
            together, "callback, ring in the cache", against: bench_copy_whole, "one memcpy in the cache",
            room: 1 << 18)
        print("\nratio of the medians, to a memcpy of the same bytes to memory of the same kind:")
        print("  \(twoDecimals(ratio))  one memcpy (target: at most \(twoDecimals(Self.target)))")
        print("  \(twoDecimals(apartRatio))  a memcpy a port, ports apart as jack2 has them")
        print("  \(twoDecimals(cachedRatio))  one memcpy, a ring so small that both stay in the cache")
        return isSmoke || ratio <= Self.target
    }

    /// Returns the ratio of the medians.
    private func measure(
        _ planes: PatternPlanes, _ name: String,
        against rival: (UnsafeMutablePointer<bench_target>, bench_source, UInt32) -> UInt64,
        _ rivalName: String, room: Int
    ) throws -> Double {
        let ring = try PeriodRing(byteCount: room)
        var consumer = ring.takeConsumer()
        let tap = Tap(channels: planes.channels, ring: ring)
        let entry = CallbackEntry(makePeriodCallback(into: tap))
        tap.arm()
        let copy = try CopyTarget(byteCount: ring.byteCount)
        let periodsPerBatch = min(self.periodsPerBatch, UInt32(room / planes.byteCount) - 1)

        try check(planes, entry: entry, consumer: &consumer)
        _ = rival(&copy.target, planes.source, 1)
        guard copy.endsWith(planes) else { throw WrongAnswer("the rival copied something else") }
        try checkAllocations(planes, entry: entry, consumer: &consumer)

        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<batches {  // turn by turn, so that whatever disturbs the machine disturbs both
            let ourTime = bench_run_callback(entry.context, planes.source, periodsPerBatch)
            ours.append(Double(ourTime) / Double(periodsPerBatch))
            release(&consumer)
            let theirTime = rival(&copy.target, planes.source, periodsPerBatch)
            theirs.append(Double(theirTime) / Double(periodsPerBatch))
        }
        guard tap.counts.overrunFrames == .zero else { throw WrongAnswer("the ring overran") }
        let (our, their) = (Percentiles(ours), Percentiles(theirs))
        print(our.row(name))
        print(their.row(rivalName))
        return our.at(0.5) / their.at(0.5)
    }

    private func check(
        _ planes: PatternPlanes, entry: borrowing CallbackEntry, consumer: inout RingConsumer
    ) throws {
        _ = bench_run_callback(entry.context, planes.source, 1)
        let isRight = consumer.withNextPeriod { period in
            (0..<planes.channels).allSatisfy { channel in
                period.withPlane(channel) { samples in
                    samples.count == planes.frames
                        && samples.indices.allSatisfy {
                            samples[$0] == PatternPlanes.sample(channel: channel, frame: $0)
                        }
                }
            }
        }
        guard isRight == true else { throw WrongAnswer("the callback stored something else") }
    }

    /// A control first: the counter sees an allocation.
    private func checkAllocations(
        _ planes: PatternPlanes, entry: borrowing CallbackEntry, consumer: inout RingConsumer
    ) throws {
        let start = bench_allocations()
        UnsafeMutablePointer<Int>.allocate(capacity: 1).deallocate()
        guard bench_allocations() > start else { throw WrongAnswer("the counter sees no allocation") }
        for _ in 0..<100 {
            let before = bench_allocations()
            _ = bench_run_callback(entry.context, planes.source, 8)
            let made = bench_allocations() - before
            guard made == 0 else { throw WrongAnswer("the callback allocates: \(made) in a batch") }
            release(&consumer)
        }
    }

    private func release(_ consumer: inout RingConsumer) {
        while consumer.withNextPeriod({ _ in true }) != nil {}
    }
}
