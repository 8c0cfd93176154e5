internal import Glibc
internal import Synchronization
internal import TapConcurrency

/// Runs blocks on the thread where callbacks run.
final class ProcessRunner: Sendable {
    private let kind: SimulatedServer.ProcessThread
    private let thread: PlainThread?

    init(_ kind: SimulatedServer.ProcessThread) {
        self.kind = kind
        thread = kind == .plain ? PlainThread() : nil
    }

    deinit { thread?.close() }

    func run<Result: Sendable>(_ block: @escaping @Sendable () -> Result) async -> Result {
        switch kind {
        case .caller:
            return block()
        case .detachedTask:
            return await Task.detached { block() }.value
        case .plain:
            let result = OneShot<Result>()
            thread?.append { result.resolve(block()) }
            return await result.value
        }
    }
}

/// A thread that knows nothing of Swift's tasks, actors and executors, as JACK's process thread is.
private final class PlainThread: Sendable {
    private struct State {
        var blocks: [@Sendable () -> Void] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let signal = ThreadSignal()

    init() {
        var thread = pthread_t()
        // SAFETY: the thread takes back what is retained here.
        let argument = unsafe Unmanaged.passRetained(self).toOpaque()
        let status = unsafe pthread_create(&thread, nil, runPlainThread, argument)
        precondition(status == 0, "cannot start a thread: \(unsafe String(cString: strerror(status)))")
        pthread_detach(thread)
    }

    func append(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.blocks.append(block) }
        signal.post()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        signal.post()
    }

    func run() {
        while true {
            signal.wait()
            let (block, isDone) = state.withLock { state in
                (state.blocks.isEmpty ? nil : state.blocks.removeFirst(), state.isClosed)
            }
            if let block { block() } else if isDone { return }
        }
    }
}

/// The thread's first function. It stands alone, so that it carries no isolation.
private func runPlainThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<PlainThread>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
