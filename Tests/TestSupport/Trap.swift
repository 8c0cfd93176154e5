internal import Glibc
public import Testing

extension ExitTest.Condition {
    /// The process died of a trap: a failed precondition, or code that ran where its isolation forbids it.
    public static var trap: ExitTest.Condition {
        #if arch(x86_64)
            .signal(SIGILL)
        #else
            .signal(SIGTRAP)
        #endif
    }
}
