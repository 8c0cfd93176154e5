import TapRing

/// Makes the headers that a tap would make, for tests that need no ring.
struct FakeServer {
    var countsNewPeriod = true
    /// JACK's clock at the next period's beginning.
    var clock: UInt32 = 0
    var nanoseconds: UInt64 = 1_000_000_000
    var rate: UInt32 = 48_000
    var overrun: UInt64 = 0
    var overrunPeriods: UInt64 = 0
    var held: UInt64 = 0
    var xruns: UInt32 = 0
    private var lastEnd: UInt32 = 0
    private var lastTime: UInt64 = 0
    private var lastFrames: UInt32 = 0
    private var periods: UInt64 = 0

    init(countsNewPeriod: Bool = true, clock: UInt32 = 0) {
        self.countsNewPeriod = countsNewPeriod
        self.clock = clock
    }

    /// One period.
    /// - Parameters:
    ///   - late: how long after its time it begins, nanoseconds.
    ///   - copying: how long the copy takes, nanoseconds.
    mutating func period(
        _ frames: UInt32, late: UInt64 = 0, copying: UInt64 = 1_000, isTorn: Bool = false
    ) -> PeriodHeader {
        let shown = countsNewPeriod ? clock &+ frames : clock
        let header = PeriodHeader(
            frames: frames, channels: 1, rate: rate, frameTimeBefore: shown,
            frameTimeAfter: isTorn ? shown &+ frames : shown, monotonicBefore: nanoseconds + late,
            monotonicAfter: nanoseconds + late + copying, overrunFrames: overrun, heldFrames: held,
            xruns: xruns)
        see(frames, shown: shown)
        return header
    }

    /// A period that a full ring refuses.
    mutating func refuse(_ frames: UInt32) {
        overrun += UInt64(frames)
        overrunPeriods += 1
        see(frames, shown: countsNewPeriod ? clock &+ frames : clock)
    }

    /// A period of a freewheeling server.
    mutating func hold(_ frames: UInt32) {
        held += UInt64(frames)
        see(frames, shown: countsNewPeriod ? clock &+ frames : clock)
    }

    /// The server runs without us.
    mutating func skip(_ frames: UInt32) {
        clock &+= frames
        nanoseconds += UInt64(frames) * 1_000_000_000 / UInt64(rate)
    }

    /// Server and clock stand still.
    mutating func stall(nanoseconds stall: UInt64) { nanoseconds += stall }

    var counts: TapCounts {
        TapCounts(
            periods: periods, overrunFrames: FrameCount(overrun), heldFrames: FrameCount(held),
            end: FrameTime(rawValue: lastEnd), lastPeriod: MonotonicTime(rawValue: lastTime),
            lastFrames: lastFrames, overrunPeriods: overrunPeriods)
    }

    private mutating func see(_ frames: UInt32, shown: UInt32) {
        lastEnd = shown &+ frames
        lastTime = nanoseconds
        lastFrames = frames
        periods += 1
        skip(frames)
    }
}
