package import TapRing

/// Places periods on a take: JACK's clocks in, what the take consists of out. Pure: it touches no file and no clock.
///
/// A period's place is where JACK's frame clock says it lies. jack2 counts the period that runs before it runs, so
/// its clock shows the period's end; PipeWire's shows the beginning. A place that does not follow the one before it is
/// a hole, and the tap's own counters say how much of the hole it refused or left out itself.
package struct Timeline: Sendable {
    /// One piece of a take, or a mark on it. Pieces come in the order of the take.
    package enum Step: Sendable, Equatable {
        /// So many frames of the placed period, beginning with its first, stand at `at`.
        case audio(at: FrameCount, frames: FrameCount)
        /// Frames are missing. An exact gap takes its place on the take; an estimate takes none.
        case gap(at: FrameCount, frames: FrameCount, cause: GapCause, exact: Bool)
        /// These frames of the take may mix two periods, or lack a channel.
        case suspect(at: FrameCount, frames: FrameCount)
        /// The server was freewheeling; so many frames are left out on purpose and take no place.
        case held(at: FrameCount, frames: FrameCount)
        /// So many xrun notices came since the period before.
        case xrun(at: FrameCount, count: Int)
        /// What follows runs at another rate.
        case rateChanged(at: FrameCount, from: SampleRate, to: SampleRate)
        /// The server's frame clock jumped by so many frames in a way that is no loss; what lies between is unknown.
        case clockJumped(at: FrameCount, by: FrameCount)
        /// The take has its length.
        case end(at: FrameCount)
    }

    /// What the last placed period says.
    private struct Anchor {
        var end: FrameTime
        /// The same, unwrapped; counted from the first period's beginning.
        var clock: Int64
        var monotonic: UInt64
        var frames: UInt32
        var overrun: UInt64
        var held: UInt64
        var xruns: UInt32
    }

    private let clockCountsNewPeriod: Bool
    private let length: FrameCount?
    private var last: Anchor?
    /// Frames of the last period that was placed.
    private var lastPlaced = FrameCount.zero
    private var xrunEstimator = XrunEstimator()

    /// Frames of the take so far, silence included: where the next frame goes.
    package private(set) var position = FrameCount.zero
    /// The rate of the last period placed.
    package private(set) var rate: SampleRate
    /// Whether the take has its length; then nothing more is placed.
    package private(set) var isEnded = false

    /// - Parameters:
    ///   - clockCountsNewPeriod: jack2's rule; see ``TakePlan/frameTimeCountsNewPeriod``.
    ///   - length: the take's length; nil for no limit.
    package init(rate: SampleRate, clockCountsNewPeriod: Bool, length: FrameCount? = nil) {
        self.rate = rate
        self.clockCountsNewPeriod = clockCountsNewPeriod
        self.length = length
    }

    // MARK: Placing

    /// Places one period behind all earlier ones and appends what that means to `steps`.
    /// - Complexity: O(1).
    package mutating func place(_ header: PeriodHeader, into steps: inout [Step]) {
        guard !isEnded else { return }
        changeRate(to: SampleRate(rawValue: header.rate), into: &steps)
        let hole = hole(before: header)
        if isRepeat(header, hole) { return meetRepeat(header, into: &steps) }
        if let last, header.xruns != last.xruns {
            steps.append(.xrun(at: position, count: Int(header.xruns &- last.xruns)))
        }
        let clock = advance(over: hole, into: &steps)
        advanceAnchor(to: header, clock: clock)
        guard !isEnded else { return }
        let isSuspect = isTorn(header, clock: clock) || header.isIncomplete
        estimate(header, clock: clock, into: &steps)
        let frames = room(for: FrameCount(header.frames))
        if frames > .zero {
            steps.append(.audio(at: position, frames: frames))
            if isSuspect { steps.append(.suspect(at: position, frames: frames)) }
            position = position + frames
            lastPlaced = frames
        }
        endIfFull(into: &steps)
    }

    /// Accounts for the periods that the tap saw behind the last placed one, and ends the take.
    /// - Parameter counts: read from the tap before its ring was drained for the last time.
    package mutating func finish(_ counts: TapCounts, into steps: inout [Step]) {
        guard !isEnded else { return }
        if counts.periods > 0 { _ = advance(over: hole(behind: counts), into: &steps) }
        end(into: &steps)
    }

    /// Where on the take an instant lies; the nearest end of the take when it lies outside. When a period's callback
    /// begins, its frames have been captured: what happens then can only concern those behind.
    package func position(at time: MonotonicTime) -> FrameCount {
        guard let last else { return .zero }
        let age = MonotonicTime(rawValue: last.monotonic).nanoseconds(since: time)
        let place = Double(position.rawValue) - (Double(age) * Double(rate.rawValue) / 1e9).rounded()
        return FrameCount(rawValue: Int64(min(max(place, 0), Double(position.rawValue))))
    }

    // MARK: Holes

    /// What lies between the last placed period and the next.
    private struct Hole {
        var held: Int64 = 0
        var overrun: Int64 = 0
        var skipped: Int64 = 0
        /// A jump of the clock, and what the monotonic clock says was lost in it.
        var jump: Int64 = 0
        var lostInJump: Int64 = 0
        /// Frames by which the server's clock went on.
        var span: Int64 = 0
    }

    private func hole(before header: PeriodHeader) -> Hole {
        let begin = FrameTime(
            rawValue: clockCountsNewPeriod
                ? header.frameTimeBefore &- header.frames : header.frameTimeBefore)
        return hole(
            upTo: begin, at: header.monotonicBefore, held: header.heldFrames, overrun: header.overrunFrames)
    }

    private func hole(behind counts: TapCounts) -> Hole {
        let end = FrameTime(
            rawValue: clockCountsNewPeriod ? counts.end.rawValue &- counts.lastFrames : counts.end.rawValue)
        return hole(
            upTo: end, at: counts.lastPeriod.rawValue, held: UInt64(counts.heldFrames.rawValue),
            overrun: UInt64(counts.overrunFrames.rawValue))
    }

    private func hole(upTo place: FrameTime, at monotonic: UInt64, held: UInt64, overrun: UInt64) -> Hole {
        var hole = Hole()
        guard let last else {
            hole.held = Int64(held)
            hole.overrun = Int64(overrun)
            hole.span = hole.held + hole.overrun
            return hole
        }
        hole.held = Int64(held) - Int64(last.held)
        hole.overrun = Int64(overrun) - Int64(last.overrun)
        let known = hole.held + hole.overrun
        let passed = framesPassed(from: last, to: monotonic)
        let span = unwrap(place.frames(since: last.end).rawValue, near: max(passed, known))
        hole.span = span
        let unexplained = span - known
        if span < 0 || unexplained > 2 * passed + Int64(rate.rawValue) {
            hole.jump = unexplained
            let lost = passed - Int64(last.frames) - known
            // Less than a period, or than 5 ms, may be jitter.
            let leastLoss = max(Int64(last.frames), Int64(rate.rawValue) / 200)
            hole.lostInJump = lost >= leastLoss ? lost : 0
        } else {
            hole.skipped = max(unexplained, 0)
        }
        return hole
    }

    /// Frames that should have begun since `last` did, by the monotonic clock.
    private func framesPassed(from last: Anchor, to monotonic: UInt64) -> Int64 {
        let nanoseconds = MonotonicTime(rawValue: monotonic)
            .nanoseconds(since: MonotonicTime(rawValue: last.monotonic))
        return max(0, Int64((Double(nanoseconds) * Double(rate.rawValue) / 1e9).rounded()))
    }

    /// The distance that equals `distance` modulo 2³² and lies nearest to `expected`: the frame clock wraps every
    /// 25 hours at 48 kHz, and a process may be stopped for longer than half of that.
    private func unwrap(_ distance: Int64, near expected: Int64) -> Int64 {
        let wraps = (Double(expected - distance) / 4_294_967_296).rounded()
        return distance + Int64(wraps) << 32
    }

    /// Moves over a hole.
    /// - Returns: the server's clock behind it.
    private mutating func advance(over hole: Hole, into steps: inout [Step]) -> Int64 {
        let clock = (last?.clock ?? 0) + hole.span
        if hole.held > 0 { steps.append(.held(at: position, frames: FrameCount(hole.held))) }
        if hole.jump != 0 { steps.append(.clockJumped(at: position, by: FrameCount(hole.jump))) }
        if hole.lostInJump > 0 {
            let lost = FrameCount(hole.lostInJump)
            steps.append(.gap(at: position, frames: lost, cause: .skipped, exact: false))
        }
        if hole.held > 0 || hole.jump != 0 { xrunEstimator.reset() }
        appendGap(hole.overrun, .overrun, into: &steps)
        appendGap(hole.skipped, .skipped, into: &steps)
        endIfFull(into: &steps)
        return clock
    }

    private mutating func appendGap(_ frames: Int64, _ cause: GapCause, into steps: inout [Step]) {
        let frames = room(for: FrameCount(frames))
        guard frames > .zero else { return }
        steps.append(.gap(at: position, frames: frames, cause: cause, exact: true))
        position = position + frames
    }

    // MARK: Parts of placing

    private mutating func changeRate(to new: SampleRate, into steps: inout [Step]) {
        guard new != rate, new.rawValue > 0 else { return }
        steps.append(.rateChanged(at: position, from: rate, to: new))
        rate = new
        xrunEstimator.reset()
    }

    /// Whether this period says of itself that it is the one before. A callback that is woken late for one period reads
    /// the clock of the next already; then it is run for that one as well.
    private func isRepeat(_ header: PeriodHeader, _ hole: Hole) -> Bool {
        guard let last else { return false }
        return header.frames == last.frames && hole.span == -Int64(header.frames) && hole.held == 0
            && hole.overrun == 0
    }

    /// The take must not grow: the one period stands for both, and nobody knows which of them it is.
    private mutating func meetRepeat(_ header: PeriodHeader, into steps: inout [Step]) {
        if lastPlaced > .zero { steps.append(.suspect(at: position - lastPlaced, frames: lastPlaced)) }
        last?.monotonic = header.monotonicBefore
        xrunEstimator.reset()
    }

    private mutating func advanceAnchor(to header: PeriodHeader, clock: Int64) {
        let end =
            clockCountsNewPeriod ? header.frameTimeBefore : header.frameTimeBefore &+ header.frames
        last = Anchor(
            end: FrameTime(rawValue: end), clock: clock + Int64(header.frames),
            monotonic: header.monotonicBefore, frames: header.frames, overrun: header.overrunFrames,
            held: header.heldFrames, xruns: header.xruns)
    }

    /// Whether the server began its next period while this one was copied.
    ///
    /// jack2's clock is read live, so its second reading settles it. PipeWire may answer both readings from one
    /// snapshot; there the copy is suspect too when it began before the next period's beginning and ended behind it.
    /// A period that begins late as a whole is not: after a stall, PipeWire runs several in a burst, each intact.
    private func isTorn(_ header: PeriodHeader, clock: Int64) -> Bool {
        if header.frameTimeAfter != header.frameTimeBefore { return true }
        guard !clockCountsNewPeriod,
            let next = xrunEstimator.earliest(clock: clock + Int64(header.frames), rate: rate)
        else { return false }
        return header.monotonicBefore < next && next <= header.monotonicAfter
    }

    private mutating func estimate(_ header: PeriodHeader, clock: Int64, into steps: inout [Step]) {
        let period = XrunEstimator.Period(
            at: position, clock: clock, frames: header.frames, monotonic: header.monotonicBefore)
        if let estimate = xrunEstimator.add(period, rate: rate, notices: header.xruns) {
            steps.append(.gap(at: estimate.at, frames: estimate.frames, cause: .xrun, exact: false))
        }
    }

    /// How many of `frames` still belong to the take.
    private func room(for frames: FrameCount) -> FrameCount {
        guard let length else { return frames }
        return min(frames, max(length - position, .zero))
    }

    private mutating func endIfFull(into steps: inout [Step]) {
        if let length, position >= length { end(into: &steps) }
    }

    private mutating func end(into steps: inout [Step]) {
        guard !isEnded else { return }
        if let estimate = xrunEstimator.finish(rate: rate) {
            steps.append(.gap(at: estimate.at, frames: estimate.frames, cause: .xrun, exact: false))
        }
        isEnded = true
        steps.append(.end(at: position))
    }
}
