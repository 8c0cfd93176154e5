internal import Glibc

/// Whether this process may have threads with realtime scheduling.
enum RealtimePermission {
    /// Tries it on the calling thread, for the time of one call: limits and capabilities together decide, and containers
    /// answer differently from both.
    static var isGranted: Bool {
        var before = sched_param()
        var policy: Int32 = 0
        let thread = pthread_self()
        guard unsafe pthread_getschedparam(thread, &policy, &before) == 0 else { return false }
        var wanted = sched_param()
        wanted.sched_priority = sched_get_priority_min(SCHED_FIFO)
        guard unsafe pthread_setschedparam(thread, SCHED_FIFO, &wanted) == 0 else { return false }
        return unsafe pthread_setschedparam(thread, policy, &before) == 0  // going back is always allowed
    }
}
