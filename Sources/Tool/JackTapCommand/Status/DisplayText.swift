/// Text in the columns of a terminal.
package enum DisplayText {
    /// Columns that a text takes: two for East Asian wide characters and emoji, none for combining ones.
    package static func columns(of text: String) -> Int {
        isPlain(text) ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Printable ASCII alone, as nearly all text is.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    /// The text in exactly that many columns: filled with spaces, or cut in the middle, since the ends of port names
    /// are what tells them apart.
    package static func fit(_ text: String, columns width: Int, isUnicode: Bool) -> String {
        let safe = printable(text, isUnicode: isUnicode)
        let count = columns(of: safe)
        if count <= width { return safe + String(repeating: " ", count: width - count) }
        let mark = isUnicode ? "…" : "~"
        guard width > 1 else { return String(repeating: mark, count: max(0, width)) }
        let headColumns = (width - 1) / 3
        let head = prefix(safe.unicodeScalars, columns: headColumns)
        let tail = prefix(safe.unicodeScalars.reversed(), columns: width - 1 - columns(of: head))
        let shortened = head + mark + String(String.UnicodeScalarView(tail.unicodeScalars.reversed()))
        return shortened + String(repeating: " ", count: width - columns(of: shortened))
    }

    private static func prefix(_ scalars: some Sequence<Unicode.Scalar>, columns width: Int) -> String {
        var text = String.UnicodeScalarView()
        var left = width
        for scalar in scalars {
            left -= columns(of: scalar)
            if left < 0 { break }
            text.append(scalar)
        }
        return String(text)
    }

    /// Characters that would move the cursor, turn the direction of the line or show nothing become question marks;
    /// on a terminal without Unicode all but ASCII do.
    private static func printable(_ text: String, isUnicode: Bool) -> String {
        if isPlain(text) { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
                safe.append("?")
            default:
                safe.append(isUnicode || scalar.isASCII ? scalar : "?")
            }
        }
        return String(safe)
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The blocks that terminals draw two columns wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
