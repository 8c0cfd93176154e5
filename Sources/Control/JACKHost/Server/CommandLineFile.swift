internal import FoundationEssentials
internal import TapHost

/// A file with a server's command line: the form of `~/.jackdrc`, with quotes as in a shell, and lines of comment.
enum CommandLineFile {
    /// - Throws: `serverFailedToStart`, naming the file.
    static func words(of file: String) throws(HostError) -> [String] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            throw .serverCommand(file, "it cannot be read; see whether it exists and its permissions")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .serverCommand(file, "it is no UTF-8 text")
        }
        let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#") }
        guard let words = split(lines.joined(separator: "\n")) else {
            throw .serverCommand(file, "a quote is open at its end")
        }
        return words
    }

    /// Splits at white space that no quote and no backslash protects. Nil when a quote is left open.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case (_, let open?) where character == open: quote = nil
            case ("\\", "\""), ("\\", nil): word = (word ?? "") + (rest.popFirst().map(String.init) ?? "\\")
            case (_, _?): word = (word ?? "") + String(character)
            case ("\"", nil), ("'", nil):
                quote = character
                word = word ?? ""
            case (_, nil) where character.isWhitespace:
                if let whole = word { words.append(whole) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let last = word { words.append(last) }
        return quote == nil ? words : nil
    }
}
