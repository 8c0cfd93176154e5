package import CTapPeriod
public import TapRing

/// One period, lent to a callback for the length of one call.
@safe
public struct Period: ~Copyable {
    // SAFETY: the host keeps the period and its planes alive until the callback returns.
    let raw: UnsafePointer<tap_period>

    /// - Realtime: safe.
    @_noLocks @_noAllocation
    package init(_ raw: UnsafePointer<tap_period>) { unsafe self.raw = raw }

    /// Frames in this period.
    /// - Realtime: safe.
    public var frames: UInt32 {
        @_noLocks @_noAllocation get { unsafe raw.pointee.frames }
    }

    /// Channels in this period.
    /// - Realtime: safe.
    public var channels: UInt32 {
        @_noLocks @_noAllocation get { unsafe raw.pointee.channels }
    }

    /// JACK's frame time at the start of the period.
    /// - Realtime: safe.
    public var frameTime: FrameTime {
        @_noLocks @_noAllocation get { FrameTime(rawValue: unsafe raw.pointee.before.frame_time) }
    }

    /// One channel's samples, or nil when JACK has no buffer for its port.
    /// - Realtime: safe.
    @_noLocks @_noAllocation
    public borrowing func plane(_ channel: Int) -> UnsafePointer<Float>? {
        unsafe raw.pointee.planes[channel]
    }
}

/// What a host runs for every period. It carries no isolation: any thread may call it, one at a time.
public typealias PeriodCallback = @Sendable (borrowing Period) -> Void
