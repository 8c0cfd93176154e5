import Synchronization
import TapConcurrency
import TapRing

/// The sample that stands at a place of a test signal: each names its channel and its position, in 24 bits.
func patternSample(_ channel: Int, _ position: Int) -> Float {
    let mixed =
        UInt32(truncatingIfNeeded: position) &* 2_654_435_761 &+ UInt32(truncatingIfNeeded: channel) &* 40_503
    return Float(Int32(bitPattern: mixed) >> 8) / 8_388_608
}

/// Plays a tap's part: stores periods of the test signal in a ring and counts them.
///
/// A position of the signal is a frame of JACK's clock since the feed began, stored or not.
final class Feed: Sendable {
    struct State {
        var clock = 0
        var start: UInt32
        var monotonic: UInt64 = 1_000_000_000
        var rate: UInt32
        var xruns: UInt32 = 0
        var counts = TapCounts()
    }

    let ring: PeriodRing
    let channels: Int
    let countsNewPeriod: Bool
    private let producer: RingProducer
    let state: Mutex<State>

    init(
        channels: Int, rate: UInt32 = 48_000, ringBytes: Int = 4 << 20, start: UInt32 = 0,
        countsNewPeriod: Bool = true
    ) throws {
        ring = try PeriodRing(byteCount: ringBytes)
        producer = ring.takeProducer()
        self.channels = channels
        self.countsNewPeriod = countsNewPeriod
        state = Mutex(State(start: start, rate: rate))
    }

    var counts: TapCounts { state.withLock(\.counts) }
    /// Frames of JACK's clock so far.
    var clock: Int { state.withLock(\.clock) }
    var now: MonotonicTime { MonotonicTime(rawValue: state.withLock(\.monotonic)) }

    /// The server runs, and does not call us.
    func skip(_ frames: Int) { advance(frames) }

    /// The server and its clock stand still.
    func stall(nanoseconds: UInt64) { state.withLock { $0.monotonic += nanoseconds } }

    func xrun(_ notices: UInt32 = 1) { state.withLock { $0.xruns += notices } }

    func changeRate(to rate: UInt32) { state.withLock { $0.rate = rate } }

    /// Moves the frame clock without any time passing.
    func jump(_ frames: Int) {
        state.withLock { $0.start = $0.start &+ UInt32(truncatingIfNeeded: frames) }
    }

    /// One period.
    /// - Returns: whether it was stored.
    @discardableResult
    func period(
        _ frames: Int, isTorn: Bool = false, isHeld: Bool = false, isRefused: Bool = false,
        planes: [[Float]]? = nil
    ) -> Bool {
        let state = state.withLock { $0 }
        let begin = state.start &+ UInt32(truncatingIfNeeded: state.clock)
        let frameTime = countsNewPeriod ? begin &+ UInt32(frames) : begin
        defer { finish(frames, frameTime) }
        if isHeld {
            self.state.withLock { $0.counts.heldFrames = $0.counts.heldFrames + FrameCount(frames) }
            return false
        }
        guard !isRefused, let slot = producer.reserve(frames: UInt32(frames), channels: UInt32(channels))
        else {
            self.state.withLock {
                $0.counts.overrunFrames = $0.counts.overrunFrames + FrameCount(frames)
                $0.counts.overrunPeriods += 1
            }
            return false
        }
        for channel in 0..<channels {
            let plane = planes?[channel] ?? (0..<frames).map { patternSample(channel, state.clock + $0) }
            unsafe plane.withUnsafeBufferPointer { plane in
                if let start = plane.baseAddress { unsafe slot.copyPlane(channel, from: start) }
            }
        }
        let header = PeriodHeader(
            frames: UInt32(frames), channels: UInt32(channels), rate: state.rate,
            frameTimeBefore: frameTime, frameTimeAfter: isTorn ? frameTime &+ UInt32(frames) : frameTime,
            monotonicBefore: state.monotonic, monotonicAfter: state.monotonic + 1000,
            overrunFrames: UInt64(state.counts.overrunFrames.rawValue),
            heldFrames: UInt64(state.counts.heldFrames.rawValue), xruns: state.xruns)
        producer.commit(slot, header: header)
        return true
    }

    /// One period of given planes.
    func samples(_ planes: [[Float]]) { period(planes[0].count, planes: planes) }

    /// So many periods.
    func periods(_ count: Int, of frames: Int) {
        for _ in 0..<count { period(frames) }
    }

    private func finish(_ frames: Int, _ frameTime: UInt32) {
        state.withLock { state in
            state.counts.end = FrameTime(rawValue: frameTime &+ UInt32(frames))
            state.counts.lastPeriod = MonotonicTime(rawValue: state.monotonic)
            state.counts.lastFrames = UInt32(frames)
            state.counts.periods += 1
        }
        advance(frames)
    }

    private func advance(_ frames: Int) {
        state.withLock { state in
            state.clock += frames
            state.monotonic += UInt64(frames) * 1_000_000_000 / UInt64(state.rate)
        }
    }
}

/// A clock that shows a feed's time, and beats when a test says so.
final class HandClock: TakeClock {
    private let time: @Sendable () -> MonotonicTime
    private let beats = Beats()

    init(_ time: @escaping @Sendable () -> MonotonicTime) { self.time = time }

    func now() -> MonotonicTime { time() }
    func makeTicker(every interval: Duration) -> any Ticker { HandTicker(beats) }

    /// Lets the loop go round once: returns when it waits for the next beat, or has stopped.
    func beat() async { await beats.beat() }
}

private final class HandTicker: Ticker {
    private let beats: Beats
    init(_ beats: Beats) { self.beats = beats }

    func next() async throws(CancellationError) {
        await beats.wait()
        if Task.isCancelled { throw CancellationError() }
    }
    func stop() { beats.stop() }
}

/// A meeting of one loop and one test.
private final class Beats: Sendable {
    private struct State {
        var loop: CheckedContinuation<Void, Never>?
        var test: CheckedContinuation<Void, Never>?
        var isStopped = false
    }
    private let state = Mutex(State())

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (test, passes) = state.withLock { state in
                    let test = state.test
                    state.test = nil
                    if state.isStopped || Task.isCancelled { return (test, true) }
                    state.loop = continuation
                    return (test, false)
                }
                test?.resume()
                if passes { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.loop = nil }
                return state.loop
            }?.resume()
        }
    }

    /// Waits until the loop waits, frees it, and waits until it waits again or has stopped.
    func beat() async {
        await meet()
        let loop = state.withLock { state in
            defer { state.loop = nil }
            return state.loop
        }
        loop?.resume()
        await meet()
    }

    func stop() {
        let (loop, test) = state.withLock { state in
            defer {
                state.loop = nil
                state.test = nil
            }
            state.isStopped = true
            return (state.loop, state.test)
        }
        loop?.resume()
        test?.resume()
    }

    private func meet() async {
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.isStopped || state.loop != nil { return true }
                state.test = continuation
                return false
            }
            if passes { continuation.resume() }
        }
    }
}
