internal import JACKHost
package import TakeFiles
internal import TapRing

/// Reads a take of the known signal back, and checks every sample.
package struct SampleChecking: Sendable {
    /// What the signal's source tells of itself, once the take's start on its clock is known.
    package struct Source: Sendable {
        /// The source's position shortly before the take began.
        let position: Int64
        /// The frames of the take that it did not play in time, by the take's start on its clock.
        let skipped: @Sendable (Int64) -> [Range<Int64>]

        package init(position: Int64, skipped: @escaping @Sendable (Int64) -> [Range<Int64>] = { _ in [] }) {
            self.position = position
            self.skipped = skipped
        }
    }

    private static let block = FrameCount(4096)

    private let report: TakeReport
    private let source: Source
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter isCancelled: asked now and then, whether the rest does not matter any more.
    package init(
        report: TakeReport, source: Source, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.report = report
        self.source = source
        self.isCancelled = isCancelled
    }

    /// Checks the file. Suspect frames are judged like all others; only when they would not pass, they are left out.
    /// - Returns: nil when it was cancelled.
    package func check(_ path: String) throws(TakeError) -> SelftestResult.SampleCheck? {
        let origin = try origin(of: path)
        let skipped = origin.map(source.skipped) ?? []
        let check = try check(path, origin: origin, unjudged: skipped)
        guard let wrong = check?.wrong, wrong > 0, !report.suspect.isEmpty else { return check }
        return try self.check(path, origin: origin, unjudged: skipped + report.suspect.map(\.range))
    }

    private func check(
        _ path: String, origin: Int64?, unjudged: [Range<Int64>]
    ) throws(TakeError) -> SelftestResult.SampleCheck? {
        var reader = try SoundFileReader(path)
        var checker = PatternChecker(
            channels: reader.channels, origin: origin, gaps: report.gaps.filter(\.filled).map(\.range),
            unjudged: unjudged)
        var position: Int64 = 0
        while !isCancelled() {
            let channels = reader.channels
            let count = try reader.withNextBlock(atMost: Self.block) { samples in
                checker.check(interleaved: samples, from: position)
                return Int64(samples.count / channels)
            }
            guard let count else {
                return SelftestResult.SampleCheck(
                    frames: reader.frames, right: checker.right, silent: checker.silent,
                    unjudged: checker.unjudged, wrong: checker.wrong,
                    faults: checker.faults.map(\.description))
            }
            position += count
        }
        return nil
    }

    /// Where the take begins on the source's clock, by the first frame whose channels agree; nil when there is none.
    private func origin(of path: String) throws(TakeError) -> Int64? {
        var reader = try SoundFileReader(path)
        let channels = reader.channels
        let lost = report.gaps.filter(\.filled).map(\.range)
        var position: Int64 = 0
        while !isCancelled() {
            var origin: Int64?
            let count = try reader.withNextBlock(atMost: Self.block) { samples in
                let frames = samples.count / channels
                for frame in 0..<frames where origin == nil {
                    let place = position + Int64(frame)
                    if lost.contains(where: { $0.contains(place) }) { continue }
                    let values = (0..<channels).map { samples[frame * channels + $0] }
                    origin = KnownSignal.origin(of: values, at: place, near: source.position)
                }
                return Int64(frames)
            }
            guard let count, origin == nil else { return origin }
            position += count
        }
        return nil
    }
}

extension TakeReport.Gap {
    fileprivate var range: Range<Int64> { at.rawValue..<(at + frames).rawValue }
}

extension TakeReport.Suspect {
    fileprivate var range: Range<Int64> { at.rawValue..<(at + frames).rawValue }
}
