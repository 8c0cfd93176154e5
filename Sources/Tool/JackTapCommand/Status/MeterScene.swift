package import TakeFiles
package import TapRing

/// Everything that a drawing of the meters shows.
package struct MeterScene: Sendable {
    package var status: TakeStatus
    package var levels: [LevelHistory.Level]
    /// The ports' names, one a channel; fewer when they are not known yet.
    package var names: [String]
    /// The length that the take is to have.
    package var length: FrameCount?

    package init(
        status: TakeStatus, levels: [LevelHistory.Level], names: [String] = [], length: FrameCount? = nil
    ) {
        self.status = status
        self.levels = levels
        self.names = names
        self.length = length
    }
}

/// What a terminal can show.
package struct MeterStyle: Sendable, Hashable {
    package var columns: Int
    package var rows: Int
    package var isColored: Bool
    package var isUnicode: Bool

    package init(columns: Int, rows: Int, isColored: Bool = false, isUnicode: Bool = true) {
        self.columns = columns
        self.rows = rows
        self.isColored = isColored
        self.isUnicode = isUnicode
    }

    /// The text in a colour, where there are colours.
    func ink(_ text: String, _ ink: Ink) -> String {
        guard isColored, ink != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
    }
}
