internal import TakeFiles

/// Draws a take's status as lines of text: a pure function of scene and style.
///
/// No line fills the last column, where terminals disagree about the cursor, and no drawing the last row. Few channels
/// get a line each; more are set in columns, with less beside each bar; very many get one character each.
package struct MeterRenderer {
    private static let gap = 2
    private static let widestName = 40

    private let scene: MeterScene
    private let style: MeterStyle
    private let digits: Int

    /// The lines of one drawing, from top to bottom.
    package static func lines(for scene: MeterScene, style: MeterStyle) -> [String] {
        let header = StatusHeader(scene, style: style).lines()
        let rows = style.rows - 1 - header.count
        guard rows > 0, !scene.levels.isEmpty else { return Array(header.prefix(max(1, style.rows - 1))) }
        return header
            + Self(scene: scene, style: style, digits: "\(scene.levels.count)".count).body(rows: rows)
    }

    private func body(rows: Int) -> [String] {
        let count = scene.levels.count
        let columns = (count + rows - 1) / rows
        let width = (style.columns - 1 + Self.gap) / columns - Self.gap
        if width >= narrowestCell { return table(columns: columns, width: width) }
        let blocks = blockRows()
        let summary = InkedText.flow(self.summary, style: style)
        return blocks.count + summary.count <= rows ? blocks + summary : Array(summary.prefix(rows))
    }

    // MARK: One cell a channel

    /// Number, level in one character, level in figures, and clip mark.
    private var narrowestCell: Int { digits + 1 + 1 + 6 + 1 }

    /// Cells down each column, and then across.
    private func table(columns: Int, width: Int) -> [String] {
        let count = scene.levels.count
        let rows = (count + columns - 1) / columns
        let name = nameColumns(width)
        return (0..<rows).map { row in
            stride(from: row, to: count, by: rows).map { cell($0, width: width, name: name) }
                .joined(separator: "  ")
        }
    }

    private func cell(_ channel: Int, width: Int, name: Int) -> String {
        let level = scene.levels[channel]
        let number = Self.right("\(channel + 1)", digits)
        let value = Self.right(Figures.decibels(level.shown), 6)
        let clip = level.isClipped ? style.ink("!", .alarm) : " "
        let wideBar = width - digits - 1 - 1 - 6 - 1
        guard wideBar >= 6 else {
            return number + " " + MeterBar(level: level, style: style).block + value + clip
        }
        let hold = width >= 60 ? " " + Self.right(Figures.decibels(level.hold), 6) : ""
        let long = width >= 40
        let mark = long ? (level.isClipped ? " " + style.ink("CLIP", .alarm) : "     ") : clip
        let label = name > 0 ? " " + self.name(of: channel, columns: name) : ""
        let others = digits + (name > 0 ? 1 + name : 0) + 1 + 7 + (hold.isEmpty ? 0 : 7) + (long ? 5 : 1)
        let bar = MeterBar(level: level, style: style).text(columns: width - others)
        return number + label + " " + bar + " " + value + hold + mark
    }

    /// Columns for the ports' names; none where there is no room or no name.
    private func nameColumns(_ width: Int) -> Int {
        guard width >= 50, !scene.names.isEmpty else { return 0 }
        let longest = scene.names.map(DisplayText.columns(of:)).max() ?? 0
        return min(longest, width / 3, Self.widestName)
    }

    private func name(of channel: Int, columns: Int) -> String {
        let name = scene.names.indices.contains(channel) ? scene.names[channel] : ""
        return DisplayText.fit(name, columns: columns, isUnicode: style.isUnicode)
    }

    // MARK: One character a channel

    /// Characters in groups of eight, each row with the number of its first channel.
    private func blockRows() -> [String] {
        let groups = max(1, (style.columns - 1 - digits) / 9)
        return stride(from: 0, to: scene.levels.count, by: groups * 8).map { first in
            let end = min(first + groups * 8, scene.levels.count)
            let cells = stride(from: first, to: end, by: 8).map { group in
                scene.levels[group..<min(group + 8, end)]
                    .map { MeterBar(level: $0, style: style).block }.joined()
            }
            return Self.right("\(first + 1)", digits) + " " + cells.joined(separator: " ")
        }
    }

    /// How many there are, the loudest, and those that clipped.
    private var summary: [InkedText] {
        let loudest = scene.levels.indices.max { scene.levels[$0].shown < scene.levels[$1].shown } ?? 0
        let level = Figures.decibels(scene.levels[loudest].shown)
        let pieces = [
            InkedText("\(scene.levels.count) channels"), InkedText("loudest \(loudest + 1) at \(level) dBFS"),
        ]
        let clipped = scene.levels.indices.filter { scene.levels[$0].isClipped }.map { "\($0 + 1)" }
        guard !clipped.isEmpty else { return pieces }
        let list = "clipped " + clipped.joined(separator: " ")
        return pieces + [
            InkedText(list.count < style.columns ? list : "\(clipped.count) clipped", ink: .alarm)
        ]
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }
}
