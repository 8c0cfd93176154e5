import CLinux
import Glibc

/// One memory file mapped twice in a row: a record that crosses the end is contiguous all the same.
/// Pages are populated when it is made, so that no later access faults.
@safe
struct MirroredMemory: ~Copyable, @unchecked Sendable {
    // SAFETY: the pointer is fixed for the life of the value; the ring's protocol decides who may touch which bytes.
    let base: UnsafeMutableRawPointer
    /// Bytes before the mirror begins; a multiple of the page size.
    let byteCount: Int
    /// Whether the pages are locked in memory; the limit of an ordinary user often forbids it.
    let isLocked: Bool

    /// - Throws: the failed call and its `errno`.
    init(atLeast bytes: Int) throws(RingError) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        guard bytes <= Int.max / 2 - page else {
            throw RingError(call: "mmap", status: ENOMEM, byteCount: bytes)
        }
        let size = (max(bytes, 1) + page - 1) / page * page
        try MemoryLimit.check(size, available: MemoryLimit.available)
        let file = unsafe linux_memfd_create("jacktap-ring")
        guard file >= 0 else { throw RingError(call: "memfd_create", status: errno, byteCount: size) }
        defer { close(file) }
        guard ftruncate(file, off_t(size)) == 0 else {
            throw RingError(call: "ftruncate", status: errno, byteCount: size)
        }
        // Reserve twice the room in one piece, then lay the file over both halves.
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let room = unsafe mmap(nil, size * 2, PROT_NONE, flags, -1, 0), unsafe room != MAP_FAILED else {
            throw RingError(call: "mmap", status: errno, byteCount: size * 2)
        }
        for half in 0..<2 {
            let place = unsafe room + half * size
            let shared = MAP_SHARED | MAP_FIXED | MAP_POPULATE
            guard unsafe mmap(place, size, PROT_READ | PROT_WRITE, shared, file, 0) != MAP_FAILED else {
                let status = errno
                unsafe munmap(room, size * 2)
                throw RingError(call: "mmap", status: status, byteCount: size)
            }
        }
        isLocked = unsafe mlock(room, size) == 0  // both halves are the same pages
        unsafe base = room
        byteCount = size
    }

    deinit { unsafe munmap(base, byteCount * 2) }
}

/// The ring's memory could not be had.
public struct RingError: Error, Equatable, CustomStringConvertible {
    /// The system call that failed.
    public let call: String
    /// Its `errno`.
    public let status: Int32
    /// The bytes that were asked for.
    public let byteCount: Int

    public var description: String {
        let reason = unsafe String(cString: strerror(status))
        return
            "cannot reserve a ring of \(byteCount) bytes: \(call): \(reason); shorten --ring or free memory"
    }
}
