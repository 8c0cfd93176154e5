import CTapPeriod
import TapCallback
import TapRing

/// A period made by hand, to be given to a callback.
struct HandMadePeriod: Sendable {
    /// One plane a channel; nil is a missing buffer.
    var planes: [[Float]?] = [[0, 0.25, -0.5, 1]]
    var rate: UInt32 = 48_000
    var xruns: UInt32 = 0
    var flags: UInt32 = 0
    var frameTime: UInt32 = 0
    var frameTimeAfter: UInt32?
    var monotonic: UInt64 = 1000
    var monotonicAfter: UInt64 = 2000
    /// What the host says of its planes; less than there are, when it has lost some.
    var channels: Int?

    var frames: UInt32 { UInt32(planes.lazy.compactMap { $0?.count }.first ?? 64) }

    /// Gives the period to a callback as Swift calls it.
    func run(_ callback: PeriodCallback) {
        unsafe withRaw { raw in callback(unsafe Period(raw)) }
    }

    /// Gives the period to a callback as C calls it.
    func run(through entry: borrowing CallbackEntry) {
        let context = unsafe entry.context
        unsafe withRaw { raw in unsafe tap_period_run(CallbackEntry.function, context, raw) }
    }

    func withRaw(_ body: (UnsafePointer<tap_period>) -> Void) {
        let frames = Int(frames)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(planes.count * frames, 1))
        let pointers = UnsafeMutablePointer<UnsafePointer<Float>?>.allocate(capacity: max(planes.count, 1))
        defer {
            unsafe samples.deallocate()
            unsafe pointers.deallocate()
        }
        for (channel, plane) in planes.enumerated() {
            let start = unsafe samples + channel * frames
            for (index, sample) in (plane ?? []).enumerated() { unsafe start[index] = sample }
            unsafe pointers[channel] = plane == nil ? nil : UnsafePointer(start)
        }
        var after = tap_moment(frame_time: frameTimeAfter ?? frameTime, monotonic: monotonicAfter)
        unsafe withUnsafeMutablePointer(to: &after) { after in
            var period = unsafe tap_period(
                frames: self.frames, channels: UInt32(channels ?? planes.count), rate: rate, xruns: xruns,
                flags: flags, before: tap_moment(frame_time: frameTime, monotonic: monotonic),
                planes: UnsafePointer(pointers), clock: readMoment, host: UnsafeMutableRawPointer(after))
            unsafe body(&period)
        }
    }
}

private func readMoment(_ host: UnsafeMutableRawPointer?) -> tap_moment {
    guard let host = unsafe host else { return tap_moment() }
    return unsafe host.assumingMemoryBound(to: tap_moment.self).pointee
}

/// A tap, its callback, and the ring that it stores into.
final class TapUnderTest: Sendable {
    let tap: Tap
    let callback: PeriodCallback
    private let ring: PeriodRing

    init(channels: Int = 1, ringBytes: Int = 1 << 16, isArmed: Bool = true) throws {
        ring = try PeriodRing(byteCount: ringBytes)
        tap = Tap(channels: channels, ring: ring)
        callback = makePeriodCallback(into: tap)
        if isArmed { tap.arm() }
    }

    func run(_ period: HandMadePeriod) { period.run(callback) }

    /// Everything stored so far; once.
    func drain() -> [Record] {
        var consumer = ring.takeConsumer()
        var records: [Record] = []
        while let record = consumer.withNextPeriod({ Record($0) }) { records.append(record) }
        return records
    }
}

/// A copy of a stored period.
struct Record: Sendable {
    let header: PeriodHeader
    /// The samples' bits, so that those that are no number compare too.
    let planes: [[UInt32]]

    init(_ period: borrowing StoredPeriod) {
        header = period.header
        planes = (0..<Int(period.header.channels)).map { channel in
            period.withPlane(channel) { samples in samples.indices.map { samples[$0].bitPattern } }
        }
    }
}
