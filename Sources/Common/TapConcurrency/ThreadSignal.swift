internal import Glibc

/// A counting semaphore: what a thread of our own sleeps on until it has work. Never waited for by a task.
@safe
package final class ThreadSignal: @unchecked Sendable {
    // SAFETY: a POSIX semaphore may be used from any thread; its address is fixed.
    private let handle: UnsafeMutablePointer<sem_t>

    package init() {
        unsafe handle = .allocate(capacity: 1)
        unsafe handle.initialize(to: sem_t())
        unsafe sem_init(handle, 0, 0)
    }

    deinit {
        unsafe sem_destroy(handle)
        unsafe handle.deallocate()
    }

    /// Lets one ``wait()`` through.
    package func post() { unsafe sem_post(handle) }

    /// Blocks the thread until a ``post()`` is left for it.
    package func wait() { while unsafe sem_wait(handle) != 0 {} }  // only a signal interrupts it
}
