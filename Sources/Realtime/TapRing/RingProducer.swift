import Synchronization

/// The write end. Noncopyable: whoever holds it is the producer.
public struct RingProducer: ~Copyable, Sendable {
    let ring: PeriodRing

    /// Room for one whole period, or nil when the ring is too full for it; then the ring stays as it was.
    /// Fill the slot's planes and hand it to ``commit(_:header:)``. A slot that is dropped stores nothing.
    /// - Realtime: safe.
    /// - Thread: only the process thread.
    @_noLocks @_noAllocation
    public borrowing func reserve(frames: UInt32, channels: UInt32) -> PeriodSlot? {
        if frames > 1 << 24 || channels > 1 << 16 { return nil }  // nothing overflows below
        let layout = PeriodLayout(frames: Int(frames), channels: Int(channels))
        let tail = ring.tail.position.load(ordering: .relaxed)  // ours: nobody else stores it
        let capacity = UInt64(ring.memory.byteCount)
        let wanted = UInt64(layout.recordBytes)
        var head = ring.tail.otherSeen.load(ordering: .relaxed)  // ours; may be old, and then shows less room
        if capacity &- (tail &- head) < wanted {  // tail - head never exceeds the capacity
            head = ring.head.position.load(ordering: .acquiring)  // bytes before it may be overwritten
            ring.tail.otherSeen.store(head, ordering: .relaxed)  // ours
            if capacity &- (tail &- head) < wanted { return nil }
        }
        let offset = ring.tail.offset.load(ordering: .relaxed)  // ours
        return unsafe PeriodSlot(
            record: ring.memory.base + offset, layout: layout, frames: frames, channels: channels)
    }

    /// Publishes a filled slot. The record says of itself what was reserved: the slot's frames and channels stand in for
    /// the header's.
    /// - Realtime: safe.
    /// - Thread: only the process thread.
    @_noLocks @_noAllocation
    public borrowing func commit(_ slot: consuming PeriodSlot, header: PeriodHeader) {
        let start = ring.tail.offset.load(ordering: .relaxed)  // ours
        precondition(unsafe slot.record == ring.memory.base + start, "the slot is not the one reserved last")
        var header = header
        header.frames = slot.frames  // the consumer measures the record by these two
        header.channels = slot.channels
        unsafe slot.record.storeBytes(of: header, as: PeriodHeader.self)
        let bytes = slot.layout.recordBytes
        let offset = start &+ bytes  // below twice the capacity
        let capacity = ring.memory.byteCount
        ring.tail.offset.store(offset >= capacity ? offset &- capacity : offset, ordering: .relaxed)  // ours
        let tail = ring.tail.position.load(ordering: .relaxed)  // ours
        ring.tail.position.store(tail &+ UInt64(bytes), ordering: .releasing)  // publishes the record above
    }
}

/// Room for one period inside the ring, before it is published.
@safe
public struct PeriodSlot: ~Copyable {
    // SAFETY: points to `layout.recordBytes` writable bytes that the consumer does not read before the commit.
    let record: UnsafeMutableRawPointer
    let layout: PeriodLayout
    public let frames: UInt32
    public let channels: UInt32

    /// Copies one channel's samples: as many as the slot has frames.
    /// - Realtime: safe.
    @_noLocks @_noAllocation
    public borrowing func copyPlane(_ channel: Int, from samples: UnsafePointer<Float>) {
        precondition(channel >= 0 && channel < Int(channels), "no such channel")
        unsafe (record + layout.offset(ofPlane: channel)).copyMemory(
            from: samples, byteCount: layout.planeBytes)
    }

    /// Stores silence for one channel.
    /// - Realtime: safe.
    @_noLocks @_noAllocation
    public borrowing func silencePlane(_ channel: Int) {
        precondition(channel >= 0 && channel < Int(channels), "no such channel")
        let place = unsafe record + layout.offset(ofPlane: channel)
        var index = 0
        while index < layout.planeBytes {
            unsafe place.storeBytes(of: 0, toByteOffset: index, as: UInt32.self)
            index = index &+ 4
        }
    }

    /// Fills every plane: copies the samples that are there, stores silence for a channel without any. Returns whether
    /// all were there.
    /// - Parameter count: how many planes the host gives; channels beyond are silent.
    /// - Realtime: safe.
    /// - Complexity: O(frames × channels).
    @_noLocks @_noAllocation
    public borrowing func copyPlanes(from planes: UnsafePointer<UnsafePointer<Float>?>, count: UInt32) -> Bool
    {
        var isWhole = true
        var channel = 0
        while channel < Int(channels) {
            if channel < Int(count), let plane = unsafe planes[channel] {
                unsafe copyPlane(channel, from: plane)
            } else {
                silencePlane(channel)
                isWhole = false
            }
            channel = channel &+ 1
        }
        return isWhole
    }
}
