import CBench
import Glibc

/// Memory that a rival copies to: of the same kind as the ring's, as large, as aligned and as warm.
final class CopyTarget {
    /// As C takes it.
    var target: bench_target

    /// Populates `byteCount` bytes.
    init(byteCount: Int) throws {
        let flags = MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE
        guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
        else { throw WrongAnswer("no memory for the rival: \(byteCount) bytes") }
        target = bench_target(
            memory: memory.assumingMemoryBound(to: CChar.self), size: byteCount, next: 0)
    }

    deinit { munmap(target.memory, target.size) }

    /// Whether the last period copied is the pattern, plane after plane.
    func endsWith(_ planes: PatternPlanes) -> Bool {
        let start = target.memory + target.next - planes.byteCount
        return start.withMemoryRebound(to: Float.self, capacity: planes.channels * planes.frames) { samples in
            (0..<planes.channels).allSatisfy { channel in
                (0..<planes.frames).allSatisfy { frame in
                    samples[channel * planes.frames + frame]
                        == PatternPlanes.sample(channel: channel, frame: frame)
                }
            }
        }
    }
}

/// Why an answer is worth nothing.
struct WrongAnswer: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
