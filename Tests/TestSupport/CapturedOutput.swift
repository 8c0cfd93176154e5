internal import CLinux
internal import Glibc

/// Takes what this process prints, on both streams, until it ends. For the body of an exit test.
public struct CapturedOutput: Sendable {
    private let file: Int32

    /// Nil when it cannot be done.
    public init?() {
        file = unsafe "captured output".withCString { unsafe linux_memfd_create($0) }
        guard file >= 0 else { return nil }
        fflush(nil)
        for stream: Int32 in 1...2 where dup2(file, stream) < 0 { return nil }
    }

    /// What was printed so far.
    public var text: String {
        fflush(nil)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
