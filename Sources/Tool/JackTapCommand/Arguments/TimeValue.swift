package import TapRing

/// A length of time as it is typed.
///
/// `10` and `1.5` are seconds, `1:30` minutes and seconds, `1:00:00` hours, minutes and seconds; `1500ms`, `90s`,
/// `10m` and `2h` carry their unit; `48000f` are frames.
package enum TimeValue: Hashable, Sendable {
    case duration(Duration)
    case frames(FrameCount)

    /// Longer than any take: a hundred years.
    private static let longest = Duration.seconds(100 * 365 * 86_400)
    private static let mostFrames: Int64 = 1_000_000_000_000_000
    private static let forms = "write 90, 1:30, 1:00:00, 1500ms, 90s, 10m or 2h"

    /// Reads a time; frames are refused.
    package static func time(_ text: String) throws(UsageError) -> Duration {
        guard case .duration(let duration) = try parse(text) else {
            throw UsageError("\"\(text)\" is a number of frames; give a time, such as 10 or 500ms")
        }
        return duration
    }

    /// Reads a time that is longer than nothing; frames are refused.
    package static func positiveTime(_ text: String) throws(UsageError) -> Duration {
        let duration = try time(text)
        guard duration > .zero else { throw UsageError("\"\(text)\" is no time at all; give more than 0") }
        return duration
    }

    /// Reads a length that is longer than nothing, as a time or in frames.
    package static func length(_ text: String) throws(UsageError) -> TimeValue {
        let value = try parse(text)
        guard value != .duration(.zero), value != .frames(.zero) else {
            throw UsageError("\"\(text)\" is no length at all; give more than 0")
        }
        return value
    }

    private static func parse(_ text: String) throws(UsageError) -> TimeValue {
        if text.hasPrefix("-") { throw UsageError("\"\(text)\" is negative; give a positive time") }
        if text.utf8.last == UInt8(ascii: "f"), text.utf8.dropLast().allSatisfy(isDigit), text.utf8.count > 1
        {
            guard let frames = Int64(text.dropLast()), frames <= mostFrames else {
                throw UsageError("\"\(text)\" is too many frames; at most \(mostFrames)")
            }
            return .frames(FrameCount(rawValue: frames))
        }
        let duration = text.contains(":") ? try parseClock(text) : try parseUnit(text)
        guard let duration else { throw UsageError("\"\(text)\" is not a time; \(forms)") }
        guard duration <= longest else { throw UsageError("\"\(text)\" is too long; at most 100 years") }
        return .duration(duration)
    }

    /// `1:30`, `1:00:00`, `0:01.5`.
    private static func parseClock(_ text: String) throws(UsageError) -> Duration? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count <= 3, let last = fields.last, let seconds = parseDecimal(last) else { return nil }
        var whole: [Int64] = []
        for field in fields.dropLast() {
            guard field.utf8.allSatisfy(isDigit), !field.isEmpty else { return nil }
            whole.append(Int64(field) ?? .max)
        }
        let minutes = whole.last ?? 0
        let hours = whole.count == 2 ? whole[0] : 0
        guard seconds < .seconds(60), whole.count == 1 || minutes < 60 else {
            throw UsageError("\"\(text)\" has more than 59 in a field behind a colon")
        }
        guard hours <= 1_000_000, minutes <= 60_000_000 else { return longest + .seconds(1) }
        return .seconds(hours * 3600 + minutes * 60) + seconds
    }

    /// `10`, `1.5`, `1500ms`, `90s`, `10m`, `2h`.
    private static func parseUnit(_ text: String) throws(UsageError) -> Duration? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let value = parseDecimal(number) else { return nil }
        guard value <= longest * 1000 else { return value }
        switch text[number.endIndex...] {
        case "", "s": return value
        case "ms": return value / 1000
        case "m": return value * 60
        case "h": return value * 3600
        default: return nil
        }
    }

    /// A decimal number of seconds, to the nanosecond; nil when it is none. Too large a one stays too large.
    private static func parseDecimal(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first,
            !whole.isEmpty || (parts.count == 2 && !parts[1].isEmpty),
            parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
        else { return nil }
        let seconds = whole.isEmpty ? 0 : min(Int64(whole) ?? .max, 1 << 53)
        let digits = parts.count == 2 ? String(parts[1].prefix(9)) : ""
        let padded = digits + String(repeating: "0", count: 9 - digits.count)
        return .seconds(seconds) + .nanoseconds(Int64(padded) ?? 0)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
