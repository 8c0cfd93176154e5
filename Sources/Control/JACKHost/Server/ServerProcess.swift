internal import Glibc
internal import Synchronization
internal import TapConcurrency
internal import TapHost

/// A child process with a thread of its own, which starts it, takes in what it writes, and reaps it when it ends.
///
/// The thread lives as long as the child, because the kernel ends a child "with its parent" when the thread ends that
/// started it. So no end of the child goes unseen, and it never stays behind as a zombie.
final class ServerProcess: Sendable {
    private let child: Child
    /// The thread's work. It ends with the child, which ``end()`` and ``endAndWait()`` see to.
    private let keeping: Task<Void, Never>

    /// Starts a program. The slot is held until the process is reaped.
    /// - Throws: `serverFailedToStart`.
    init(running arguments: [String], holding slot: ServerSlot) async throws(HostError) {
        let child = Child()
        let keeper = ServerKeeper()
        self.child = child
        keeping = Task { await keeper.keep(child, running: arguments, holding: slot) }
        let error = await child.started.value
        guard error == 0 else {
            throw .serverFailedToStart(
                slot.name, "cannot run \(arguments[0]): \(unsafe String(cString: strerror(error)))")
        }
    }

    var processID: pid_t { child.processID }

    /// What the process wrote last.
    var output: OutputTail { child.output }

    /// Whether the process has ended and was reaped.
    var hasEnded: Bool { child.ended.current != nil }

    /// Asks the process to end, gives it two seconds, then ends it. When this returns, it is reaped. Idempotent.
    func end() async {
        askToEnd()
        let ended = child.ended
        let outcome = await withDeadline(Self.grace, heedsCancellation: false) { await ended.value }
        if case .finished = outcome { return }
        child.signal(SIGKILL)
        _ = await ended.value  // nothing survives that
    }

    /// As ``end()``, for where nothing can be awaited.
    func endAndWait() {
        guard !hasEnded else { return }
        askToEnd()
        let clock = ContinuousClock()
        let patience = clock.now + Self.grace
        while !hasEnded, clock.now < patience { Self.pause() }
        if !hasEnded { child.signal(SIGKILL) }
        while !hasEnded { Self.pause() }  // nothing survives that
    }

    private func askToEnd() {
        child.signal(SIGTERM)
        child.signal(SIGCONT)  // a stopped process does not even hear that it shall end
    }

    private static let grace = Duration.seconds(2)

    private static func pause() {
        _ = poll(nil, 0, 2)  // milliseconds
    }
}

/// What is known of a child process, shared by its keeper and those who use it.
final class Child: Sendable {
    private struct State {
        var processID: pid_t = 0
        /// Whether the number is still the child's: until it is reaped, nobody else can get it.
        var isOurs = false
    }

    private let state = Mutex(State())
    let output = OutputTail()
    /// 0, or the error that kept the program from running.
    let started = OneShot<Int32>()
    /// The wait status, once the process is reaped.
    let ended = OneShot<Int32>()

    var processID: pid_t { state.withLock { $0.processID } }

    func begin(_ processID: pid_t) {
        state.withLock { $0 = State(processID: processID, isOurs: true) }
        started.resolve(0)
    }

    /// Sends a signal, unless the process is gone.
    func signal(_ signal: Int32) {
        state.withLock { state in
            if state.isOurs { kill(state.processID, signal) }
        }
    }

    /// Takes the status of the process, which has ended.
    func reap() -> Int32 {
        var status: Int32 = 0
        state.withLock { state in
            while unsafe waitpid(state.processID, &status, 0) < 0, errno == EINTR {}
            state.isOurs = false
        }
        return status
    }
}
