/// The order in which people count: `in_2` comes before `in_10`.
package enum NaturalOrder {
    /// Whether `left` comes before `right`. A strict total order over bytes: runs of digits compare as numbers of any
    /// length, everything else byte by byte, and what is equal that way is ordered by its bytes.
    /// - Complexity: O(length).
    package static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var leftRest = left[...]
        var rightRest = right[...]
        while let leftByte = leftRest.first, let rightByte = rightRest.first {
            if isDigit(leftByte), isDigit(rightByte) {
                let leftNumber = takeNumber(&leftRest)
                let rightNumber = takeNumber(&rightRest)
                if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
                if leftNumber != rightNumber { return leftNumber.lexicographicallyPrecedes(rightNumber) }
            } else {
                if leftByte != rightByte { return leftByte < rightByte }
                leftRest.removeFirst()
                rightRest.removeFirst()
            }
        }
        if leftRest.isEmpty != rightRest.isEmpty { return leftRest.isEmpty }
        return left.lexicographicallyPrecedes(right)
    }

    /// Takes the digits at the front, and gives them without leading zeros.
    private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: isDigit)
        rest = rest[digits.endIndex...]
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
