/// One bar of a meter, linear in decibels, with the hold mark in it.
struct MeterBar {
    /// What the left end stands for, in decibels of full scale; the right end is full scale.
    private static let floor: Float = -60
    private static let warmLevel: Float = -18
    private static let hotLevel: Float = -3
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    let level: LevelHistory.Level
    let style: MeterStyle

    /// The bar in that many columns, its two borders among them.
    func text(columns: Int) -> String {
        let inner = columns - 2
        guard inner > 0 else { return "" }
        let (left, right) = style.isUnicode ? ("▕", "▏") : ("[", "]")
        return left + cells(inner) + right
    }

    /// The level in one column.
    var block: String {
        let part = Self.part(level.shown)
        if style.isUnicode {
            return style.ink(Self.blocks[Int((part * 8).rounded(.up))], ink(at: part))
        }
        return style.ink(level.shown > 0 ? String(min(9, Int(part * 10))) : ".", ink(at: part))
    }

    private func cells(_ count: Int) -> String {
        let eighths = Int((Self.part(level.shown) * Float(count * 8)).rounded())
        let hold = level.hold > 0 ? min(count - 1, Int(Self.part(level.hold) * Float(count))) : -1
        var text = ""
        var run = ""
        var runInk = Ink.plain
        for cell in 0..<count {
            let ink = ink(at: (Float(cell) + 0.5) / Float(count))
            if ink != runInk {
                text += style.ink(run, runInk)
                (run, runInk) = ("", ink)
            }
            run += symbol(filled: eighths - cell * 8, isHold: cell == hold)
        }
        return text + style.ink(run, runInk)
    }

    private func symbol(filled: Int, isHold: Bool) -> String {
        if filled >= 8 { return style.isUnicode ? "█" : "#" }
        if isHold { return style.isUnicode ? "│" : "|" }
        guard filled > 0 else { return " " }
        return style.isUnicode ? Self.eighths[filled] : filled >= 4 ? "=" : "-"
    }

    private func ink(at part: Float) -> Ink {
        let level = Self.floor * (1 - part)
        return level >= Self.hotLevel ? .red : level >= Self.warmLevel ? .yellow : .green
    }

    /// Where a level stands between the ends, from 0 to 1.
    private static func part(_ amplitude: Float) -> Float {
        min(1, max(0, 1 - Figures.decibelLevel(amplitude) / floor))
    }
}
