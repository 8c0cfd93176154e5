internal import CTapPeriod
internal import TapCallback
internal import TapHost

/// One period as the server has decided it.
struct PeriodPlan: Sendable {
    /// What one channel is fed with.
    typealias Route = [Int]

    let installed: InstalledTap
    let player: PeriodPlayer
    var frames: UInt32
    var rate: UInt32
    var xruns: UInt32
    var flags: UInt32
    var frameTime: UInt32
    var position: UInt32
    var monotonic: UInt64
    /// How long the callback takes.
    var duration: UInt64
    /// Frames that pass under the copy; above zero, the second half of each plane is from so much later.
    var framesUnderCopy: UInt32
    /// The sources of each channel.
    var routes: [Route]
    /// Channels without a buffer.
    var missing: Set<Int>
}

/// The buffers of one active client, and the call into its callback.
@safe
final class PeriodPlayer: @unchecked Sendable {
    // SAFETY: a simulator runs one period at a time, and only `run` touches the memory. It is freed with the object,
    // which every plan that points to it holds.
    private let planes: UnsafeMutablePointer<UnsafePointer<Float>?>
    private let samples: UnsafeMutablePointer<Float>
    private let after: UnsafeMutablePointer<tap_moment>
    private let channels: Int
    private let signal: SimulatedSignal

    /// JACK's longest period.
    static let maximumFrames = 8192

    init(channels: Int, signal: SimulatedSignal) {
        self.channels = channels
        self.signal = signal
        unsafe planes = .allocate(capacity: max(channels, 1))
        unsafe planes.initialize(repeating: nil, count: max(channels, 1))
        // One plane more than channels: where a second source of a channel is computed before it is added.
        unsafe samples = .allocate(capacity: (channels + 1) * Self.maximumFrames)
        unsafe samples.initialize(repeating: 0, count: (channels + 1) * Self.maximumFrames)
        unsafe after = .allocate(capacity: 1)
        unsafe after.initialize(to: tap_moment())
    }

    deinit {
        unsafe planes.deallocate()
        unsafe samples.deallocate()
        unsafe after.deallocate()
    }

    /// Runs the callback once, through the C entry that JACK's shim uses.
    func run(_ plan: PeriodPlan) {
        for channel in 0..<channels {
            let plane = unsafe samples + channel * Self.maximumFrames
            if plan.missing.contains(channel) {
                unsafe planes[channel] = nil
            } else {
                unsafe fill(plane, from: plan.routes[channel], by: plan)
                unsafe planes[channel] = UnsafePointer(plane)
            }
        }
        unsafe after.pointee = tap_moment(
            frame_time: plan.frameTime &+ plan.framesUnderCopy, monotonic: plan.monotonic + plan.duration)
        var period = unsafe tap_period(
            frames: plan.frames, channels: UInt32(channels), rate: plan.rate, xruns: plan.xruns,
            flags: plan.flags, before: tap_moment(frame_time: plan.frameTime, monotonic: plan.monotonic),
            planes: UnsafePointer(planes), clock: readMoment, host: UnsafeMutableRawPointer(after))
        unsafe tap_period_run(CallbackEntry.function, plan.installed.entry.context, &period)
    }

    private func fill(_ plane: UnsafeMutablePointer<Float>, from sources: [Int], by plan: PeriodPlan) {
        let frames = Int(plan.frames)
        unsafe plane.update(repeating: 0, count: sources.isEmpty ? frames : 0)
        for (number, source) in sources.enumerated() {
            let target = unsafe number == 0 ? plane : samples + channels * Self.maximumFrames
            unsafe play(source, at: plan.position, into: target, 0..<frames)
            if plan.framesUnderCopy > 0 {
                unsafe play(
                    source, at: plan.position &+ plan.framesUnderCopy, into: target, frames / 2..<frames)
            }
            guard number > 0 else { continue }
            for index in 0..<frames { unsafe plane[index] += target[index] }
        }
    }

    private func play(
        _ source: Int, at position: UInt32, into plane: UnsafeMutablePointer<Float>, _ range: Range<Int>
    ) {
        let part = unsafe UnsafeMutableBufferPointer(start: plane + range.lowerBound, count: range.count)
        var span = unsafe part.mutableSpan
        signal.fill(source, position &+ UInt32(range.lowerBound), &span)
    }
}

/// The clock that a callback reads after the copy: what the plan says, however often it is asked.
private func readMoment(_ host: UnsafeMutableRawPointer?) -> tap_moment {
    guard let host = unsafe host else { return tap_moment() }
    return unsafe host.assumingMemoryBound(to: tap_moment.self).pointee
}
