/// Makes port names into pieces of file names: safe, readable, and different from each other.
enum PortPieces {
    /// Bytes of the longest piece; a file name has 255, and other pieces want room as well.
    static let longest = 120

    /// One piece for each name.
    static func pieces(of names: [String]) -> [String] {
        var used: Set<String> = []
        return names.map { name in
            let piece = safe(name)
            var unique = piece
            var number = 2
            // Some disks do not tell upper from lower case.
            while !used.insert(unique.lowercased()).inserted {
                let tail = "-\(number)"
                unique = shortened(piece, to: longest - tail.utf8.count) + tail
                number += 1
            }
            return unique
        }
    }

    /// A piece that is no path, no hidden file, no option, and legal on the disks of other systems too.
    static func safe(_ name: String) -> String {
        var piece = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case ":": piece.unicodeScalars.append("-")
            case "/", "\\", "*", "?", "\"", "<", ">", "|": piece.unicodeScalars.append("_")
            default: piece.unicodeScalars.append(isPrintable(scalar) ? scalar : "_")
            }
        }
        piece = shortened(piece, to: longest)
        while let last = piece.last, last == " " || last == "." { piece.removeLast() }
        guard let first = piece.first else { return "port" }
        if first == "." || first == "-" || first == "~" || first == " " {
            piece = "_" + piece.dropFirst()
        }
        return piece
    }

    /// The longest beginning that has at most `limit` bytes.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var short = ""
        var bytes = 0
        for character in text {
            bytes += character.utf8.count
            if bytes > limit { break }
            short.append(character)
        }
        // One character may be longer than the limit: a letter under a thousand accents.
        return short.isEmpty ? "long" : short
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: true
        }
    }
}
