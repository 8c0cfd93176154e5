package import TakeFiles
package import TapRing

/// What a selftest found.
package struct SelftestResult: Sendable {
    /// What the session says of the take.
    package var report: TakeReport
    /// The frames that were to be recorded.
    package var expected: FrameCount
    /// What is in the file.
    package var samples: SampleCheck

    /// How the samples of a file compare with the signal that was played.
    package struct SampleCheck: Sendable, Equatable {
        /// Frames in the file.
        package var frames: FrameCount
        package var right: Int64
        package var silent: Int64
        package var unjudged: Int64
        package var wrong: Int64
        /// The first of the wrong ones, in words.
        package var faults: [String]

        package init(
            frames: FrameCount, right: Int64, silent: Int64 = 0, unjudged: Int64 = 0, wrong: Int64 = 0,
            faults: [String] = []
        ) {
            self.frames = frames
            self.right = right
            self.silent = silent
            self.unjudged = unjudged
            self.wrong = wrong
            self.faults = faults
        }
    }

    package init(report: TakeReport, expected: FrameCount, samples: SampleCheck) {
        self.report = report
        self.expected = expected
        self.samples = samples
    }

    // MARK: The verdict

    /// The highest that applies. A take that is shorter than asked for, or in which nothing was judged, is not verified.
    ///
    /// Estimates are no loss here: there is no hardware that goes on while the server is late. Nor are suspect frames,
    /// once every sample of them is right.
    package var verdict: Verdict {
        var verdict = Verdict(rawValue: report.exit) ?? .notVerified
        if verdict == .framesMissing, !report.gaps.contains(where: \.exact) { verdict = .complete }
        if samples.unjudged > 0 { verdict = max(verdict, .framesMissing) }
        let isWhole = samples.frames == expected || verdict > .framesMissing
        if samples.wrong > 0 || samples.right == 0 || !isWhole { verdict = max(verdict, .notVerified) }
        return verdict
    }

    // MARK: The table

    /// The findings in lines for people.
    package var text: String {
        let rows = figures.map { name, value in
            "  " + name + String(repeating: " ", count: 19 - name.count)
                + String(repeating: " ", count: max(0, 12 - DisplayText.columns(of: value))) + value
        }
        return (rows + details + [conclusion]).joined(separator: "\n") + "\n"
    }

    private var figures: [(String, String)] {
        let filled = report.gaps.filter(\.exact).reduce(FrameCount.zero) { $0 + $1.frames }
        return [
            ("frames expected", "\(expected.rawValue)"),
            ("frames recorded", "\(report.frames.recorded.rawValue)"),
            ("frames lost", "\(filled.rawValue)"),
            ("samples checked", "\(samples.right + samples.silent + samples.wrong)"),
            ("samples wrong", "\(samples.wrong)"),
            ("samples unjudged", "\(samples.unjudged)"),
            ("callback p50", Figures.nanoseconds(report.callback.p50)),
            ("callback p99", Figures.nanoseconds(report.callback.p99)),
            ("callback max", Figures.nanoseconds(report.callback.max)),
            ("ring high water", Figures.decimal(report.ring.highWaterPercent, places: 1) + " %"),
            ("realtime", report.server.realtime ? "yes" : "no"),
        ]
    }

    private static let longestList = 20

    /// Where frames are missing, and which samples are wrong.
    private var details: [String] {
        let rate = SampleRate(report.server.rate)
        let gaps = report.gaps.prefix(Self.longestList).map { gap in
            "  \(gap.exact ? "lost" : "late by about") \(Figures.count(gap.frames.rawValue, "frame")) at frame "
                + "\(gap.at.rawValue) (\(gap.at.clockText(at: rate))): \(gap.cause)"
        }
        let more = report.gaps.count - gaps.count
        let suspect = report.suspect.prefix(Self.longestList).map { suspect in
            "  suspect: \(Figures.count(suspect.frames.rawValue, "frame")) at frame \(suspect.at.rawValue)"
                + (samples.wrong == 0 && samples.unjudged == 0 ? ", and right" : "")
        }
        let faults = samples.faults.prefix(Self.longestList).map { "  wrong: \($0)" }
        let warnings = report.warnings.map { "  warning: \($0)" }
        return gaps + (more > 0 ? ["  and \(more) more gaps"] : []) + suspect + faults + warnings
    }

    private var conclusion: String {
        switch verdict {
        case .complete where !report.gaps.isEmpty:
            "  (with hardware, frames would have been lost when the machine was late)\n"
                + "passed: every sample of every channel is right"
        case .complete: "passed: every sample of every channel is right"
        case .framesMissing where samples.wrong == 0:
            "incomplete: this machine lost frames, as listed above; all others are right"
        case .notVerified where samples.wrong > 0: "FAILED: \(Figures.count(samples.wrong, "sample")) wrong"
        case .notVerified: "FAILED: the file has \(samples.frames.rawValue) of \(expected.rawValue) frames"
        default: "ended early: stopped by \(report.stoppedBy)"
        }
    }
}
