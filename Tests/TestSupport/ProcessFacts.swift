internal import CLinux
internal import Glibc

/// What the kernel says of this process.
public enum ProcessFacts {
    /// The calling thread's id.
    public static var threadID: Int32 { linux_thread_id() }

    /// Whether a thread of this process with that id is alive.
    public static func hasThread(_ id: Int32) -> Bool {
        unsafe access("/proc/self/task/\(id)", F_OK) == 0
    }

    /// The mappings of files whose name contains `name`.
    public static func mappings(named name: String) -> [String] {
        lines(of: "/proc/self/maps").filter { $0.contains(name) }
    }

    /// The numbers of all open files.
    public static var openFiles: [Int32] {
        (0..<4096).filter { fcntl($0, F_GETFD) >= 0 }
    }

    /// The open files whose name contains `name`.
    public static func openFiles(named name: String) -> [String] {
        openFiles.compactMap { number in
            var target = [CChar](repeating: 0, count: 4096)
            let length = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
            guard length > 0 else { return nil }
            let text = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text.contains(name) ? text : nil
        }
    }

    /// Dies without leaving a core file behind; for the body of an exit test.
    public static func leaveNoCore() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(4), &none)  // RLIMIT_CORE
    }

    private static func lines(of path: String) -> [String] {
        let file = unsafe open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(file, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
