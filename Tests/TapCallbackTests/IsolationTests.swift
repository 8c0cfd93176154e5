import CTapPeriod
import TapCallback
import TapConcurrency
import TapRing
import TestSupport
import Testing

/// A tap made where a careless program makes it: in a type of the main actor.
@MainActor
private final class MainActorMaker {
    func makeTap() throws -> TapUnderTest { try TapUnderTest(channels: 2) }
}

/// An actor on a thread of its own, which can be blocked.
private actor Blockable {
    private let thread = DedicatedThread(named: "blockable")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    func makeTap() throws -> TapUnderTest { try TapUnderTest(channels: 2) }

    func block(_ hasBegun: OneShot<Void>, until gate: ThreadSignal) {
        hasBegun.resolve(())
        gate.wait()
    }
}

/// Runs `body` while the main actor and another actor can do nothing.
private func whileActorsAreBlocked(_ other: Blockable, _ body: () async throws -> Void) async rethrows {
    let gates = (ThreadSignal(), ThreadSignal())
    let begun = (OneShot<Void>(), OneShot<Void>())
    let main = Task { @MainActor in
        begun.0.resolve(())
        gates.0.wait()
    }
    let second = Task { await other.block(begun.1, until: gates.1) }
    await begun.0.value
    await begun.1.value
    do {
        defer {
            gates.0.post()
            gates.1.post()
        }
        try await body()
    }
    await main.value
    await second.value
}

@Suite("The callback carries no isolation", .serialized)
struct IsolationTests {
    private static let period = HandMadePeriod(planes: [[1, 2, 3, 4], [5, 6, 7, 8]])

    /// From where a callback may be called.
    enum Caller: CaseIterable, Sendable {
        case detachedTask, taskGroup, plainThread
        /// The same through the C function.
        case detachedTaskC, taskGroupC, plainThreadC

        func call(_ tap: TapUnderTest, times: Int) async {
            let period = IsolationTests.period
            let swift: @Sendable () -> Void = { tap.run(period) }
            let c: @Sendable () -> Void = {
                let entry = CallbackEntry(tap.callback)
                period.run(through: entry)
            }
            for _ in 0..<times {
                switch self {
                case .detachedTask: await Task.detached { swift() }.value
                case .taskGroup: await withTaskGroup(of: Void.self) { $0.addTask { swift() } }
                case .plainThread: await onOwnThread(swift)
                case .detachedTaskC: await Task.detached { c() }.value
                case .taskGroupC: await withTaskGroup(of: Void.self) { $0.addTask { c() } }
                case .plainThreadC: await onOwnThread(c)
                }
            }
        }
    }

    @Test("it runs anywhere while the main actor and its maker are blocked", arguments: Caller.allCases)
    func anywhere(_ caller: Caller) async throws {
        let other = Blockable()
        for tap in [try await other.makeTap(), try await MainActorMaker().makeTap()] {
            await whileActorsAreBlocked(other) { await caller.call(tap, times: 3) }
            #expect(tap.drain().map(\.planes.count) == [2, 2, 2])
        }
    }

    @Test("what the factory makes says that it has no isolation")
    func factory() async throws {
        let tap = try TapUnderTest()
        #expect(await MainActorLiterals().isolationOfFactory(tap.tap) == nil)
        #expect(isolation(of: makePeriodCallback(into: tap.tap)) == nil)
    }

    @Test("control: a literal written in a method of the main actor says that it belongs there")
    func literal() async {
        #expect(await MainActorLiterals().isolationOfLiteral() === MainActor.shared)
    }
}

/// What a function value says of its isolation.
private func isolation(of callback: @escaping @isolated(any) (borrowing Period) -> Void) -> (any Actor)? {
    callback.isolation
}

@MainActor
private final class MainActorLiterals {
    private var count = 0

    func isolationOfLiteral() -> (any Actor)? { isolation(of: { [self] _ in count += 1 }) }

    func isolationOfFactory(_ tap: Tap) -> (any Actor)? { isolation(of: makePeriodCallback(into: tap)) }
}
