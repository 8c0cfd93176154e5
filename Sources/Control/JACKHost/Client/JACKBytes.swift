internal import CJACK

/// Names as libjack takes and gives them: bytes that end with a zero, and need not be text.
enum JACKBytes {
    /// Lends `bytes` as a C string. The bytes must hold no zero; ``isName(_:)`` tells.
    static func withCString<Result>(
        _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else {
                preconditionFailure("the array has at least its zero")
            }
            // SAFETY: the array ends with the zero, and lives as long as the call.
            return unsafe body(start)
        }
    }

    /// The bytes of a C string, copied: jack2's strings lie in shared memory and may change.
    static func copy(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        var bytes: [UInt8] = []
        // SAFETY: libjack ends its strings with a zero; the limit holds when another process has overwritten it.
        while bytes.count < longestName, unsafe text[bytes.count] != 0 {
            bytes.append(UInt8(bitPattern: unsafe text[bytes.count]))
        }
        return bytes
    }

    /// The names of a list that libjack made, which is freed.
    static func takeList(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [[UInt8]] {
        guard let list = unsafe list else { return [] }
        defer { unsafe jack_free(list) }
        var names: [[UInt8]] = []
        // SAFETY: the list ends with NULL.
        while let name = unsafe list[names.count] { names.append(unsafe copy(name)) }
        return names
    }

    /// Whether C can hold these bytes as a name.
    static func isName(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty && !bytes.contains(0) }

    private static let longestName = 4096
}
