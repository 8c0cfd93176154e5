internal import Synchronization
internal import TapConcurrency
public import TapHost
public import TapRing

/// The calls that a host receives.
public enum HostCall: String, Sendable, CaseIterable {
    case open, ports, activate, connect, disconnect, captureLatencies, deactivate, close
}

/// What was asked of a simulator and what happened in it, in order. Tests read it to assert that order.
public final class Journal: Sendable {
    public enum Event: Sendable, Hashable {
        /// A control call has come in.
        case began(HostCall)
        /// A control call has thrown.
        case failed(HostCall, HostError.Code)
        case opened
        case tapInstalled
        case activated
        case connected(PortName, channel: Int)
        case disconnected(PortName, channel: Int)
        case tapRemoved
        /// The callback has run after the removal.
        case tapAcknowledged
        /// The client has stopped: no callback runs any more.
        case deactivated
        case closed
        /// Nobody holds the installed tap any more: what its callback could reach may be freed.
        case tapReleased
    }

    /// One event, and when it happened.
    public struct Entry: Sendable, Equatable {
        public var event: Event
        public var time: MonotonicTime
    }

    private struct State {
        var entries: [Entry] = []
        var waiting: [(event: Event, reached: OneShot<Bool>)] = []
    }

    private let state = Mutex(State())

    init() {}

    /// Everything so far.
    public var entries: [Entry] { state.withLock { $0.entries } }

    /// Everything so far, without its times.
    public var events: [Event] { entries.map(\.event) }

    /// How often something has happened so far.
    public func count(of event: Event) -> Int { events.count { $0 == event } }

    /// Whether both have happened, and `first` before `second`, both counted by their first time.
    public func happened(_ first: Event, before second: Event) -> Bool {
        let events = events
        guard let one = events.firstIndex(of: first), let other = events.firstIndex(of: second) else {
            return false
        }
        return one < other
    }

    /// Waits until something has happened; at once when it has.
    /// - Returns: false when the calling task was cancelled first.
    @discardableResult
    public func reached(_ event: Event) async -> Bool {
        let reached = OneShot<Bool>()
        state.withLock { state in
            if state.entries.contains(where: { $0.event == event }) {
                reached.resolve(true)
            } else {
                state.waiting.append((event, reached))
            }
        }
        return await withTaskCancellationHandler {
            await reached.value
        } onCancel: {
            reached.resolve(false)
        }
    }

    func note(_ event: Event, at time: MonotonicTime) {
        let reached = state.withLock { state in
            state.entries.append(Entry(event: event, time: time))
            let reached = state.waiting.filter { $0.event == event }
            state.waiting.removeAll { $0.event == event }
            return reached
        }
        reached.forEach { $0.reached.resolve(true) }
    }
}
