internal import Glibc
internal import Synchronization

/// The right to one of the few names that private servers have. It is a lock on a file, held by us and by the server: so
/// it is free again when both are gone, however they ended.
final class ServerSlot: Sendable {
    /// How many names there are. JACK has places for eight servers on the whole machine.
    static let count = 4

    let name: String
    /// The locked file; the server inherits it.
    let descriptor: Int32
    private let isHeld = Mutex(true)

    /// Nil when somebody else has it.
    init?(number: Int) {
        let name = "jacktap-private-\(number)"
        // Beside the names themselves: who sees other names through a mount of his own gets other locks as well.
        let path = "\(Self.folder)/\(name)-\(getuid()).lock"
        let descriptor = unsafe path.withCString {
            unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.name = name
        self.descriptor = descriptor
    }

    deinit { release() }

    /// Gives our part of the right back. Idempotent.
    func release() {
        isHeld.withLock { isHeld in
            if isHeld { Glibc.close(descriptor) }
            isHeld = false
        }
    }

    private static var folder: String {
        var facts = stat()
        return unsafe stat("/dev/shm", &facts) == 0 ? "/dev/shm" : "/tmp"
    }
}
