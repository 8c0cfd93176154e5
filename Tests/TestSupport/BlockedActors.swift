internal import TapConcurrency

/// An actor on a thread of its own, which can be blocked.
public actor BlockableActor {
    private let thread = DedicatedThread(named: "blockable")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    public init() {}

    /// Runs a block on the actor.
    public func run<Value: Sendable>(_ block: @Sendable () throws -> Value) rethrows -> Value { try block() }

    fileprivate func block(_ hasBegun: OneShot<Void>, until gate: ThreadSignal) {
        hasBegun.resolve(())
        gate.wait()
    }
}

/// Runs `body` while the main actor and another actor can do nothing.
public func whileActorsAreBlocked<Value>(
    _ other: BlockableActor = BlockableActor(), _ body: () async throws -> Value
) async rethrows -> Value {
    let gates = (ThreadSignal(), ThreadSignal())
    let begun = (OneShot<Void>(), OneShot<Void>())
    async let blocked: Void = blockMainActor(begun.0, until: gates.0)
    async let blockedToo: Void = other.block(begun.1, until: gates.1)
    await begun.0.value
    await begun.1.value
    let release = {
        gates.0.post()
        gates.1.post()
    }
    do {
        let value = try await body()
        release()
        _ = await (blocked, blockedToo)
        return value
    } catch {
        release()
        throw error
    }
}

@MainActor
private func blockMainActor(_ hasBegun: OneShot<Void>, until gate: ThreadSignal) {
    hasBegun.resolve(())
    gate.wait()
}
