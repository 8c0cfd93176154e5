internal import TapRing

/// The books of a take: what became of every frame, and what else is to know. Pure.
///
/// Everything stands at positions of the take. The take is cut into what was recorded, what silence stands for, and
/// what takes its place in no file; the three add up to what the server counted.
struct TakeLedger: Sendable {
    /// Recorded frames.
    private(set) var recorded = FrameCount.zero
    /// Frames of silence that hold the place of missing ones.
    private(set) var silenceFilled = FrameCount.zero
    /// Frames that are missing and take their place in no file.
    private(set) var absent = FrameCount.zero
    private(set) var gaps: [TakeReport.Gap] = []
    private(set) var suspects: [TakeReport.Suspect] = []
    private(set) var suspectFrames = FrameCount.zero
    private(set) var xruns = TakeReport.Xruns(count: 0, positions: [])
    private(set) var events: [TakeReport.Event] = []
    private(set) var warnings: [String] = []

    /// What the server counted.
    var expected: FrameCount { recorded + silenceFilled + absent }
    /// Frames that are not in the files, estimates aside.
    var lost: FrameCount { silenceFilled + absent }
    private var isDoubtful = false
    /// Whether every frame is in the files, beyond doubt.
    var isLossless: Bool { gaps.isEmpty && suspects.isEmpty && !isDoubtful }

    // MARK: Entries

    mutating func record(_ frames: FrameCount) { recorded = recorded + frames }

    /// An exact gap.
    /// - Parameter filled: whether silence holds its place.
    mutating func gap(at: FrameCount, frames: FrameCount, cause: GapCause, filled: Bool) {
        guard frames > .zero else { return }
        if filled { silenceFilled = silenceFilled + frames } else { absent = absent + frames }
        if let last = gaps.indices.last, gaps[last].exact, gaps[last].filled == filled,
            gaps[last].cause == cause.rawValue, gaps[last].at + gaps[last].frames == at
        {
            gaps[last].frames = gaps[last].frames + frames
        } else {
            gaps.append(
                TakeReport.Gap(at: at, frames: frames, cause: cause.rawValue, exact: true, filled: filled))
        }
    }

    /// A loss that no clock counted; it takes no place on the take.
    mutating func estimate(at: FrameCount, frames: FrameCount, cause: GapCause) {
        gaps.append(TakeReport.Gap(at: at, frames: frames, cause: cause.rawValue, exact: false))
    }

    mutating func suspect(at: FrameCount, frames: FrameCount) {
        if let last = suspects.last, last.at == at, last.frames == frames { return }
        suspectFrames = suspectFrames + frames
        if let last = suspects.indices.last, suspects[last].at + suspects[last].frames == at {
            suspects[last].frames = suspects[last].frames + frames
        } else {
            suspects.append(TakeReport.Suspect(at: at, frames: frames))
        }
    }

    mutating func xrun(at: FrameCount, count: Int) {
        xruns.count += count
        if xruns.positions.last != at { xruns.positions.append(at) }
    }

    mutating func event(_ event: TakeReport.Event) { events.append(event) }

    /// A warning; the same one twice says no more.
    mutating func warn(_ warning: String) {
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    /// A warning of a loss that nobody can tell the size of.
    mutating func doubt(_ warning: String) {
        isDoubtful = true
        warn(warning)
    }

    // MARK: A failed disk

    /// Takes back what was entered from `start` on: the files do not have it after all.
    mutating func takeBack(from start: FrameCount, cause: GapCause) {
        let end = expected
        guard start < end else { return }
        let (kept, withdrawn) = splitGaps(at: start)
        gaps = kept
        var next = start
        for gap in withdrawn {
            guard gap.exact else {
                gaps.append(gap)
                continue
            }
            unrecord(from: next, to: gap.at, cause)
            if gap.filled { silenceFilled = silenceFilled - gap.frames } else { absent = absent - gap.frames }
            self.gap(
                at: gap.at, frames: gap.frames, cause: GapCause(rawValue: gap.cause) ?? cause, filled: false)
            next = max(next, gap.at + gap.frames)
        }
        unrecord(from: next, to: end, cause)
        trimSuspects(to: start)
    }

    private mutating func unrecord(from start: FrameCount, to end: FrameCount, _ cause: GapCause) {
        guard start < end else { return }
        recorded = recorded - (end - start)
        gap(at: start, frames: end - start, cause: cause, filled: false)
    }

    /// The gaps before a position and those behind it, one across it cut in two.
    private func splitGaps(at place: FrameCount) -> (before: [TakeReport.Gap], behind: [TakeReport.Gap]) {
        var before: [TakeReport.Gap] = []
        var behind: [TakeReport.Gap] = []
        for gap in gaps {
            guard gap.exact, gap.at < place, gap.at + gap.frames > place else {
                if gap.at < place { before.append(gap) } else { behind.append(gap) }
                continue
            }
            var (first, second) = (gap, gap)
            first.frames = place - gap.at
            second.at = place
            second.frames = gap.frames - first.frames
            before.append(first)
            behind.append(second)
        }
        return (before, behind.sorted { $0.at < $1.at })
    }

    private mutating func trimSuspects(to end: FrameCount) {
        suspects = suspects.compactMap { suspect in
            guard suspect.at < end else { return nil }
            var suspect = suspect
            suspect.frames = min(suspect.frames, end - suspect.at)
            return suspect
        }
        suspectFrames = suspects.reduce(.zero) { $0 + $1.frames }
    }
}
