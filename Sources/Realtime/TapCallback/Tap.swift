import CTapPeriod
import Synchronization
public import TapRing

/// An input port group listened to without changing the signal: what the callback does with a period.
///
/// A tap accepts no period before ``arm()`` and none after ``remove()``.
public final class Tap: Sendable {
    /// The channels of every period.
    public let channels: Int
    private let producer: RingProducer
    private let gate = Atomic<UInt32>(Gate.closed)
    private let totals = TapTotals()

    /// - Parameter ring: its write end is taken by this tap.
    public init(channels: Int, ring: PeriodRing) {
        self.channels = channels
        producer = ring.takeProducer()
    }

    // MARK: Realtime

    /// Stores a period, or counts it.
    /// - Realtime: safe.
    /// - Thread: only the process thread.
    /// - Complexity: O(frames × channels).
    @_noLocks @_noAllocation
    func accept(_ period: borrowing Period) {
        let gate = self.gate.load(ordering: .acquiring)  // pairs with arm()
        guard gate == Gate.armed else {
            if gate == Gate.removed {
                self.gate.store(Gate.acknowledged, ordering: .releasing)  // after the last commit
            }
            return
        }
        store(period)
    }

    @_noLocks @_noAllocation
    private func store(_ period: borrowing Period) {
        let raw = unsafe period.raw
        let frames = unsafe raw.pointee.frames
        let before = unsafe raw.pointee.before
        defer { totals.count(frames: frames, since: before) }
        if unsafe raw.pointee.flags & TAP_PERIOD_FREEWHEELING.rawValue != 0 {
            totals.countHeld(frames)
            return
        }
        guard let slot = producer.reserve(frames: frames, channels: UInt32(truncatingIfNeeded: channels))
        else {
            totals.countOverrun(frames)
            return
        }
        var flags = unsafe raw.pointee.flags
        let isWhole = unsafe slot.copyPlanes(from: raw.pointee.planes, count: raw.pointee.channels)
        if !isWhole { flags |= TAP_PERIOD_PLANE_MISSING.rawValue }
        let after = unsafe tap_period_now(raw)
        let header = unsafe PeriodHeader(
            frames: frames, channels: slot.channels, rate: raw.pointee.rate,
            flags: PeriodFlags(rawValue: flags),
            frameTimeBefore: before.frame_time, frameTimeAfter: after.frame_time,
            monotonicBefore: before.monotonic, monotonicAfter: after.monotonic,
            overrunFrames: totals.overrun.load(ordering: .relaxed),  // only this thread adds
            heldFrames: totals.held.load(ordering: .relaxed),  // only this thread adds
            xruns: raw.pointee.xruns)
        producer.commit(slot, header: header)
    }

    // MARK: Control

    /// Lets periods in. Has no effect on a tap that was removed.
    public func arm() {
        _ = gate.compareExchange(
            expected: Gate.closed, desired: Gate.armed, ordering: .releasing)  // publishes the set-up
    }

    /// Keeps every later period out. Idempotent, and safe from any thread.
    /// A period that the callback is storing right now may still arrive; ``isAcknowledged`` tells that it is done.
    public func remove() {
        for open in [Gate.closed, Gate.armed] {
            _ = gate.compareExchange(
                expected: open, desired: Gate.removed, ordering: .acquiringAndReleasing)  // as arm()
        }
    }

    /// Whether ``remove()`` was called.
    public var isRemoved: Bool { gate.load(ordering: .acquiring) >= Gate.removed }  // as accept()

    /// Whether the callback has run after ``remove()``: everything that it ever stored is published.
    public var isAcknowledged: Bool {
        gate.load(ordering: .acquiring) == Gate.acknowledged  // makes all commits visible
    }

    /// What the tap has counted; it grows while the callback runs.
    public var counts: TapCounts { totals.snapshot }
}

/// The states of a tap's gate; they only go up.
private enum Gate {
    static let closed: UInt32 = 0
    static let armed: UInt32 = 1
    static let removed: UInt32 = 2
    static let acknowledged: UInt32 = 3
}

private struct TapTotals: ~Copyable {
    let periods = Atomic<UInt64>(0)
    let overrun = Atomic<UInt64>(0)
    let overrunPeriods = Atomic<UInt64>(0)
    let held = Atomic<UInt64>(0)
    let end = Atomic<UInt32>(0)
    let lastPeriod = Atomic<UInt64>(0)
    let lastFrames = Atomic<UInt32>(0)

    @_noLocks @_noAllocation
    borrowing func count(frames: UInt32, since before: tap_moment) {
        end.store(before.frame_time &+ frames, ordering: .relaxed)  // published by the count below
        lastPeriod.store(before.monotonic, ordering: .relaxed)  // published by the count below
        lastFrames.store(frames, ordering: .relaxed)  // published by the count below
        let periods = self.periods.load(ordering: .relaxed)  // only this thread adds
        self.periods.store(periods &+ 1, ordering: .releasing)  // publishes the three above
    }

    // Plain loads and stores below: only the process thread adds, others read a figure.

    @_noLocks @_noAllocation
    borrowing func countOverrun(_ frames: UInt32) {
        overrun.store(overrun.load(ordering: .relaxed) &+ UInt64(frames), ordering: .relaxed)  // see above
        let periods = overrunPeriods.load(ordering: .relaxed)  // see above
        overrunPeriods.store(periods &+ 1, ordering: .relaxed)  // see above
    }

    @_noLocks @_noAllocation
    borrowing func countHeld(_ frames: UInt32) {
        held.store(held.load(ordering: .relaxed) &+ UInt64(frames), ordering: .relaxed)  // see above
    }

    var snapshot: TapCounts {
        let periods = periods.load(ordering: .acquiring)  // the others are at least as new
        return TapCounts(
            periods: periods,
            overrunFrames: FrameCount(overrun.load(ordering: .relaxed)),  // a figure
            heldFrames: FrameCount(held.load(ordering: .relaxed)),  // a figure
            end: FrameTime(rawValue: end.load(ordering: .relaxed)),  // not older than the count
            lastPeriod: MonotonicTime(rawValue: lastPeriod.load(ordering: .relaxed)),  // as end
            lastFrames: lastFrames.load(ordering: .relaxed),  // as end
            overrunPeriods: overrunPeriods.load(ordering: .relaxed))  // a figure
    }
}
