import Synchronization
import TapSimulator
import TestSupport
import Testing

@Suite("A virtual clock")
struct VirtualClockTests {
    private let clock = VirtualClock()

    /// Counts a ticker's beats, and what the clock said at each, until it is cancelled.
    private final class Loop: Sendable {
        private let times = Mutex<[Duration]>([])
        private let task = Mutex<Task<Void, Never>?>(nil)

        var beats: [Duration] { times.withLock { $0 } }

        init(
            _ clock: VirtualClock, every interval: Duration, atBeat: @escaping @Sendable () async -> Void = {}
        ) {
            let start = clock.now()
            let ticker = clock.makeTicker(every: interval)
            let task = Task { [weak self] in
                defer { ticker.stop() }
                while (try? await ticker.next()) != nil {
                    let time = clock.now().duration(since: start)
                    self?.times.withLock { $0.append(time) }
                    await atBeat()
                }
            }
            self.task.withLock { $0 = task }
        }

        deinit { task.withLock { $0 }?.cancel() }

        func cancel() async {
            let task = task.withLock { $0 }
            task?.cancel()
            await task?.value
        }
    }

    @Test("it stands still until it is moved")
    func standsStill() async {
        let start = clock.now()
        #expect(clock.now() == start)
        await clock.advance(by: .seconds(3))
        #expect(clock.now().duration(since: start) == .seconds(3))
    }

    @Test("it never goes back")
    func neverBack() async {
        await clock.advance(by: .seconds(3))
        let time = clock.now()
        await clock.advance(to: MonotonicTime(rawValue: 0))
        #expect(clock.now() == time)
    }

    @Test("each beat comes at its time, and all of them before the clock has moved on")
    func beats() async {
        let loop = Loop(clock, every: .milliseconds(20))
        await clock.advance(by: .milliseconds(100))
        #expect(loop.beats == (1...5).map { .milliseconds(20 * $0) })
        await clock.advance(by: .milliseconds(19))
        #expect(loop.beats.count == 5)
        await clock.advance(by: .milliseconds(1))
        #expect(loop.beats.count == 6)
    }

    @Test("the clock waits for what a loop does at its beat, however long that takes")
    func waitsForWork() async {
        let work = Mutex(0)
        let loop = Loop(clock, every: .milliseconds(10)) {
            for _ in 0..<50 { await Task.yield() }
            work.withLock { $0 += 1 }
        }
        await clock.advance(by: .milliseconds(100))
        #expect(work.withLock { $0 } == 10)
        withExtendedLifetime(loop) {}
    }

    @Test("beats of several loops come in the order of their times; those at one time in the order of making")
    func severalLoops() async {
        let order = Mutex<[String]>([])
        let loops = [("a", 30), ("b", 20), ("c", 30)].map { name, interval in
            Loop(clock, every: .milliseconds(interval)) { order.withLock { $0.append(name) } }
        }
        await clock.advance(by: .milliseconds(60))
        #expect(order.withLock { $0 } == ["b", "a", "c", "b", "a", "b", "c"])
        withExtendedLifetime(loops) {}
    }

    @Test("a ticker that was made counts as busy before its loop has begun")
    func busyFromTheStart() async {
        let ticker = clock.makeTicker(every: .milliseconds(10))
        let mayBegin = OneShot<Void>()
        let hasAdvanced = OneShot<Bool>()
        let loop = Task {
            await mayBegin.value
            #expect(hasAdvanced.current == nil)
            defer { ticker.stop() }
            try await ticker.next()
        }
        let advance = Task { [clock] in
            await clock.advance(by: .milliseconds(10))
            hasAdvanced.resolve(true)
        }
        for _ in 0..<100 { await Task.yield() }
        mayBegin.resolve(())
        await advance.value
        #expect((try? await loop.value) != nil)
    }

    @Test("a loop that stops is waited for no longer")
    func stop() async throws {
        let ticker = clock.makeTicker(every: .milliseconds(10))
        let loop = Task {
            try await ticker.next()
            ticker.stop()
            ticker.stop()
        }
        await clock.advance(by: .seconds(1))
        try await loop.value
        #expect(!clock.isTicking)
    }

    @Test("a ticker that is released stops")
    func release() async {
        do { _ = clock.makeTicker(every: .milliseconds(10)) }
        await clock.advance(by: .seconds(1))
        #expect(!clock.isTicking)
    }

    @Test("a cancelled waiter leaves with an error, and is waited for no longer")
    func cancel() async {
        let ticker = clock.makeTicker(every: .milliseconds(10))
        let loop = Task { try await ticker.next() }
        await clock.waitForTickers()
        loop.cancel()
        await #expect(throws: CancellationError.self) { try await loop.value }
        await clock.advance(by: .seconds(1))
        #expect(!clock.isTicking)
    }

    @Test("a waiter that is cancelled before it waits leaves at once")
    func cancelBefore() async {
        let ticker = clock.makeTicker(every: .milliseconds(10))
        let mayBegin = OneShot<Void>()
        let loop = Task {
            await mayBegin.value
            try await ticker.next()
        }
        loop.cancel()
        mayBegin.resolve(())
        await #expect(throws: CancellationError.self) { try await loop.value }
        await clock.advance(by: .seconds(1))
    }

    @Test("stopping a ticker from outside ends the wait of its loop")
    func stopFromOutside() async {
        let ticker = clock.makeTicker(every: .milliseconds(10))
        let loop = Task { try await ticker.next() }
        await clock.waitForTickers()
        ticker.stop()
        await #expect(throws: CancellationError.self) { try await loop.value }
        await #expect(throws: CancellationError.self) { try await ticker.next() }
    }

    @Test("a loop that was cancelled and waits again ticks from then on")
    func comeBack() async throws {
        let ticker = clock.makeTicker(every: .milliseconds(10))
        let first = Task { try await ticker.next() }
        await clock.waitForTickers()
        first.cancel()
        _ = await first.result
        await clock.advance(by: .milliseconds(35))
        let second = Task { [clock] in
            try await ticker.next()
            defer { ticker.stop() }
            return clock.now()
        }
        await clock.waitForTickers()
        let start = clock.now()
        await clock.advance(by: .milliseconds(100))
        #expect(try await second.value.duration(since: start) == .milliseconds(10))
    }

    @Test("when the task that moves it is cancelled, time stops where it is")
    func cancelAdvance() async {
        let start = clock.now()
        let ticker = clock.makeTicker(every: .milliseconds(10))  // nobody asks it for a beat
        let advance = Task { [clock] in await clock.advance(by: .seconds(3600)) }
        advance.cancel()
        await advance.value
        #expect(clock.now() == start)
        ticker.stop()
    }

    @Test("two that move it at once move it to the later of their ends, and no beat is lost")
    func twoMovers() async {
        let start = clock.now()
        let loop = Loop(clock, every: .milliseconds(10))
        async let first: Void = clock.advance(to: start.advanced(by: .milliseconds(500)))
        async let second: Void = clock.advance(to: start.advanced(by: .milliseconds(700)))
        _ = await (first, second)
        #expect(clock.now().duration(since: start) == .milliseconds(700))
        #expect(loop.beats == (1...70).map { .milliseconds(10 * $0) })
    }
}
