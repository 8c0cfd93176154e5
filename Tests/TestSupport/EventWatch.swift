public import JackTap
internal import Synchronization
internal import Testing

/// What a session has announced so far: for tests that must not go on before it has seen something.
public final class EventWatch: Sendable {
    private let seen = Mutex<[SessionEvent.Kind]>([])
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Listens from now on, until the session's take is over.
    public init(_ session: CaptureSession) {
        let events = session.events()
        let listening = Task { [weak self] in
            for await event in events { self?.seen.withLock { $0.append(event.kind) } }
        }
        task.withLock { $0 = listening }
    }

    deinit { task.withLock { $0 }?.cancel() }

    /// Waits until every one of `kinds` has been announced, as often as it stands there.
    public func wait(for kinds: [SessionEvent.Kind]) async throws {
        try await eventually("the session announces \(kinds)") {
            let seen = seen.withLock { $0 }
            return Set(kinds).allSatisfy { kind in seen.count { $0 == kind } >= kinds.count { $0 == kind } }
        }
    }
}
