/// A glob over port names, matched here and never handed to JACK's library, which reads names as regular expressions.
///
/// `*` stands for any bytes, `?` for one character, and a backslash takes the meaning of what follows away. `\xNN` is
/// the byte with that number, as in ``PortName/display``, so a name can be given back as it was printed.
/// Everything else stands for itself, brackets and braces among it.
package struct PortPattern: Hashable, Sendable {
    private enum Token: Hashable {
        case byte(UInt8)
        case oneCharacter
        case anything
    }

    private let tokens: [Token]

    package init(_ name: PortName) {
        var tokens: [Token] = []
        var rest = name.bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"):
                if tokens.last != .anything { tokens.append(.anything) }
            case UInt8(ascii: "?"):
                tokens.append(.oneCharacter)
            case UInt8(ascii: "\\"):
                tokens.append(.byte(Self.takeEscaped(&rest)))
            default:
                tokens.append(.byte(byte))
            }
        }
        self.tokens = tokens
    }

    /// Takes what stands behind a backslash. A backslash at the very end stands for itself.
    private static func takeEscaped(_ rest: inout ArraySlice<UInt8>) -> UInt8 {
        guard let byte = rest.popFirst() else { return UInt8(ascii: "\\") }
        guard byte == UInt8(ascii: "x"), let digits = String(validating: rest.prefix(2), as: UTF8.self),
            digits.utf8.count == 2, digits.first != "+", let code = UInt8(digits, radix: 16)
        else { return byte }
        rest = rest.dropFirst(2)
        return code
    }

    /// Whether it can match more than one name.
    package var isGlob: Bool { tokens.contains { $0 == .anything || $0 == .oneCharacter } }

    /// The bytes that stand for themselves, the wildcards left out.
    package var literalBytes: [UInt8] {
        tokens.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
    }

    /// Whether the whole of `name` fits.
    /// - Complexity: O(pattern × name): only the last `*` is ever tried again.
    package func matches(_ name: PortName) -> Bool {
        let bytes = name.bytes
        var position = 0
        var token = 0
        var retry: (token: Int, position: Int)?
        while position < bytes.count {
            if token < tokens.count, tokens[token] == .anything {
                token += 1
                retry = (token, position)
            } else if token < tokens.count,
                let length = Self.length(of: tokens[token], in: bytes, at: position)
            {
                token += 1
                position += length
            } else if let last = retry {
                // The last `*` takes one character more. Earlier ones need not: they matched as soon as they could.
                token = last.token
                position = last.position + Self.characterLength(in: bytes, at: last.position)
                retry = (last.token, position)
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anything }
    }

    private static func length(of token: Token, in bytes: [UInt8], at position: Int) -> Int? {
        switch token {
        case .byte(let byte): bytes[position] == byte ? 1 : nil
        case .oneCharacter: characterLength(in: bytes, at: position)
        case .anything: nil
        }
    }

    /// Bytes of the UTF-8 character that starts here; a byte that starts none counts as one.
    private static func characterLength(in bytes: [UInt8], at position: Int) -> Int {
        let first = bytes[position]
        let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
        let character = bytes[position...].prefix(length)
        return String(validating: character, as: UTF8.self) == nil ? 1 : length
    }
}
