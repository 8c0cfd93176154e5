internal import Foundation
public import Testing

/// What this process holds of the system: compared before and after, it shows a leak.
public struct ProcessFootprint: Sendable, Equatable, CustomStringConvertible {
    public var threads: Int
    public var descriptors: Int
    /// Mappings of rings; others come and go with the allocator.
    public var rings: Int

    public static var current: ProcessFootprint {
        get throws {
            let files = FileManager.default
            let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
            return ProcessFootprint(
                threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count,
                descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
                rings: maps.split(separator: "\n").count { $0.contains("jacktap-ring") })
        }
    }

    /// Whether nothing has grown since `earlier`.
    public func isWithin(_ earlier: ProcessFootprint) -> Bool {
        threads <= earlier.threads && descriptors <= earlier.descriptors && rings <= earlier.rings
    }

    public var description: String {
        "\(threads) threads, \(descriptors) descriptors, \(rings) ring mappings"
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that count what the process holds: ThreadSanitizer's runtime has threads and mappings of its own.
    public static var holdsOnlyItsOwn: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["JACKTAP_THREAD_SANITIZER"] == nil,
            "ThreadSanitizer has threads and mappings of its own")
    }
}
