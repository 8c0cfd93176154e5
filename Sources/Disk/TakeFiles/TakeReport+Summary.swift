package import TapRing

extension TakeReport {
    /// The report in a few lines for people.
    public var summary: String {
        var lines = [headline]
        lines += fileLines
        lines += lossLines
        if xruns.count > 0 { lines.append("  xruns     \(Self.count(xruns.count, "notice"))") }
        lines += channelLines
        lines.append(machineLine)
        lines += warnings.map { "  warning   \($0)" }
        return lines.joined(separator: "\n")
    }

    /// Lines of gaps before a summary says how many more there are.
    static let longestGapList = 20

    private var rate: SampleRate { SampleRate(rawValue: files.first?.rate ?? server.rate) }

    private var headline: String {
        let length = frames.recorded + frames.silenceFilled
        return "\(verdictText): \(length.clockText(at: rate)) (\(Self.count(length.rawValue, "frame"))), "
            + "stopped by \(stoppedBy), exit \(exit)"
    }

    private var verdictText: String {
        switch Verdict(rawValue: exit) {
        case .complete: "complete, nothing lost, verified"
        case .couldNotStart: "nothing recorded"
        case .framesMissing: "kept, but frames are missing or suspect"
        case .serverLost: "ended early: the server was lost"
        case .diskFailed: "ended early: the disk"
        case .stalled: "ended early: the server ran no periods"
        case .notVerified: "a file did not pass verification"
        case .usage, nil: "ended"
        }
    }

    private var fileLines: [String] {
        files.map { file in
            "  file      \(file.path)  \(Self.count(file.channels, "channel")) \(file.encoding) "
                + "\(file.rate) Hz, \(file.frames.clockText(at: SampleRate(rawValue: file.rate))), \(file.bytes) bytes"
        }
    }

    private var lossLines: [String] {
        guard !gaps.isEmpty || !suspect.isEmpty else { return ["  lost      nothing"] }
        var lines: [String] = []
        let lost = gaps.filter(\.exact).reduce(FrameCount.zero) { $0 + $1.frames }
        if lost > .zero {
            lines.append(
                "  lost      \(Self.count(lost.rawValue, "frame")) (\(lost.clockText(at: rate))) of "
                    + "\(frames.expected.rawValue), \(frames.silenceFilled.rawValue) filled with silence")
        }
        lines += gaps.prefix(Self.longestGapList).map { gap in
            "  gap       at \(gap.at.clockText(at: rate)) (frame \(gap.at.rawValue)): "
                + "\(gap.exact ? "" : "about ")\(Self.count(gap.frames.rawValue, "frame")), \(gap.cause)"
                + (gap.exact ? "" : " (estimate)")
        }
        if gaps.count > Self.longestGapList {
            lines.append("            and \(gaps.count - Self.longestGapList) more")
        }
        if !suspect.isEmpty {
            let frames = suspect.reduce(FrameCount.zero) { $0 + $1.frames }
            lines.append(
                "  suspect   \(Self.count(frames.rawValue, "frame")) in \(Self.count(suspect.count, "place")), "
                    + "the first at \(suspect[0].at.clockText(at: rate))")
        }
        return lines
    }

    private var channelLines: [String] {
        channels.filter { $0.clipped > 0 || $0.nonFinite > 0 }.map { channel in
            "  levels    \(channel.port): \(Self.count(channel.clipped, "clipped sample"))"
                + (channel.nonFinite > 0 ? ", \(channel.nonFinite) that are no number" : "")
        }
    }

    private var machineLine: String {
        let high = (ring.highWaterPercent * 10).rounded() / 10
        return "  machine   ring at most \(high) % full; callback p50 \(Self.micro(callback.p50)), "
            + "p99 \(Self.micro(callback.p99)), max \(Self.micro(callback.max)) µs"
    }

    private static func micro(_ nanoseconds: UInt64) -> String {
        String((Double(nanoseconds) / 100).rounded() / 10)
    }

    private static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension FrameCount {
    /// This length as `HH:MM:SS.mmm`, cut to the millisecond.
    package func clockText(at rate: SampleRate) -> String {
        let rate = max(Int64(rate.rawValue), 1)
        let (seconds, rest) = max(rawValue, 0).quotientAndRemainder(dividingBy: rate)
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return clock.joined(separator: ":") + "." + padded(rest * 1000 / rate, 3)
    }
}
