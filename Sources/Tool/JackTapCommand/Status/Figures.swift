internal import Glibc

/// Figures as people read them.
package enum Figures {
    /// Decibels of full scale with one place: `-12.3`, `+1.2`, `-inf`.
    package static func decibels(_ amplitude: Float) -> String {
        guard amplitude.isFinite else { return amplitude > 0 ? "+inf" : "-inf" }
        let level = decibelLevel(amplitude)
        guard level > -145 else { return "-inf" }
        let text = decimal(Double(level), places: 1)
        return level >= 0.05 ? "+" + text : text == "-0.0" ? "0.0" : text
    }

    /// Decibels of full scale; negative infinity for silence and for what is no number.
    package static func decibelLevel(_ amplitude: Float) -> Float {
        amplitude > 0 ? 20 * log10f(amplitude) : -.infinity
    }

    /// `4d 3h`, `12h 34m`, `34m 10s`, `58s`.
    package static func roughTime(_ seconds: Double) -> String {
        guard seconds < 1e9 else { return "years" }
        let total = Int64(max(0, seconds))
        let (days, hours, minutes) = (total / 86_400, total / 3600 % 24, total / 60 % 60)
        if days > 0 { return "\(days)d \(hours)h" }
        if hours > 0 { return "\(hours)h \(minutes)m" }
        return minutes > 0 ? "\(minutes)m \(total % 60)s" : "\(total)s"
    }

    /// `512 B`, `1.5 KiB`, `12.3 MiB`.
    package static func bytes(_ count: Int64) -> String {
        var value = Double(count)
        var unit = 0
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        return (unit == 0 ? "\(count)" : decimal(value, places: 1)) + " " + units[unit]
    }

    /// Nanoseconds in the unit that fits: `850 ns`, `12.5 µs`, `3.2 ms`.
    package static func nanoseconds(_ count: UInt64) -> String {
        if count < 1000 { return "\(count) ns" }
        if count < 1_000_000 { return decimal(Double(count) / 1000, places: 1) + " µs" }
        if count < 1_000_000_000 { return decimal(Double(count) / 1_000_000, places: 1) + " ms" }
        return decimal(Double(count) / 1_000_000_000, places: 1) + " s"
    }

    /// A whole percentage. More than nothing is never called nothing.
    package static func percent(_ value: Double) -> String {
        value > 0 && value < 1 ? "<1%" : "\(Int(min(max(value, 0), 100).rounded()))%"
    }

    /// A number with a fixed count of decimal places.
    package static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return value > 0 ? "inf" : value < 0 ? "-inf" : "nan" }
        let scale = (0..<places).reduce(Int64(1)) { power, _ in power * 10 }
        let scaled = Int64((abs(value) * Double(scale)).rounded())
        let fraction = places == 0 ? "" : "." + padded(scaled % scale, to: places)
        return (value < 0 ? "-" : "") + "\(scaled / scale)" + fraction
    }

    /// `1 frame`, `2 frames`.
    package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func padded(_ number: Int64, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
