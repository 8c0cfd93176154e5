internal import CTapShim
internal import TapHost

/// What one client counts, in memory that its threads add to. It may be read from any thread at any time, also when the
/// client has closed.
@safe
final class ClientFigures: Sendable {
    // SAFETY: all of it is atomic; the client that counts here keeps this object until it has closed.
    nonisolated(unsafe) let pointer: OpaquePointer

    init() throws(HostError) {
        guard let pointer = unsafe tap_figures_make() else { throw .outOfMemory("a client") }
        unsafe self.pointer = pointer
    }

    deinit { unsafe tap_figures_free(pointer) }

    /// Periods that the process thread has run.
    var periods: UInt64 { unsafe tap_figures_periods(pointer) }
    /// Xrun notices.
    var xruns: Int { Int(unsafe tap_figures_xruns(pointer)) }
    /// Notices that went into the queue.
    var notices: UInt64 { unsafe tap_figures_notices(pointer) }
    /// Notices that found the queue full.
    var noticesLost: Int { Int(unsafe tap_figures_notices_lost(pointer)) }
    /// Threads that libjack has announced.
    var threadsStarted: Int { Int(unsafe tap_figures_threads_started(pointer)) }
    /// Whether the server is gone for the client.
    var isServerLost: Bool { unsafe tap_figures_is_server_lost(pointer) }
}
