/// The colours in use, as their escape codes.
enum Ink: String {
    case plain = "0"
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case alarm = "1;31"
}

/// A piece of text in one colour.
struct InkedText {
    let text: String
    let ink: Ink

    init(_ text: String, ink: Ink = .plain) {
        self.text = text
        self.ink = ink
    }

    /// The pieces beside each other, in as many lines as the terminal's width asks for. A piece is never broken; one
    /// that is too long for a line is cut.
    static func flow(_ pieces: [InkedText], style: MeterStyle) -> [String] {
        let gap = "  "
        var lines: [String] = []
        var line = ""
        var used = 0
        for piece in pieces {
            let text = String(piece.text.prefix(max(0, style.columns - 1)))
            let width = DisplayText.columns(of: text)
            if used > 0, used + gap.count + width >= style.columns {
                lines.append(line)
                (line, used) = ("", 0)
            }
            line += (used == 0 ? "" : gap) + style.ink(text, piece.ink)
            used += (used == 0 ? 0 : gap.count) + width
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
