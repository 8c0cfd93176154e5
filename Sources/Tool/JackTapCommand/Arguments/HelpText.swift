/// Lays out the help of a command, from the table that the parser reads by.
package struct HelpText {
    /// No line is longer.
    package static let width = 80
    private static let indent = 2
    private static let meaningColumn = 29

    /// The help of one command.
    package static func text<Settings>(for command: CommandSpec<Settings>) -> String {
        var lines = [
            "Usage: jacktap \(command.name) [OPTION...]"
                + (command.operandsPlaceholder.map { " " + $0 } ?? "")
        ]
        for paragraph in command.description { lines += [""] + wrap(paragraph, width: width) }
        for group in command.groups {
            let listed = group.options.filter { $0.summary != nil }
            guard !listed.isEmpty else { continue }
            lines += ["", group.title + ":"] + listed.flatMap(describe)
        }
        lines += ["", "Information:"] + informationLines
        for section in command.notes { lines += [""] + layOut(section) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines on `--help` and `--version`, for every help.
    package static var informationLines: [String] {
        row("  -h, --help", "Show this help.") + row("      --version", "Show the version.")
    }

    /// A heading and what stands under it.
    package static func layOut(_ section: HelpSection) -> [String] {
        var lines = [section.title + ":"]
        switch section.body {
        case .text(let paragraphs):
            for (index, paragraph) in paragraphs.enumerated() {
                if index > 0 { lines.append("") }
                lines += wrap(paragraph, width: width - indent).map { "  " + $0 }
            }
        case .table(let rows):
            let column = 2 * indent + (rows.map(\.term.count).max() ?? 0)
            for item in rows { lines += row("  " + item.term, item.meaning, column: column) }
        case .examples(let examples):
            for (index, example) in examples.enumerated() {
                if index > 0 { lines.append("") }
                lines += wrap(example.meaning, width: width - indent).map { "  " + $0 }
                lines += example.command.split(separator: "\n").map { "      " + $0 }
            }
        }
        return lines
    }

    private static func describe<Settings>(_ option: OptionSpec<Settings>) -> [String] {
        let short = option.short.map { "-\($0), " } ?? "    "
        let value = option.placeholder.map { " " + $0 } ?? ""
        let ending = option.defaultText.map { " " + unbroken("[default: \($0)]") } ?? ""
        return row("  \(short)--\(option.name)\(value)", (option.summary ?? "") + ending)
    }

    /// A term, and its meaning beside it or, when the term is long, below it.
    private static func row(_ term: String, _ meaning: String, column: Int = meaningColumn) -> [String] {
        let margin = String(repeating: " ", count: column)
        let lines = wrap(meaning, width: width - column).map { margin + $0 }
        guard term.count + indent <= column, let first = lines.first else { return [term] + lines }
        return [term + first.dropFirst(term.count)] + lines.dropFirst()
    }

    /// The text as one word for ``wrap(_:width:)``.
    private static func unbroken(_ text: String) -> String { text.replacing(" ", with: "\u{A0}") }

    /// Breaks text into lines at its spaces; spaces that do not break become plain ones.
    package static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { $0.replacing("\u{A0}", with: " ") }
    }
}
