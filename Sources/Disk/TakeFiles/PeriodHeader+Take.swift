internal import TapRing

extension PeriodHeader {
    /// Whether silence stands for a channel, because the server gave no buffer for its port.
    var isIncomplete: Bool { PeriodFlags(rawValue: flags).contains(.planeMissing) }

    /// How long the callback took, its first clock reading and its last between.
    /// - Units: nanoseconds.
    var callbackDuration: UInt64 { monotonicAfter > monotonicBefore ? monotonicAfter - monotonicBefore : 0 }
}
