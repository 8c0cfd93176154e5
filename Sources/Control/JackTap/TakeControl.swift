internal import Synchronization
internal import TakeFiles
internal import TapConcurrency
internal import TapHost

/// What everyone holds who may end one take or watch it. It belongs to that take alone: whatever arrives late for a
/// take that is over meets the control of that take, and can change nothing of the next.
final class TakeControl: Sendable {
    private struct Shared {
        var machine = SessionMachine()
        var task: Task<TakeReport, any Error>?
        var writer: TakeWriter?
        var isHurried = false
        var ports: [PortName] = []
        var hasClient = false
    }

    let events = Broadcast<SessionEvent>(depth: 256)
    let statuses = Broadcast<TakeStatus>(depth: 2)
    private let shared = Mutex(Shared())
    private let end = OneShot<TakeEnd>()

    var state: SessionState { shared.withLock { $0.machine.state } }

    /// Moves the take's state on; a step that does not fit is ignored.
    @discardableResult
    func take(_ step: SessionStep) -> Bool { shared.withLock { $0.machine.take(step) } }

    // MARK: The end

    /// Why the take shall end, once that is decided.
    var reason: TakeEnd? { end.current }

    /// Waits until the take shall end. It needs no heed of cancellation: whoever cancels the take's task has
    /// decided the end before.
    var ended: TakeEnd {
        get async { await end.value }
    }

    /// Ends the take; the first reason wins. Callable any number of times, from anywhere, also before the start.
    func end(_ reason: TakeEnd) {
        guard end.resolve(reason) else { return }
        let task = shared.withLock { shared in
            shared.machine.take(.end(reason))
            return shared.task
        }
        task?.cancel()  // ends every wait that is not part of the teardown
    }

    /// Shortens the drain: what waits in the ring is given up, the file is finished all the same.
    func hurry() {
        let writer = shared.withLock { shared in
            shared.isHurried = true
            return shared.writer
        }
        writer?.hurry()
    }

    // MARK: Parts of the take

    /// Whether the host has given the take a client.
    var hasClient: Bool { shared.withLock { $0.hasClient } }
    func clientHasOpened() { shared.withLock { $0.hasClient = true } }

    /// The ports of the take, one a channel; empty until they are found.
    var ports: [PortName] { shared.withLock { $0.ports } }

    func adopt(_ ports: [PortName]) { shared.withLock { $0.ports = ports } }

    /// Takes charge of the task that runs the take, until it is done.
    func adopt(_ task: Task<TakeReport, any Error>) {
        shared.withLock { shared in
            if case .finished = shared.machine.state { return }
            shared.task = task
        }
        if reason != nil { task.cancel() }
    }

    func adopt(_ writer: TakeWriter) {
        let isHurried = shared.withLock { shared in
            shared.writer = writer
            return shared.isHurried
        }
        if isHurried { writer.hurry() }
    }

    /// The take is over: its streams end, and nothing is held any more.
    func release() {
        shared.withLock { shared in
            shared.task = nil
            shared.writer = nil
        }
        events.finish()
        statuses.finish()
    }

    func announce(_ kind: SessionEvent.Kind, _ text: String) { events.send(SessionEvent(kind, text)) }

    /// Passes on what the writer has found, and follows it.
    func announce(writerKind kind: String, _ text: String) {
        switch kind {
        case "recording": take(.firstPeriod)
        case "stalled": take(.roll(.stalled))
        case "resumed": take(.roll(.steady))
        default: break
        }
        announce(SessionEvent.Kind(rawValue: kind) ?? .warning, text)
    }
}
