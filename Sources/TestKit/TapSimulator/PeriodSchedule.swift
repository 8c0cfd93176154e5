internal import TapHost
internal import TapRing

/// When a simulated server's periods fall, by its frame clock and by the virtual clock. Pure arithmetic, without drift.
struct PeriodSchedule {
    /// Periods while freewheeling take this long, whatever their size.
    static let freewheelPeriod: UInt64 = 30_000

    private let rule: FrameTimeRule
    private(set) var rate: SampleRate
    var framesPerPeriod: UInt32
    var isFreewheeling = false

    /// The frame time of the last period.
    private(set) var frameTime: UInt32 = 0
    /// Where the last period lies in the signal. It equals the frame time until the period's size changes on a server
    /// whose frame time counts by the new size.
    private(set) var position: UInt32 = 0
    private var start: UInt32?
    private var skipped: UInt32 = 0
    private var lastFrames: UInt32 = 0

    /// The instant up to which time is spoken for, and the part of a nanosecond beyond it, in units of 1 / rate.
    private(set) var time: UInt64
    private var remainder: UInt64 = 0

    init(_ server: SimulatedServer, time: MonotonicTime) {
        rule = server.frameTimeRule
        rate = server.rate
        framesPerPeriod = server.framesPerPeriod
        start = server.firstFrameTime.rawValue
        self.time = time.rawValue
    }

    // MARK: Frame time

    /// Moves on to the next period.
    mutating func begin() {
        if let start {
            frameTime = start &+ skipped
            position = frameTime
        } else {
            frameTime &+= (rule == .countsNewPeriod ? framesPerPeriod : lastFrames) &+ skipped
            position &+= lastFrames &+ skipped
        }
        start = nil
        skipped = 0
        lastFrames = framesPerPeriod
    }

    /// Leaves frames out before the next period.
    mutating func skip(_ frames: FrameCount) { skipped &+= UInt32(truncatingIfNeeded: frames.rawValue) }

    mutating func restart(at first: FrameTime) {
        start = first.rawValue
        skipped = 0
    }

    /// Whole periods that pass in so much time.
    func periods(in nanoseconds: UInt64) -> UInt32 {
        UInt32(
            truncatingIfNeeded: UInt128(nanoseconds) * UInt128(rate.rawValue)
                / (UInt128(framesPerPeriod) * 1_000_000_000))
    }

    // MARK: Time

    /// When the next period runs.
    var nextPeriod: UInt64 {
        isFreewheeling ? time + Self.freewheelPeriod : after(UInt64(framesPerPeriod)).time
    }

    mutating func passPeriod() {
        if isFreewheeling { time += Self.freewheelPeriod } else { pass(frames: UInt64(framesPerPeriod)) }
    }

    mutating func pass(frames: UInt64) { (time, remainder) = after(frames) }

    mutating func pass(nanoseconds: UInt64) { time += nanoseconds }

    /// Others have moved time on.
    mutating func catchUp(with now: UInt64) {
        guard now > time else { return }
        time = now
        remainder = 0
    }

    mutating func setRate(_ rate: SampleRate) {
        self.rate = rate
        remainder = 0
    }

    private func after(_ frames: UInt64) -> (time: UInt64, remainder: UInt64) {
        let total = UInt128(frames) * 1_000_000_000 + UInt128(remainder)
        let (quotient, rest) = total.quotientAndRemainder(dividingBy: UInt128(rate.rawValue))
        return (time + UInt64(quotient), UInt64(rest))
    }
}
