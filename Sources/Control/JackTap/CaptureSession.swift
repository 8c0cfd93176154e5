internal import Synchronization
public import TakeFiles
public import TapConcurrency
public import TapHost

/// Records takes from a host. One take at a time: ``record()`` runs until the take's length is reached,
/// ``stop(_:)`` is called, the task is cancelled, or something forbids to go on.
///
/// However a take ends, the same teardown runs once, in the same order: the tap is removed; then the client leaves the
/// graph while the ring's rest goes to disk, neither waiting for the other. A session that is released while it
/// records ends its take in the same way.
public actor CaptureSession {
    private let configuration: SessionConfiguration
    private let host: any TapHost
    private let clock: any TakeClock
    private let files: any TakeFileMaker
    private nonisolated let controls = Mutex(TakeControls())

    public init(
        _ configuration: SessionConfiguration, host: any TapHost, clock: any TakeClock = SystemClock()
    ) {
        self.init(configuration, host: host, clock: clock, files: SoundFileMaker())
    }

    /// - Parameter files: what makes the take's files; tests put a failing disk here.
    package init(
        _ configuration: SessionConfiguration, host: any TapHost, clock: any TakeClock,
        files: any TakeFileMaker
    ) {
        self.configuration = configuration
        self.host = host
        self.clock = clock
        self.files = files
    }

    deinit { control.end(.cancelled) }

    /// The control of the take that runs, or of the next one.
    private nonisolated var open: TakeControl { controls.withLock { $0.open() } }

    private nonisolated var control: TakeControl { controls.withLock { $0.current } }

    // MARK: One take

    /// Records one take and returns its report. Cancelling the task ends the take as ``stop(_:)`` does.
    /// - Throws: ``SessionError`` when the take left no verified file.
    public func record() async throws -> TakeReport {
        let task = try begin()
        let control = control
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            control.end(.cancelled)
        }
    }

    /// Begins a take and returns at once. It runs until ``stop(_:)``, or until the session is released.
    /// - Throws: ``SessionError`` with code `busy` when one is running.
    public func start() throws { _ = try begin() }

    private func begin() throws(SessionError) -> Task<TakeReport, any Error> {
        guard let control = controls.withLock({ $0.begin() }) else {
            throw SessionError(.busy, "cannot begin a take: one is running; stop it first")
        }
        let run = TakeRun(
            configuration: configuration, host: host, clock: clock, files: files, control: control)
        let task = Task {
            defer { control.release() }
            return try await run.run()
        }
        control.adopt(task)
        return task
    }

    // MARK: From outside

    /// Where the session stands.
    public nonisolated var state: SessionState { control.state }

    /// The ports of the take that runs, one a channel; empty until they are found.
    public nonisolated var ports: [PortName] { control.ports }

    /// Ends the take. The first reason wins; calling it again, before the start or after the end is harmless.
    public nonisolated func stop(_ reason: TakeEnd = .stopped) {
        let control = control
        if control.state != .idle { control.end(reason) }
    }

    /// Shortens the drain of a take that is ending: what waits in the ring is given up and stands in the report; the
    /// file is finished all the same.
    public nonisolated func hurry() { control.hurry() }

    /// Looks at the take that runs, or the next one, some twenty a second; the stream ends with the take.
    public nonisolated func statuses() -> AsyncStream<TakeStatus> { open.statuses.subscribe() }

    /// What happens in the take that runs, or the next one; the stream ends with the take.
    public nonisolated func events() -> AsyncStream<SessionEvent> { open.events.subscribe() }
}

/// The controls of a session's takes: of the one that runs or has run, and of the next one, once somebody asks for it.
private struct TakeControls {
    private(set) var current = TakeControl()
    private var next: TakeControl?

    /// The take that runs, or else the next one.
    mutating func open() -> TakeControl {
        guard case .finished = current.state else { return current }
        let control = next ?? TakeControl()
        next = control
        return control
    }

    /// Begins the next take; nil while one runs.
    mutating func begin() -> TakeControl? {
        let control = open()
        guard control.take(.start) else { return nil }
        current = control
        next = nil
        return control
    }
}
