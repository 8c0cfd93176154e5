package import CTapPeriod

/// A callback in the form that C can call: a function with C linkage and a pointer to the callback.
///
/// The value owns the callback. It must outlive every call, so a host destroys it only after its client has closed.
@safe
public struct CallbackEntry: ~Copyable, @unchecked Sendable {
    // SAFETY: the box is written once, before the pointer is handed out, and only read afterwards.
    private let box: UnsafeMutablePointer<CallbackBox>

    public init(_ callback: @escaping PeriodCallback) {
        unsafe box = .allocate(capacity: 1)
        unsafe box.initialize(to: CallbackBox(body: callback))
    }

    deinit {
        unsafe box.deinitialize(count: 1)
        unsafe box.deallocate()
    }

    /// The first argument of `tap_run_period`, which C calls for every period; valid as long as this value.
    public var context: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(box) }

    /// What C calls for every period.
    package static var function: tap_entry { unsafe runPeriod }
}

/// Holds a callback at a fixed address. Noncopyable, so that calling it through a pointer copies, and so retains,
/// nothing; the symbol check of the release build holds this to account.
struct CallbackBox: ~Copyable {
    let body: PeriodCallback

    borrowing func run(_ period: borrowing Period) { body(period) }
}

/// Where C enters: the one function between a host's process thread and a callback.
/// - Realtime: safe in release.
/// - Thread: only the process thread.
@c(tap_run_period)
func runPeriod(_ callback: UnsafeMutableRawPointer, _ period: UnsafePointer<tap_period>) {
    let box = unsafe callback.assumingMemoryBound(to: CallbackBox.self)
    let period = unsafe Period(period)
    unsafe box.pointee.run(period)
}
