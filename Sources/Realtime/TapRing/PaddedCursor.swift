import Synchronization

/// A cursor alone on its pair of cache lines, so that the two ends do not slow each other down by false sharing.
/// Two lines, because processors prefetch them in pairs; and twice as much room, because an object begins anywhere in
/// such a pair.
struct PaddedCursor: ~Copyable {
    /// Bytes since the ring was made, modulo 2⁶⁴: only differences count, and those are never above the ring's size.
    let position: Atomic<UInt64>
    /// The same position as an offset into the ring's memory. Only its owner reads and stores it.
    let offset = Atomic<Int>(0)
    /// The last value seen of the other end's position. Only the owner reads and stores it.
    let otherSeen: Atomic<UInt64>
    private let padding = InlineArray<29, UInt64>(repeating: 0)

    /// - Parameter position: the other end's position as well: nothing is stored.
    init(position: UInt64) {
        self.position = Atomic(position)
        otherSeen = Atomic(position)
    }
}
