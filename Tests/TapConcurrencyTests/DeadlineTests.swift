import Synchronization
import TapConcurrency
import TestSupport
import Testing

@Suite("Work under a deadline")
struct DeadlineTests {
    private struct Refusal: Error {}
    /// Long enough that it never passes in a test.
    private let never = Duration.seconds(3600)

    @Test("its result is handed on")
    func finish() async {
        let outcome = await withDeadline(never) { 7 }
        guard case .finished(.success(7)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("its error is handed on")
    func failure() async {
        let outcome = await withDeadline(never) { () async throws -> Int in throw Refusal() }
        guard case .finished(.failure(let error)) = outcome, error is Refusal else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("work that never returns is left behind when the deadline passes")
    func expire() async {
        let stuck = OneShot<Int>()
        let outcome = await withDeadline(.milliseconds(20)) { await stuck.value }
        guard case .expired = outcome else {
            Issue.record("\(outcome)")
            return
        }
        stuck.resolve(1)  // what it returns late is dropped
    }

    @Test("a blocked thread does not hold the deadline up")
    func blockedThread() async {
        let gate = ThreadSignal()
        let outcome = await withDeadline(.milliseconds(20)) { await onOwnThread { gate.wait() } }
        guard case .expired = outcome else {
            Issue.record("\(outcome)")
            return
        }
        gate.post()
    }

    @Test("cancelling the waiting task ends the wait")
    func cancel() async {
        let stuck = OneShot<Int>()
        let hasBegun = OneShot<Void>()
        let waiter = Task { [never] in
            await withDeadline(never) {
                hasBegun.resolve(())
                return await stuck.value
            }
        }
        await hasBegun.value
        waiter.cancel()
        guard case .cancelled = await waiter.value else {
            Issue.record("the wait went on")
            return
        }
        stuck.resolve(1)
    }

    @Test("in a task that is cancelled already, the work does not begin")
    func cancelledBefore() async {
        let hasBegun = OneShot<Bool>()
        let mayStart = OneShot<Void>()
        let waiter = Task { [never] in
            await mayStart.value
            return await withDeadline(never) { hasBegun.resolve(true) }
        }
        waiter.cancel()
        mayStart.resolve(())
        guard case .cancelled = await waiter.value else {
            Issue.record("the work was waited for")
            return
        }
        #expect(hasBegun.current == nil)
    }

    @Test("teardown runs its course in a cancelled task")
    func teardown() async {
        let mayStart = OneShot<Void>()
        let waiter = Task { [never] in
            await mayStart.value
            return await withDeadline(never, heedsCancellation: false) { Task.isCancelled }
        }
        waiter.cancel()
        mayStart.resolve(())
        guard case .finished(.success(false)) = await waiter.value else {
            Issue.record("the work was cancelled, or not waited for")
            return
        }
    }

    @Test("work that is left behind is told so")
    func leftWorkIsCancelled() async {
        let wasCancelled = OneShot<Bool>()
        _ = await withDeadline(.milliseconds(20)) {
            try? await Task.sleep(for: .seconds(3600))
            wasCancelled.resolve(Task.isCancelled)
        }
        #expect(await wasCancelled.value)
    }
}
