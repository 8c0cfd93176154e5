package import TapHost

/// The ports that somebody may have meant.
package enum PortSuggestions {
    /// Up to `limit` of `names`, those with the fewest edits between them and `name` first. Names that have hardly
    /// anything in common with it are left out.
    /// - Complexity: O(names × length²).
    package static func nearest(
        to name: PortName, among names: [PortName], limit: Int = 5
    ) -> [PortName] {
        let wanted = name.bytes.map(lowercased)
        let ranked = names.map { (name: $0, edits: edits(wanted, $0.bytes.map(lowercased))) }
            .filter { $0.edits < max(wanted.count, $0.name.bytes.count) * 3 / 4 }
            .sorted { ($0.edits, $0.name) < ($1.edits, $1.name) }
        return ranked.prefix(limit).map(\.name)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }

    /// Bytes to insert, delete or replace to make one of the other (Levenshtein).
    static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var previous = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for column in right.indices {
                let replaced = previous[column] + (byte == right[column] ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
