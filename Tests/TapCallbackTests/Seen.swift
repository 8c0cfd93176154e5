import Synchronization

/// What callbacks noted, in order.
final class Seen: Sendable {
    private let noted = Mutex<[String]>([])

    var all: [String] { noted.withLock { $0 } }
    func note(_ text: String) { noted.withLock { $0.append(text) } }
}
