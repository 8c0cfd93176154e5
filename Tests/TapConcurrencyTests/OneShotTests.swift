import TapConcurrency
import TestSupport
import Testing

@Suite("A one-shot")
struct OneShotTests {
    @Test("the first result wins")
    func first() async {
        let shot = OneShot<Int>()
        #expect(shot.resolve(1))
        #expect(!shot.resolve(2))
        #expect(await shot.value == 1)
        #expect(shot.current == 1)
    }

    @Test("of many threads that resolve it at once, one decides")
    func race() async {
        for _ in 0..<50 {
            let shot = OneShot<Int>()
            let winners = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 { group.addTask { shot.resolve(number) } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
        }
    }

    @Test("everyone who waits gets the result, before and after it comes")
    func manyWaiters() async {
        let shot = OneShot<Int>()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { await shot.value } }
            group.addTask {
                shot.resolve(7)
                return 7
            }
            for await value in group { #expect(value == 7) }
        }
        #expect(await shot.value == 7)
    }

    @Test("it has no result before it is resolved")
    func unresolved() {
        #expect(OneShot<Int>().current == nil)
    }

    @Test("a result that is nil is a result")
    func optional() async {
        let shot = OneShot<Int?>()
        #expect(shot.resolve(nil))
        #expect(!shot.resolve(1))
        #expect(await shot.value == nil)
    }

    @Test("a wait that is cancelled before it starts ends exactly once, by the bridge")
    func cancelledBeforeStart() async {
        let shot = OneShot<String>()
        let mayStart = OneShot<Void>()
        let waiter = Task {
            await mayStart.value
            return await withTaskCancellationHandler {
                await shot.value
            } onCancel: {
                shot.resolve("cancelled")
            }
        }
        waiter.cancel()
        mayStart.resolve(())
        #expect(await waiter.value == "cancelled")
        #expect(!shot.resolve("late"))
    }
}
