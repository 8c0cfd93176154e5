internal import TapHost

/// One argument, as the bytes that the system handed over: port names need not be UTF-8.
package struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
    package init(_ text: String) { bytes = Array(text.utf8) }
    package init(stringLiteral text: String) { self.init(text) }

    /// The argument as text, if it is UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument on one printable line, for messages.
    package var display: String { PortName.printable(bytes) }

    /// The arguments of this process, without its name.
    package static var ofProcess: [Argument] {
        // SAFETY: the system's argument vector lives as long as the process, and nothing here changes it.
        let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return unsafe pointers.dropFirst().compactMap { pointer in
            unsafe pointer.map { unsafe Argument(bytes: bytes(of: $0)) }
        }
    }

    private static func bytes(of text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var position = 0
        while unsafe text[position] != 0 {
            bytes.append(UInt8(bitPattern: unsafe text[position]))
            position += 1
        }
        return bytes
    }
}
