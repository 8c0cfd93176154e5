internal import Glibc
internal import TapConcurrency

/// Runs a block on a plain thread of its own: one that knows nothing of tasks, actors and executors, as JACK's are.
public func onOwnThread<Result: Sendable>(_ block: @escaping @Sendable () -> Result) async -> Result {
    let result = OneShot<Result>()
    startOwnThread { result.resolve(block()) }
    return await result.value
}

/// Starts a plain thread and does not wait for it.
public func startOwnThread(_ block: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    // SAFETY: the thread takes back what is retained here.
    let argument = unsafe Unmanaged.passRetained(ThreadBlock(block)).toOpaque()
    let status = unsafe pthread_create(&thread, nil, runThreadBlock, argument)
    precondition(status == 0, "cannot start a thread")
    pthread_detach(thread)
}

private final class ThreadBlock: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBlock(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<ThreadBlock>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
