import CShimDriver
import Testing

extension OnServer {
    /// jack2 ends its threads by asynchronous cancellation, in the middle of any instruction.
    @Suite("a thread of libjack that is cancelled")
    struct CancellationTests {
        @Test("finishes the callback first")
        func period() {
            let end = shim_cancel_inside_period()
            #expect(end.has_entered)
            #expect(end.has_finished)
            #expect(end.was_cancelled)
        }

        @Test("control: without the shim it is cut in the middle")
        func control() {
            let end = shim_cancel_without_shim()
            #expect(end.has_entered)
            #expect(!end.has_finished)
            #expect(end.was_cancelled)
        }

        @Test("never leaves a notice half written, or the queue stuck")
        func notices() {
            #expect(shim_cancel_notifiers(100) >= 100)
        }

        @Test("never leaves a message half written, or the log stuck")
        func messages() {
            #expect(shim_cancel_messengers(100) >= 100)
        }
    }
}
