/// A count of frames: the unit of every length and position.
public struct FrameCount: RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic, Codable {
    public var rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
    public init(_ count: some BinaryInteger) { rawValue = Int64(count) }

    public static let zero = FrameCount(rawValue: 0)

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    public static func + (left: Self, right: Self) -> Self { Self(rawValue: left.rawValue + right.rawValue) }
    public static func - (left: Self, right: Self) -> Self { Self(rawValue: left.rawValue - right.rawValue) }

    /// How long these frames last.
    public func seconds(at rate: SampleRate) -> Double { Double(rawValue) / Double(rate.rawValue) }
}

/// Frames per second.
public struct SampleRate: RawRepresentable, Hashable, Comparable, Sendable, Codable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ framesPerSecond: some BinaryInteger) { rawValue = UInt32(framesPerSecond) }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// How long so many frames last.
    public func duration(of frames: FrameCount) -> Duration {
        .nanoseconds(Int64((Double(frames.rawValue) * 1e9 / Double(rawValue)).rounded()))
    }

    /// The frames nearest to a duration.
    public func frames(in duration: Duration) -> FrameCount {
        let (seconds, attoseconds) = duration.components
        let whole = Int64(rawValue) * seconds
        return FrameCount(rawValue: whole + Int64((Double(attoseconds) * 1e-18 * Double(rawValue)).rounded()))
    }
}

/// JACK's 32-bit frame clock at one instant. It wraps: only differences mean something.
public struct FrameTime: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    /// - Realtime: safe.
    @_noLocks @_noAllocation
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Frames from `earlier` to here, right across the wrap for distances below 2³¹ frames.
    public func frames(since earlier: FrameTime) -> FrameCount {
        FrameCount(rawValue: Int64(Int32(truncatingIfNeeded: rawValue &- earlier.rawValue)))
    }

    public func advanced(by frames: FrameCount) -> FrameTime {
        FrameTime(rawValue: rawValue &+ UInt32(truncatingIfNeeded: frames.rawValue))
    }
}

/// An instant of the monotonic clock.
/// - Units: nanoseconds since an arbitrary start.
public struct MonotonicTime: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Nanoseconds from `earlier` to here; negative when `earlier` is later.
    public func nanoseconds(since earlier: MonotonicTime) -> Int64 {
        Int64(bitPattern: rawValue &- earlier.rawValue)
    }

    public func duration(since earlier: MonotonicTime) -> Duration {
        .nanoseconds(nanoseconds(since: earlier))
    }

    public func advanced(by duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        return MonotonicTime(
            rawValue: rawValue &+ UInt64(bitPattern: seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
