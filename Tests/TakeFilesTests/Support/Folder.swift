import Glibc
import Synchronization

/// A directory of a test's own, removed with the last reference.
final class Folder: Sendable {
    let path: String
    private static let next = Atomic<Int>(0)

    /// - Parameter isQuick: in memory where that is possible, for many small files whose syncs would take long.
    init(isQuick: Bool = false) throws {
        let number = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue
        let isMemoryThere = unsafe access("/dev/shm", W_OK) == 0
        let parent = isQuick && isMemoryThere ? "/dev/shm" : "/tmp"
        path = "\(parent)/jacktap-tests-\(getpid())-\(number)"
        guard unsafe mkdir(path, 0o700) == 0 else { throw Problem("mkdir \(path): \(errno)") }
    }

    deinit { Self.remove(path) }

    /// The names in it, sorted.
    var names: [String] { Self.names(in: path) }

    func path(_ name: String) -> String { path + "/" + name }

    /// Makes a file.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = unsafe open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Problem("open \(name): \(errno)") }
        defer { close(file) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw Problem("write \(name): \(errno)") }
        return path(name)
    }

    func read(_ name: String) throws -> [UInt8] { try Self.read(path(name)) }

    func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

    static func read(_ path: String) throws -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Problem("open \(path): \(errno)") }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else { throw Problem("fstat \(path): \(errno)") }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw Problem("read \(path): \(errno)") }
        return bytes
    }

    private static func names(in path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unsafe unlink(inner) != 0 { remove(inner) }
        }
        unsafe rmdir(path)
    }
}

/// What kept a test from asking its question.
struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
