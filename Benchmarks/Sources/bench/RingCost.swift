import CBench
import Glibc
import TapRing

/// What does a frame cost on its way through the ring, in and out, against copying it twice?
struct RingCost {
    private let rounds: Int

    /// The question, or a brief form of it.
    init(isSmoke: Bool) { rounds = isSmoke ? 20 : 2_000 }

    /// Checks what arrives, measures, prints.
    func answer() throws {
        print("\n# The ring: store and drain, against two memcpys of the same bytes\n")
        print(Percentiles.header)
        for channels in [2, 8, 64, 512] {
            for frames in [64, 256] {
                try measure(PatternPlanes(channels: channels, frames: frames, stride: frames))
            }
        }
    }

    private func measure(_ planes: PatternPlanes) throws {
        let ring = try PeriodRing(byteCount: max(1 << 24, planes.byteCount * 64))
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()
        let room = try CopyTarget(byteCount: ring.byteCount)
        let out = try CopyTarget(byteCount: planes.byteCount)

        pass(planes, through: producer, &consumer, into: out)
        out.target.next = planes.byteCount
        guard out.endsWith(planes) else { throw WrongAnswer("the ring gave back something else") }

        var ours: [Double] = []
        var theirs: [Double] = []
        let periods = max(1, 65_536 / planes.byteCount)  // long enough to time
        for _ in 0..<rounds {
            let start = bench_now()
            for _ in 0..<periods { pass(planes, through: producer, &consumer, into: out) }
            ours.append(Double(bench_now() - start) / Double(periods))
            let middle = bench_now()
            for _ in 0..<periods { copyTwice(planes, through: room, into: out) }
            theirs.append(Double(bench_now() - middle) / Double(periods))
        }
        let name = "\(planes.channels) × \(planes.frames)"
        let (our, their) = (Percentiles(ours), Percentiles(theirs))
        print(our.row("ring, \(name)"))
        print(their.row("memcpy twice, \(name)") + "   ratio \(twoDecimals(our.at(0.5) / their.at(0.5)))")
    }

    private func pass(
        _ planes: PatternPlanes, through producer: borrowing RingProducer, _ consumer: inout RingConsumer,
        into out: CopyTarget
    ) {
        let (frames, channels) = (UInt32(planes.frames), UInt32(planes.channels))
        guard let slot = producer.reserve(frames: frames, channels: channels) else { return }
        _ = slot.copyPlanes(from: planes.pointers, count: channels)
        producer.commit(slot, header: PeriodHeader(frames: frames, channels: channels, frameTimeBefore: 0))
        let bytes = planes.frames * MemoryLayout<Float>.stride
        _ = consumer.withNextPeriod { period in
            for channel in 0..<planes.channels {
                period.withPlane(channel) { samples in
                    samples.withUnsafeBytes { plane in
                        if let start = plane.baseAddress {
                            memcpy(out.target.memory + channel * bytes, start, plane.count)
                        }
                    }
                }
            }
        }
    }

    private func copyTwice(_ planes: PatternPlanes, through room: CopyTarget, into out: CopyTarget) {
        _ = bench_copy_whole(&room.target, planes.source, 1)
        memcpy(out.target.memory, room.target.memory + room.target.next - planes.byteCount, planes.byteCount)
    }
}
