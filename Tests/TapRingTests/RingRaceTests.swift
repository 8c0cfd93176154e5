import Glibc
import Synchronization
import TapRing
import TestSupport
import Testing

@Suite("Two threads")
struct RingRaceTests {
    /// What the consumer saw.
    private struct Tally: Sendable, Equatable {
        var stored: UInt64 = 0
        var missing: UInt64 = 0
        var firstFault: String?
    }

    /// Stores `total` frames in periods of changing size, and leaves out what the ring refuses.
    /// - Returns: frames refused.
    private static func produce(_ producer: borrowing RingProducer, total: UInt64, channels: Int) -> UInt64 {
        let longest = 333
        // One long plane a channel; a period's samples are a piece of it.
        let planes = (0..<channels).map { channel in
            plane(channel: channel, start: 0, frames: 1 << 16)
        }
        var position: UInt64 = 0
        var refused: UInt64 = 0
        var size: UInt32 = 1
        while position < total {
            size = size &* 1_103_515_245 &+ 12_345
            let frames = size >> 16 % UInt32(longest) + 1
            let start = UInt32(truncatingIfNeeded: position) & 0x7FFF
            if let slot = producer.reserve(frames: frames, channels: UInt32(channels)) {
                for channel in 0..<channels {
                    unsafe planes[channel].withUnsafeBufferPointer { buffer in
                        guard let base = buffer.baseAddress else { return }
                        unsafe slot.copyPlane(channel, from: base + Int(start))
                    }
                }
                producer.commit(
                    slot,
                    header: PeriodHeader(
                        frames: frames, channels: UInt32(channels), frameTimeBefore: start,
                        monotonicBefore: position, overrunFrames: refused))
            } else {
                refused += UInt64(frames)
                sched_yield()
            }
            position += UInt64(frames)
        }
        return refused
    }

    /// Drains until the producer is done, and checks every frame.
    private static func consume(_ consumer: consuming RingConsumer, until isDone: () -> Bool) -> Tally {
        var tally = Tally()
        var position: UInt64 = 0
        var refused: UInt64 = 0
        while tally.firstFault == nil {
            let wasDone = isDone()
            let seen: Void? = consumer.withNextPeriod { period in
                let hole = period.header.overrunFrames - refused
                refused = period.header.overrunFrames
                if period.header.monotonicBefore != position + hole {
                    tally.firstFault =
                        "\(period.header.monotonicBefore) follows \(position) with a hole of \(hole)"
                } else {
                    tally.firstFault = period.firstWrongSample()
                }
                position += hole + UInt64(period.header.frames)
                tally.missing += hole
                tally.stored += UInt64(period.header.frames)
            }
            if seen == nil {
                if wasDone { break }
                sched_yield()
            }
        }
        return tally
    }

    @Test(
        "millions of frames through a small ring: every one arrives or is counted", arguments: [4096, 65_536])
    func race(_ ringBytes: Int) async throws {
        let ring = try PeriodRing(byteCount: ringBytes)
        let isDone = Flag()
        let total: UInt64 = 1_500_000
        let ends = RingEnds(ring)
        async let refused = onOwnThread {
            let refused = Self.produce(ends.producer, total: total, channels: 2)
            isDone.raise()
            return refused
        }
        let tally = await onOwnThread { Self.consume(ring.takeConsumer()) { isDone.isRaised } }
        let lost = await refused

        #expect(tally.firstFault == nil)
        #expect(tally.missing <= lost)  // what was refused behind the last record stands in no header
        #expect(tally.stored + lost >= total)
        #expect(tally.stored + lost < total + 333)
        #expect(ring.fillBytes == 0)
    }
}

/// Holds a producer for another thread.
private final class RingEnds: Sendable {
    let producer: RingProducer

    init(_ ring: PeriodRing) { producer = ring.takeProducer() }
}

private final class Flag: Sendable {
    private let raised = Atomic<Bool>(false)

    var isRaised: Bool { raised.load(ordering: .acquiring) }  // pairs with raise()
    func raise() { raised.store(true, ordering: .releasing) }  // all records are committed
}
