internal import Foundation

/// The threads of this process, as the kernel shows them.
public enum ProcessThreads {
    /// The ids of threads that block a signal.
    public static func blocking(_ signal: Int32) -> Set<Int32> {
        Set(ids.filter { mask(of: $0) & (1 << UInt64(signal - 1)) != 0 })
    }

    /// A thread's name; empty when it is gone.
    public static func name(of id: Int32) -> String {
        read("/proc/self/task/\(id)/comm").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static var ids: [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return (names ?? []).compactMap { Int32($0) }
    }

    private static func mask(of id: Int32) -> UInt64 {
        let line = read("/proc/self/task/\(id)/status").split(separator: "\n")
            .first { $0.hasPrefix("SigBlk:") }
        return line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
    }

    private static func read(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
