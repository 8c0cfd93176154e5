internal import Synchronization
internal import TapConcurrency
internal import TapHost

/// Where every control call passes first: it may be made to fail there, or to hang.
final class CallGate: Sendable {
    private struct Fault {
        /// Nil hangs.
        let error: HostError?
        var callsBefore: Int
        var callsLeft: Int
        let released = OneShot<Void>()
    }

    private struct State {
        var faults: [HostCall: Fault] = [:]
        /// Stands while the whole server hangs.
        var hung: OneShot<Void>?

        /// The fault that this call meets.
        mutating func next(for call: HostCall) -> Fault? {
            guard let fault = faults[call] else { return nil }
            if fault.callsBefore > 0 {
                faults[call]?.callsBefore -= 1
                return nil
            }
            guard fault.callsLeft > 0 else { return nil }
            faults[call]?.callsLeft -= 1
            return fault
        }
    }

    private let state = Mutex(State())

    /// Lets a call through, throws what it shall fail with, or waits until it is released. Cancellation does not end
    /// the wait: a call into a hung server heeds nothing.
    func pass(_ call: HostCall) async throws(HostError) {
        if let hung = state.withLock({ $0.hung }) { await hung.value }
        guard let fault = state.withLock({ $0.next(for: call) }) else { return }
        guard let error = fault.error else { return await fault.released.value }
        throw error
    }

    func inject(_ error: HostError?, into call: HostCall, after callsBefore: Int, times: Int) {
        release(call)
        state.withLock {
            $0.faults[call] = Fault(error: error, callsBefore: callsBefore, callsLeft: times)
        }
    }

    /// Takes a call's fault away; what hangs in it goes on.
    func release(_ call: HostCall) {
        state.withLock { $0.faults.removeValue(forKey: call) }?.released.resolve(())
    }

    func hang() {
        state.withLock { if $0.hung == nil { $0.hung = OneShot() } }
    }

    func unhang() {
        let hung = state.withLock { state in
            defer { state.hung = nil }
            return state.hung
        }
        hung?.resolve(())
    }
}
