import CTapPeriod
import Glibc
import TapCallback
import TestSupport
import Testing

@Suite("Control: the shapes that do carry isolation trap on another thread")
struct IsolationControlTests {
    @Test("a C function literal that a method of the main actor hands to C")
    func cLiteral() async {
        await #expect(processExitsWith: .trap) {
            ProcessFacts.leaveNoCore()
            try await CarelessHost().runOnNewThread(EntryCall())
        }
    }

    @Test("the same C function literal runs when it is written outside any actor")
    func freeLiteral() async {
        await #expect(processExitsWith: .success) {
            let call = try EntryCall()
            runOnNewThread(call)
            try #require(call.tap.drain().count == 1)
        }
    }

    @Test("the witness of a preconcurrency conformance of the main actor")
    func witness() async {
        await #expect(processExitsWith: .trap) {
            ProcessFacts.leaveNoCore()
            let sink = await AnySink(MainActorSink())
            await onOwnThread { sink.sink.accept() }
        }
    }

    @Test("the same witness runs on the main actor")
    func witnessAtHome() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run { AnySink(MainActorSink()).sink.accept() }
        }
    }
}

/// All that a thread needs to run a tap's callback once, as C calls it.
private final class EntryCall: Sendable {
    let tap: TapUnderTest
    private let entry: CallbackEntry

    init() throws {
        tap = try TapUnderTest()
        entry = CallbackEntry(tap.callback)
    }

    func run() { HandMadePeriod().run(through: entry) }
}

@MainActor
private final class CarelessHost {
    /// The shape that crashes: the literal belongs to the main actor, and asserts so when it runs.
    func runOnNewThread(_ call: EntryCall) {
        var thread = pthread_t()
        // SAFETY: the thread takes back what is retained here.
        let argument = unsafe Unmanaged.passRetained(call).toOpaque()
        unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<EntryCall>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument)
        pthread_join(thread, nil)
    }
}

/// The same, outside any actor.
private func runOnNewThread(_ call: EntryCall) {
    var thread = pthread_t()
    // SAFETY: the thread takes back what is retained here.
    let argument = unsafe Unmanaged.passRetained(call).toOpaque()
    unsafe pthread_create(
        &thread, nil,
        { argument in
            if let argument = unsafe argument {
                unsafe Unmanaged<EntryCall>.fromOpaque(argument).takeRetainedValue().run()
            }
            return nil
        }, argument)
    pthread_join(thread, nil)
}

private protocol PeriodSink {
    func accept()
}

@MainActor
private final class MainActorSink: @preconcurrency PeriodSink {
    private var count = 0

    func accept() { count += 1 }
}

private struct AnySink: @unchecked Sendable {
    // SAFETY: whether it may be called on any thread is what the tests find out.
    let sink: any PeriodSink

    @MainActor
    init(_ sink: MainActorSink) { self.sink = sink }
}
