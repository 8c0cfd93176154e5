import TapConcurrency
import TestSupport
import Testing

/// An actor that lives on a thread of its own.
private actor Resident {
    private let thread = DedicatedThread(named: "resident")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    var threadID: Int32 { ProcessFacts.threadID }

    func threadIDs(acrossSleeps count: Int) async throws -> Set<Int32> {
        var ids: Set<Int32> = [ProcessFacts.threadID]
        for _ in 0..<count {
            try await Task.sleep(for: .milliseconds(1))
            ids.insert(ProcessFacts.threadID)
        }
        return ids
    }

    func block(until gate: Gate) { gate.wait() }

    func isIsolated() -> Bool {
        assertIsolated()
        return true
    }
}

/// A gate that blocks a thread.
private final class Gate: Sendable {
    private let signal = ThreadSignal()

    func open() { signal.post() }
    func wait() { signal.wait() }
}

@Suite("A dedicated thread")
struct DedicatedThreadTests {
    @Test("every job runs on its one thread, also after a sleep")
    func oneThread() async throws {
        let resident = Resident()
        var ids = try await resident.threadIDs(acrossSleeps: 3)
        for _ in 0..<20 { ids.insert(await resident.threadID) }
        #expect(ids.count == 1)
        #expect(await onOwnThread { ProcessFacts.threadID } != ids.first)
    }

    @Test("jobs from many tasks run one at a time and none is lost")
    func manyTasks() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { await counter.add() } }
        }
        #expect(await counter.count == 200)
    }

    @Test("a blocked job holds up no other task")
    func blockedJob() async {
        let resident = Resident()
        let gate = Gate()
        async let blocked: Void = resident.block(until: gate)
        let counter = Counter()  // on another thread of its own
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await counter.add() } }
        }
        #expect(await counter.count == 20)
        gate.open()
        await blocked
    }

    @Test("the actor counts as isolated there")
    func isolation() async {
        #expect(await Resident().isIsolated())
    }

    @Test("the thread ends when its actor is released")
    func end() async throws {
        let id = await Resident().threadID
        try await eventually("the thread ends") { !ProcessFacts.hasThread(id) }
    }

    @Test("the thread ends although its last job was what held the actor")
    func endFromInside() async throws {
        let holder = Task { try await Resident().threadIDs(acrossSleeps: 1) }
        let ids = try await holder.value
        try await eventually("the thread ends") { ids.allSatisfy { !ProcessFacts.hasThread($0) } }
    }

    private actor Counter {
        private let thread = DedicatedThread(named: "counter")
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }
        private(set) var count = 0

        func add() { count += 1 }
    }
}
