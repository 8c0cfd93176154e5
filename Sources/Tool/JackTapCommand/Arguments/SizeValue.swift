/// A number of bytes as it is typed: `1000000`, `512K`, `64M`, `1.5G`, `1T`; the units are powers of 1024.
package enum SizeValue {
    private static let units: [(letter: Character, bytes: Double)] = [
        ("K", 1024), ("M", 1_048_576), ("G", 1_073_741_824), ("T", 1_099_511_627_776),
    ]

    /// Reads a size; zero is one.
    package static func parse(_ text: String) throws(UsageError) -> Int64 {
        let wrong = UsageError(
            "\"\(text)\" is not a size; write bytes, or 512K, 64M, 1G or 1T (powers of 1024)")
        if text.hasPrefix("-") { throw UsageError("\"\(text)\" is negative; give 0 or more") }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        var suffix = text[number.endIndex...].uppercased()
        if suffix.count > 1, suffix.hasSuffix("IB") { suffix.removeLast(2) }
        let unit = units.first { String($0.letter) == suffix }
        guard unit != nil || suffix.isEmpty, number.first?.isNumber == true, number.last != ".",
            unit != nil || !number.contains("."), let value = Double(number)
        else { throw wrong }
        let bytes = value * (unit?.bytes ?? 1)
        guard bytes < 0x1p62 else { throw UsageError("\"\(text)\" is too large") }
        return Int64(bytes)
    }
}
