import TapHost
import Testing

@Suite("Natural order")
struct NaturalOrderTests {
    private func sorted(_ names: [String]) -> [String] {
        names.map { Array($0.utf8) }.sorted(by: NaturalOrder.precedes).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("counts numbers in names")
    func numbers() {
        #expect(sorted(["in_10", "in_2", "in_1"]) == ["in_1", "in_2", "in_10"])
        #expect(sorted(["a2b10", "a10b1", "a2b9"]) == ["a2b9", "a2b10", "a10b1"])
        #expect(sorted(["b", "a10", "a", "a2"]) == ["a", "a2", "a10", "b"])
    }

    @Test("compares numbers of any length")
    func longNumbers() {
        let nines = String(repeating: "9", count: 40)
        #expect(sorted(["p1" + nines, "p" + nines]) == ["p" + nines, "p1" + nines])
    }

    @Test("tells names with leading zeros apart")
    func leadingZeros() {
        #expect(sorted(["in_2", "in_02", "in_1", "in_002"]) == ["in_1", "in_002", "in_02", "in_2"])
        #expect(!NaturalOrder.precedes(Array("a1".utf8), Array("a1".utf8)))
    }

    @Test("is a strict order: two different names are never equal, and none precedes itself")
    func strictness() {
        let names = ["", "0", "00", "a", "a0", "a00b1", "a0b01", "a0b1", "1a", "01a", "a1", "a01"].map {
            Array($0.utf8)
        }
        for left in names {
            for right in names {
                let both = [NaturalOrder.precedes(left, right), NaturalOrder.precedes(right, left)]
                #expect(both.filter { $0 }.count == (left == right ? 0 : 1))
            }
        }
    }
}

@Suite("The nearest names")
struct NearestNamesTests {
    private let ports = [
        "system:capture_1", "system:capture_2", "system:playback_1", "synth:out", "Ardour:Master/out",
    ]

    private func nearest(_ wanted: String, limit: Int = 3) -> [String] {
        NearestNames.nearest(to: Array(wanted.utf8), among: ports.map { Array($0.utf8) }, limit: limit)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("are those with the fewest slips, nearest first")
    func slips() {
        #expect(nearest("system:capture_2x") == ["system:capture_2", "system:capture_1"])
        #expect(nearest("sytsem:capture_1", limit: 1) == ["system:capture_1"])
        #expect(nearest("ardour:master/out") == ["Ardour:Master/out"])
    }

    @Test("are those that contain what was typed")
    func parts() {
        #expect(nearest("capture") == ["system:capture_1", "system:capture_2"])
        #expect(nearest("synth:output_left_channel") == ["synth:out"])
    }

    @Test("are none when nothing is near")
    func none() {
        #expect(nearest("xyzzy").isEmpty)
        #expect(nearest("").isEmpty)
    }

    @Test("count slips as the textbook does")
    func distances() {
        let words = ["", "a", "ab", "ba", "abc", "acb", "bca", "abcd", "dcba", "kitten", "sitting", "ca"]
            .map { Array($0.utf8) }
        for left in words {
            for right in words {
                let exact = textbook(left, right)
                for limit in 0...7 {
                    let distance = NearestNames.distance(left, right, atMost: limit)
                    #expect(distance == (exact <= limit ? exact : nil), "\(left) \(right) \(limit)")
                }
            }
        }
    }

    private func textbook(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var table = (0...left.count).map { i in (0...right.count).map { i == 0 ? $0 : $0 == 0 ? i : 0 } }
        for i in left.indices {
            for j in right.indices {
                var cost = min(
                    table[i][j] + (left[i] == right[j] ? 0 : 1), table[i][j + 1] + 1, table[i + 1][j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, table[i - 1][j - 1] + 1)
                }
                table[i + 1][j + 1] = cost
            }
        }
        return table[left.count][right.count]
    }
}
