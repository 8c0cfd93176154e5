/// Counts durations in buckets that grow with the duration: each power of two is cut into 16, so that a percentile is
/// within 7 % of the truth. Its memory does not grow.
/// - Units: nanoseconds.
struct DurationHistogram: Sendable {
    private static let bits = 4
    private var buckets = [UInt64](repeating: 0, count: (64 - bits + 1) << bits)

    /// Durations counted.
    private(set) var count: UInt64 = 0
    /// The longest.
    private(set) var max: UInt64 = 0

    /// - Complexity: O(1).
    mutating func add(_ nanoseconds: UInt64) {
        buckets[Self.bucket(of: nanoseconds)] &+= 1
        count &+= 1
        max = Swift.max(max, nanoseconds)
    }

    /// The duration that `share` of all do not exceed: 0.5 is the median. Never below the truth; 0 when empty.
    func percentile(_ share: Double) -> UInt64 {
        let wanted = Swift.max(1, UInt64((Double(count) * share).rounded(.up)))
        var seen: UInt64 = 0
        for (index, bucket) in buckets.enumerated() {
            seen &+= bucket
            if seen >= wanted { return min(Self.last(of: index), max) }
        }
        return max
    }

    private static func bucket(of value: UInt64) -> Int {
        guard value >= 1 << bits else { return Int(value) }
        let shift = 63 - bits - value.leadingZeroBitCount
        return (shift + 1) << bits + Int(truncatingIfNeeded: value >> UInt64(shift)) - 1 << bits
    }

    /// The largest value of a bucket.
    private static func last(of bucket: Int) -> UInt64 {
        guard bucket >= 1 << bits else { return UInt64(bucket) }
        let shift = UInt64(bucket >> bits - 1)
        let lead = UInt64(bucket & (1 << bits - 1)) + 1 << bits
        return ((lead + 1) << shift) &- 1
    }
}
