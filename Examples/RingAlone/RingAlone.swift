import TapRing

@main
struct RingAlone {
    static func main() throws {
        let ring = try PeriodRing(holding: .seconds(1), channels: 2, rate: SampleRate(48_000))
        let producer = ring.takeProducer()
        var consumer = ring.takeConsumer()

        // On the realtime thread: room for a whole period, or none at all.
        let left: [Float] = Array(repeating: 0.25, count: 64)
        let right: [Float] = Array(repeating: -0.25, count: 64)
        if let slot = producer.reserve(frames: 64, channels: 2) {
            slot.copyPlane(0, from: left)
            slot.copyPlane(1, from: right)
            producer.commit(slot, header: PeriodHeader(frames: 64, channels: 2, frameTimeBefore: 4800))
        }

        // On any other thread: whole periods, one after the other.
        while let first = consumer.withNextPeriod({ period in period.withPlane(0) { $0[0] } }) {
            print("a period whose first sample is \(first)")
        }
    }
}
