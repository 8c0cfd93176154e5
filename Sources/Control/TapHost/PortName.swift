/// A port's full name, `client:short`, as the bytes that JACK holds. JACK accepts any bytes, invalid UTF-8 and newlines
/// among them, so a name is text only for display.
public struct PortName: Hashable, Comparable, Sendable {
    public let bytes: [UInt8]

    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The bytes before the first colon: the client.
    public var client: [UInt8] { Array(bytes.prefix { $0 != UInt8(ascii: ":") }) }

    /// The bytes behind the first colon; the whole name when there is none.
    public var short: [UInt8] {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes }
        return Array(bytes[(colon + 1)...])
    }

    /// One printable line: invalid UTF-8 and characters that would break the line, or show nothing, or turn its direction,
    /// stand as `\xNN`, a backslash as `\\`.
    public var display: String { Self.printable(bytes) }

    /// The name's bytes as one printable line; see ``display``.
    public static func printable(_ bytes: [UInt8]) -> String {
        var line = ""
        var rest = bytes[...]
        while let first = rest.first {
            if let (scalar, length) = decodeScalar(rest), isPrintable(scalar) {
                if scalar == "\\" { line += "\\\\" } else { line.unicodeScalars.append(scalar) }
                rest = rest.dropFirst(length)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                line += "\\x" + (digits.count == 1 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return line
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: scalar == "\u{200D}"  // joins emoji
        default: true
        }
    }

    private static func decodeScalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        guard let first = bytes.first else { return nil }
        let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else { return nil }
        return (scalar, length)
    }

    public static func < (left: PortName, right: PortName) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
