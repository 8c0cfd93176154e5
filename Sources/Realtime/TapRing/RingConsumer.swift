import Synchronization

/// The read end. Noncopyable: whoever holds it is the consumer.
public struct RingConsumer: ~Copyable, Sendable {
    let ring: PeriodRing

    /// Bytes that the ring holds.
    public var capacityBytes: Int { ring.byteCount }

    /// Bytes waiting. At least this many can be drained; the producer may store more at any time.
    public var fillBytes: Int { ring.fillBytes }

    /// The header of the oldest stored period, which stays in the ring; nil when none waits.
    /// - Thread: one thread at a time.
    public mutating func nextHeader() -> PeriodHeader? {
        let head = ring.head.position.load(ordering: .relaxed)  // ours: nobody else stores it
        guard sawRecord(behind: head) else { return nil }
        let offset = ring.head.offset.load(ordering: .relaxed)  // ours
        return unsafe UnsafeRawPointer(ring.memory.base + offset).load(as: PeriodHeader.self)
    }

    /// Whether a record is stored behind `head`; what it holds is visible then.
    private func sawRecord(behind head: UInt64) -> Bool {
        let seen = ring.head.otherSeen.load(ordering: .relaxed)  // ours; may be old, and then shows less
        if seen != head { return true }
        let tail = ring.tail.position.load(ordering: .acquiring)  // makes the records before it visible
        ring.head.otherSeen.store(tail, ordering: .relaxed)  // ours
        return tail != head
    }

    /// Lends the oldest stored period and gives its room back when `body` returns or throws; nil when none waits.
    /// - Thread: one thread at a time.
    public mutating func withNextPeriod<Result, Failure: Error>(
        _ body: (borrowing StoredPeriod) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let head = ring.head.position.load(ordering: .relaxed)  // ours: nobody else stores it
        guard sawRecord(behind: head) else { return nil }
        let offset = ring.head.offset.load(ordering: .relaxed)  // ours
        let stored = unsafe StoredPeriod(record: UnsafeRawPointer(ring.memory.base + offset))
        let bytes = stored.layout.recordBytes
        defer {
            let next = offset + bytes
            let capacity = ring.memory.byteCount
            ring.head.offset.store(next >= capacity ? next - capacity : next, ordering: .relaxed)  // ours
            ring.head.position.store(head &+ UInt64(bytes), ordering: .releasing)  // the reads above are done
        }
        return try body(stored)
    }
}

/// A period that lies in the ring, lent for the length of one call.
@safe
public struct StoredPeriod: ~Copyable {
    // SAFETY: the record stays unchanged until the consumer releases it, after the borrow has ended.
    let record: UnsafeRawPointer
    let layout: PeriodLayout
    public let header: PeriodHeader

    init(record: UnsafeRawPointer) {
        unsafe self.record = record
        header = unsafe record.load(as: PeriodHeader.self)
        layout = PeriodLayout(frames: Int(header.frames), channels: Int(header.channels))
    }

    /// Lends one channel's samples.
    public borrowing func withPlane<Result, Failure: Error>(
        _ channel: Int, _ body: (Span<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(channel >= 0 && channel < Int(header.channels), "no such channel")
        let start = unsafe record + layout.offset(ofPlane: channel)
        let samples = unsafe UnsafeBufferPointer(
            start: start.assumingMemoryBound(to: Float.self), count: Int(header.frames))
        return try unsafe body(samples.span)
    }

    /// Lends the samples of all channels: one plane after the other, each `header.frames` long.
    public borrowing func withPlanes<Result, Failure: Error>(
        _ body: (Span<Float>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = unsafe record + layout.offset(ofPlane: 0)
        let samples = unsafe UnsafeBufferPointer(
            start: start.assumingMemoryBound(to: Float.self),
            count: Int(header.frames) * Int(header.channels))
        return try unsafe body(samples.span)
    }
}
