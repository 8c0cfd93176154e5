import Synchronization

/// A lock-free queue of whole periods between one producer and one consumer.
///
/// Bytes in mirrored memory: a record is one header and one plane a channel, always contiguous. A period is stored
/// whole or not at all, so channels can never slip against each other.
public final class PeriodRing: Sendable {
    let memory: MirroredMemory
    // Both ends read what stands above; it must not share a cache line with what one of them stores.
    private let apart = InlineArray<16, UInt64>(repeating: 0)
    let tail: PaddedCursor  // stored only by the producer
    let head: PaddedCursor  // stored only by the consumer
    private let endsTaken = Atomic<UInt32>(0)

    /// Bytes that the ring holds.
    public var byteCount: Int { memory.byteCount }
    /// Whether the ring's pages are locked in memory.
    public var isLocked: Bool { memory.isLocked }

    /// Makes a ring of at least `byteCount` bytes and populates its pages.
    public convenience init(byteCount: Int) throws(RingError) {
        try self.init(byteCount: byteCount, cursorsAt: 0)
    }

    /// - Parameter position: where both cursors begin, so that a test meets their wrap; a multiple of 64.
    package init(byteCount: Int, cursorsAt position: UInt64) throws(RingError) {
        memory = try MirroredMemory(atLeast: byteCount)
        tail = PaddedCursor(position: position)
        head = PaddedCursor(position: position)
    }

    /// Makes a ring that holds `duration` of `channels` at `rate`, headers of periods down to 64 frames included,
    /// and never less than two of JACK's longest periods (8192 frames).
    public convenience init(holding duration: Duration, channels: Int, rate: SampleRate) throws(RingError) {
        try self.init(byteCount: Self.byteCount(holding: duration, channels: channels, rate: rate))
    }

    /// Bytes for `duration` of `channels` at `rate`; `Int.max`, which no ring can have, when there is no such number.
    public static func byteCount(holding duration: Duration, channels: Int, rate: SampleRate) -> Int {
        guard duration < .seconds(1 << 30) else { return .max }  // below it, nothing overflows
        let periods = (Int(rate.frames(in: duration).rawValue) + 63) / 64
        let record = PeriodLayout(frames: 64, channels: channels).recordBytes
        let (audio, isTooLarge) = record.multipliedReportingOverflow(by: periods)
        return isTooLarge ? .max : max(audio, 2 * PeriodLayout(frames: 8192, channels: channels).recordBytes)
    }

    /// The write end. There is one: a second call traps.
    public func takeProducer() -> RingProducer {
        let taken = endsTaken.bitwiseOr(1, ordering: .relaxed).oldValue  // a flag alone: it publishes nothing
        precondition(taken & 1 == 0, "the producer is taken")
        return RingProducer(ring: self)
    }

    /// The read end. There is one: a second call traps.
    public func takeConsumer() -> RingConsumer {
        let taken = endsTaken.bitwiseOr(2, ordering: .relaxed).oldValue  // a flag alone: it publishes nothing
        precondition(taken & 2 == 0, "the consumer is taken")
        return RingConsumer(ring: self)
    }

    /// Bytes stored and not yet released; either end may change it at any time.
    public var fillBytes: Int {
        let head = self.head.position.load(ordering: .acquiring)  // first: the tail is never behind it
        let tail = self.tail.position.load(ordering: .acquiring)  // not before the head's load
        return min(Int(truncatingIfNeeded: tail &- head), byteCount)  // the tail may be much newer
    }
}

/// Where the parts of a record lie.
struct PeriodLayout {
    let planeBytes: Int
    /// Header and planes, rounded up so that every header begins a cache line.
    let recordBytes: Int

    @_noLocks @_noAllocation
    init(frames: Int, channels: Int) {
        planeBytes = frames &* 4
        recordBytes = (64 &+ planeBytes &* channels &+ 63) & ~63  // the header is one cache line
    }

    /// Bytes before one channel's samples.
    @_noLocks @_noAllocation
    func offset(ofPlane channel: Int) -> Int { 64 &+ planeBytes &* channel }
}
