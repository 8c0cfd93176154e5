/// Names that somebody may have meant.
package enum NearestNames {
    /// The names nearest to `wanted`, nearest first; none that are farther away than a slip of the hand.
    ///
    /// Case counts little. A name that contains `wanted`, or is contained in it, counts as near.
    /// - Complexity: O(names × length × allowed distance).
    package static func nearest(to wanted: [UInt8], among names: [[UInt8]], limit: Int = 3) -> [[UInt8]] {
        let target = wanted.map(lowercase)
        guard !target.isEmpty else { return [] }
        let allowed = min(8, max(2, target.count / 3))
        let ranked = names.compactMap { name -> (distance: Int, name: [UInt8])? in
            let candidate = name.map(lowercase)
            if let distance = distance(target, candidate, atMost: allowed) { return (distance, name) }
            let (short, long) = target.count < candidate.count ? (target, candidate) : (candidate, target)
            return short.count >= 3 && contains(long, short) ? (allowed + 1, name) : nil
        }
        let sorted = ranked.sorted {
            $0.distance != $1.distance ? $0.distance < $1.distance : NaturalOrder.precedes($0.name, $1.name)
        }
        return sorted.prefix(limit).map(\.name)
    }

    /// The nearest of a few words, such as the names of options.
    package static func nearest(to wanted: String, among words: [String]) -> String? {
        nearest(to: Array(wanted.utf8), among: words.map { Array($0.utf8) }, limit: 1).first
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that turn one into the other, if at most `limit`.
    package static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        let far = limit + 1
        var beforeLast = [Int](repeating: far, count: right.count + 1)
        var last = (0...right.count).map { min($0, far) }
        var row = last
        for i in left.indices {
            row[0] = min(i + 1, far)
            var best = row[0]
            // Cells farther than `limit` from the diagonal cannot become near again.
            let from = max(0, i - limit)
            let to = min(right.count, i + limit + 1)
            if from > 0 { row[from] = far }
            for j in from..<max(from, to) {
                var cost = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row[j + 1] = min(cost, far)
                best = min(best, row[j + 1])
            }
            if to < right.count { row[to + 1] = far }
            guard best <= limit else { return nil }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}
