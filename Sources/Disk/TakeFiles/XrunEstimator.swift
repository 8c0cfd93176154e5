import TapRing

/// Estimates how many frames a server lost in an xrun that its frame clock does not show.
///
/// When a device or a server stalls, jack2's frame clock stands still with it, and only the monotonic clock goes on.
/// A period's *lateness* is its monotonic time less its frame time. A late wake-up makes one period late; a
/// stall makes all later ones late. So the least lateness of many periods before a notice is compared with the least of
/// many behind it. Pure, and used for nothing but what is labelled an estimate.
struct XrunEstimator: Sendable {
    struct Period {
        /// Its place on the take.
        var at: FrameCount
        /// The server's clock at its beginning, unwrapped.
        var clock: Int64
        var frames: UInt32
        /// When its callback began, nanoseconds.
        var monotonic: UInt64
    }

    struct Estimate: Equatable {
        /// The first frame behind the loss.
        var at: FrameCount
        var frames: FrameCount
    }

    /// The least that a window must see before it says anything: this many periods, and this long.
    private static let windowPeriods = 16
    private static let windowNanoseconds: Int64 = 100_000_000
    /// A smaller shift is not told from jitter.
    private static let leastLoss: Int64 = 5_000_000
    /// A window behind a notice begins again with each further notice, but not for longer than so many windows.
    private static let longestWait: Int64 = 20

    private struct Window {
        var least = Int64.max
        var periods = 0
        var began: Int64 = 0
        var length: Int64 = 0
        /// The largest rise of the lateness from one period to the next, and the place of the later one.
        var rise = Int64.min
        var place = FrameCount.zero

        var isFull: Bool {
            periods >= XrunEstimator.windowPeriods && length >= XrunEstimator.windowNanoseconds
        }

        mutating func add(_ lateness: Int64, rise: Int64, at place: FrameCount, time: Int64) {
            if periods == 0 { began = time }
            periods += 1
            length = time &- began
            least = min(least, lateness)
            if rise > self.rise { (self.rise, self.place) = (rise, place) }
        }
    }

    private struct Pending {
        var before: Int64
        var began: Int64
        var window = Window()

        /// Begins the window again; where the lateness rose most is not forgotten.
        mutating func restart() {
            let (rise, place) = (window.rise, window.place)
            window = Window()
            (window.rise, window.place) = (rise, place)
        }
    }

    private var current = Window()
    private var previous = Window()
    private var pending: Pending?
    private var lateness: Int64?
    private var notices: UInt32?
    private var framesPerPeriod: UInt32 = 0

    // MARK: Periods

    /// Takes in the next period.
    /// - Parameter notices: xrun notices so far, as this period's header has them.
    mutating func add(_ period: Period, rate: SampleRate, notices: UInt32) -> Estimate? {
        let time = Int64(bitPattern: period.monotonic)
        let late = time &- Self.nanoseconds(of: period.clock, at: rate)
        let isNoticed = self.notices.map { $0 != notices } ?? false
        self.notices = notices
        framesPerPeriod = period.frames
        let rise = late &- (lateness ?? late)
        lateness = late
        if isNoticed { begin(at: time) }
        guard pending != nil else {
            if current.isFull { (previous, current) = (current, Window()) }
            current.add(late, rise: rise, at: period.at, time: time)
            return nil
        }
        pending?.window.add(late, rise: rise, at: period.at, time: time)
        guard let pending, pending.window.isFull else { return nil }
        return settle(pending, rate: rate)
    }

    /// Settles a notice whose window is not full, at the end of a take.
    mutating func finish(rate: SampleRate) -> Estimate? {
        guard let pending, pending.window.periods >= Self.windowPeriods / 2 else { return nil }
        return settle(pending, rate: rate)
    }

    /// Forgets everything: behind a change of rate, a jump of the clock or a freewheel, nothing compares.
    mutating func reset() {
        let notices = notices
        self = XrunEstimator()
        self.notices = notices
    }

    /// The earliest moment at which the server was ready for the period that begins at `clock`, by the periods
    /// before it; nil while too few were seen.
    func earliest(clock: Int64, rate: SampleRate) -> UInt64? {
        guard pending == nil, previous.periods + current.periods >= Self.windowPeriods else { return nil }
        let time = min(previous.least, current.least) &+ Self.nanoseconds(of: clock, at: rate)
        return time > 0 ? UInt64(time) : nil
    }

    // MARK: Notices

    private mutating func begin(at time: Int64) {
        if let pending {
            let limit = Self.longestWait * Self.windowNanoseconds
            if time &- pending.began < limit { self.pending?.restart() }
        } else if previous.periods + current.periods >= Self.windowPeriods / 2 {
            pending = Pending(before: min(previous.least, current.least), began: time)
        }
    }

    private mutating func settle(_ pending: Pending, rate: SampleRate) -> Estimate? {
        let shift = pending.window.least &- pending.before
        let period = Self.nanoseconds(of: Int64(framesPerPeriod), at: rate)
        let steepest = [previous, current, pending.window].max { $0.rise < $1.rise }
        self.pending = nil
        previous = Window()
        current = pending.window
        current.rise = .min
        guard shift >= max(period, Self.leastLoss) else { return nil }
        let frames = (Double(shift) * Double(rate.rawValue) / 1e9).rounded()
        return Estimate(at: steepest?.place ?? .zero, frames: FrameCount(rawValue: Int64(frames)))
    }

    /// - Complexity: O(1), and exact for any clock that 64 bits hold.
    private static func nanoseconds(of frames: Int64, at rate: SampleRate) -> Int64 {
        let rate = Int64(rate.rawValue)
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return seconds &* 1_000_000_000 &+ rest &* 1_000_000_000 / rate
    }
}
