/// Checks every sample of a take of the known signal: order, channel and position, and silence where frames are missing.
///
/// Frames are judged against one origin, the source's position at the start of the take, so a frame that was lost or
/// repeated without a word makes everything behind it wrong.
package struct PatternChecker: Sendable {
    /// A sample that is not what it should be.
    package struct Fault: Sendable, Equatable, CustomStringConvertible {
        /// Frames from the start of the take.
        package var position: Int64
        package var channel: Int
        package var found: Float
        package var expected: Float

        package var description: String {
            let place = "channel \(channel) at frame \(position)"
            guard expected != 0, let value = KnownSignal.value(of: found), found != 0,
                let wanted = KnownSignal.value(of: expected)
            else { return "\(place): \(found) instead of \(expected)" }
            let shift = KnownSignal.modulo(value - wanted + KnownSignal.period / 2) - KnownSignal.period / 2
            return "\(place): \(found) instead of \(expected), \(shift) steps of the signal away"
        }
    }

    /// Samples that were as they should be.
    package private(set) var right: Int64 = 0
    /// Samples of missing frames that were silent, as they should be.
    package private(set) var silent: Int64 = 0
    /// Samples that the source itself is not sure of.
    package private(set) var unjudged: Int64 = 0
    /// Samples that were not as they should be.
    package private(set) var wrong: Int64 = 0
    /// The first of the wrong ones.
    package private(set) var faults: [Fault] = []
    /// The source's position at the start of the take, modulo 2²⁴ unless it was given; nil before a frame told it.
    package private(set) var origin: Int64?

    private let channels: Int
    private let gaps: RangeTable
    private let skips: RangeTable
    private static let faultLimit = 16

    /// - Parameters:
    ///   - origin: the source's position at the start of the take; without it, the first frame whose channels agree tells.
    ///   - gaps: frames of the take that are missing: they must be silent.
    ///   - unjudged: frames of the take that the source did not play, or that may be torn.
    package init(
        channels: Int, origin: Int64? = nil, gaps: [Range<Int64>] = [], unjudged: [Range<Int64>] = []
    ) {
        self.channels = channels
        self.origin = origin
        self.gaps = RangeTable(gaps)
        skips = RangeTable(unjudged)
    }

    /// Whether something was judged, and all of it was right.
    package var isGood: Bool { wrong == 0 && right > 0 }

    /// Checks whole frames, interleaved.
    /// - Parameter position: of the first one, in frames from the start of the take.
    package mutating func check(interleaved samples: Span<Float>, from position: Int64) {
        precondition(samples.count % channels == 0, "frames are whole")
        var frame = 0
        let count = samples.count / channels
        while frame < count {
            let place = position + Int64(frame)
            let gap = gaps.run(at: place)
            let skip = skips.run(at: place)
            let length = Int(min(Int64(count - frame), gap.frames, skip.frames))
            let run = samples.extracting(frame * channels..<(frame + length) * channels)
            if gap.isInside {
                checkSilence(run, from: place)
            } else if skip.isInside {
                unjudged += Int64(run.count)
            } else {
                checkSignal(run, from: place)
            }
            frame += length
        }
    }

    private mutating func checkSilence(_ samples: Span<Float>, from position: Int64) {
        for index in samples.indices {
            if samples[index] == 0 {
                silent += 1
            } else {
                note(samples[index], index, from: position, expected: 0)
            }
        }
    }

    private mutating func checkSignal(_ samples: Span<Float>, from position: Int64) {
        for frame in 0..<samples.count / channels {
            let place = position + Int64(frame)
            let origin = self.origin ?? learn(samples, frame, place)
            for channel in 0..<channels {
                let index = frame * channels + channel
                let expected = KnownSignal.sample(channel: channel, position: (origin ?? 0) + place)
                if samples[index] == expected, origin != nil {
                    right += 1
                } else {
                    note(samples[index], index, from: position, expected: expected)
                }
            }
        }
    }

    private mutating func learn(_ samples: Span<Float>, _ frame: Int, _ place: Int64) -> Int64? {
        let values = (0..<channels).map { samples[frame * channels + $0] }
        origin = KnownSignal.origin(of: values, at: place, near: KnownSignal.period / 2)
        return origin
    }

    private mutating func note(_ found: Float, _ index: Int, from position: Int64, expected: Float) {
        wrong += 1
        guard faults.count < Self.faultLimit else { return }
        faults.append(
            Fault(
                position: position + Int64(index / channels), channel: index % channels, found: found,
                expected: expected))
    }
}

/// Ranges that can be walked through from left to right.
private struct RangeTable: Sendable {
    private let ranges: [Range<Int64>]

    init(_ ranges: [Range<Int64>]) {
        var merged: [Range<Int64>] = []
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    /// Whether a position lies inside a range, and for how many frames that stays so.
    /// - Complexity: O(log ranges).
    func run(at position: Int64) -> (isInside: Bool, frames: Int64) {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= position { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count else { return (false, .max) }
        let next = ranges[low]
        return next.contains(position)
            ? (true, next.upperBound - position) : (false, next.lowerBound - position)
    }
}
