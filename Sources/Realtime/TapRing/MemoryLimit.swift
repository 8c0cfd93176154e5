import Glibc

/// Keeps a ring from taking what the machine does not have. Its pages are populated when it is made, so an absurd one
/// would not fail: the kernel would end other processes for it, the JACK server perhaps among them.
package enum MemoryLimit {
    /// - Parameter available: what the machine could hand out; nil, when that is unknown, forbids nothing.
    /// - Throws: `ENOMEM` when a ring would take more than three quarters of it.
    package static func check(_ byteCount: Int, available: Int?) throws(RingError) {
        guard let available, byteCount > available / 4 * 3 else { return }
        throw RingError(call: "mmap", status: ENOMEM, byteCount: byteCount)
    }

    /// Bytes that the kernel could hand out without harm: `MemAvailable` of `/proc/meminfo`.
    package static var available: Int? {
        let file = unsafe open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 4096)
        let count = unsafe text.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        return bytes(in: String(decoding: text.prefix(count), as: UTF8.self))
    }

    /// Finds the figure in the text of that file.
    package static func bytes(in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        guard let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            return nil
        }
        return kibibytes * 1024
    }
}
