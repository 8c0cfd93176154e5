internal import Glibc

/// A moment of the calendar.
struct WallTime: Sendable {
    /// Since 1970, UTC.
    /// - Units: nanoseconds.
    var nanoseconds: Int64
    /// Whether ``formatted(_:)`` speaks of Greenwich instead of here.
    var isUniversal = false

    static var now: WallTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// ISO 8601 in UTC with milliseconds: `2025-11-30T09:41:07.250Z`.
    var text: String {
        let millisecond = String(nanoseconds / 1_000_000 % 1000)
        let padding = String(repeating: "0", count: max(0, 3 - millisecond.count))
        return WallTime(nanoseconds: nanoseconds, isUniversal: true).formatted("%Y-%m-%dT%H:%M:%S.")
            + padding + millisecond + "Z"
    }

    /// What `strftime` makes of `format`.
    func formatted(_ format: String) -> String {
        guard format.contains("%") else { return format }
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = unsafe tm()
        _ = unsafe isUniversal ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)
        // The mark tells an empty result from one that did not fit.
        let marked = format + "|"
        var capacity = marked.utf8.count * 4 + 64
        while capacity < 1 << 20 {
            let result: String? = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) {
                guard let start = $0.baseAddress, unsafe strftime(start, capacity, marked, &parts) > 0 else {
                    return nil
                }
                return unsafe String(cString: start)
            }
            if let result { return String(result.dropLast()) }
            capacity *= 4
        }
        return format
    }
}
