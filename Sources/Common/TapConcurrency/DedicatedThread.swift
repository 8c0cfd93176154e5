internal import CLinux
internal import Glibc
internal import Synchronization

/// A serial executor on a thread of its own, for an actor whose work blocks: disk writes, or calls into a server
/// that may hang. The cooperative pool is never held up by it.
///
/// Written by hand because Dispatch offers no serial executor on Linux. The thread ends when the executor is released.
package final class DedicatedThread: SerialExecutor {
    private let queue: JobQueue

    /// - Parameter name: shown by `ps -T`; at most 15 bytes.
    package init(named name: String) {
        queue = JobQueue(name: name)
        queue.start()
    }

    deinit { queue.close() }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), keeping: self)
    }
}

/// The jobs of one thread. The thread holds it, so that the executor may go first.
private final class JobQueue: Sendable {
    private struct State {
        var jobs: [(job: UnownedJob, executor: DedicatedThread)] = []
        var isClosed = false
    }

    private let name: String
    private let state = Mutex(State())
    private let signal = ThreadSignal()

    init(name: String) { self.name = name }

    func start() {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // SAFETY: the thread takes back what is retained here.
        let argument = unsafe Unmanaged.passRetained(self).toOpaque()
        let status = unsafe pthread_create(&thread, &attributes, runJobQueue, argument)
        precondition(status == 0, "cannot start a thread: \(unsafe String(cString: strerror(status)))")
    }

    func append(_ job: UnownedJob, keeping executor: DedicatedThread) {
        state.withLock { $0.jobs.append((job, executor)) }
        signal.post()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        signal.post()
    }

    func run() {
        _ = unsafe linux_name_thread(name)
        while true {
            signal.wait()
            let next: (job: UnownedJob, executor: DedicatedThread)? = state.withLock {
                $0.jobs.isEmpty ? nil : $0.jobs.removeFirst()
            }
            if let next {
                unsafe next.job.runSynchronously(on: next.executor.asUnownedSerialExecutor())
            } else if state.withLock({ $0.isClosed && $0.jobs.isEmpty }) {
                return
            }
        }
    }
}

/// The thread's first function. It stands alone, so that it carries no isolation.
private func runJobQueue(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<JobQueue>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
