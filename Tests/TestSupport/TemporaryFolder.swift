internal import Foundation

/// A folder of one test; it goes with the value.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "jacktap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("cannot remove \(path): \(error)")
        }
    }

    /// The path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Names of the files in it, sorted.
    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
