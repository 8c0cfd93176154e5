internal import TapHost

/// Values that are one of a few words.
package enum WordValue {
    /// Reads one of the words that a type has.
    package static func parse<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String, as _: Word.Type = Word.self
    ) throws(UsageError) -> Word {
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let near = NearestNames.nearest(to: text, among: words)
        throw UsageError(
            "\"\(text)\" is unknown"
                + (near.map { " (did you mean \"\($0)\"?)" }
                    ?? "; choose from \(words.joined(separator: ", "))"))
    }

    /// Reads a whole number.
    package static func parse(
        _ text: String, in range: ClosedRange<Int>, unit: String
    ) throws(UsageError) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            throw UsageError("\"\(text)\" is not a whole number of \(unit)")
        }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "\"\(text)\" is out of range; give \(range.lowerBound) to \(range.upperBound) \(unit)")
        }
        return number
    }

    /// Reads a name for a server or a client: printable, on one line, and no longer than JACK keeps.
    package static func parseName(
        _ text: String, of what: String, atMost limit: Int, without refused: String = "/"
    ) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("the name of the \(what) is empty; give one") }
        guard text.utf8.count <= limit else {
            throw UsageError("\"\(text)\" is too long for the name of a \(what); at most \(limit) bytes")
        }
        for scalar in text.unicodeScalars {
            guard !refused.unicodeScalars.contains(scalar), scalar.value >= 0x20, scalar.value != 0x7F else {
                throw UsageError(
                    "\"\(PortName(text).display)\" cannot name a \(what); leave out "
                        + refused.map { "'\($0)', " }.joined() + "and control characters")
            }
        }
        return text
    }
}
