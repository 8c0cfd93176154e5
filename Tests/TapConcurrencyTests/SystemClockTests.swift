import TapConcurrency
import TapRing
import TestSupport
import Testing

@Suite("The machine's clock")
struct SystemClockTests {
    @Test("it never goes back")
    func monotonic() {
        let clock = SystemClock()
        var last = clock.now()
        for _ in 0..<10_000 {
            let now = clock.now()
            #expect(now >= last)
            last = now
        }
    }

    @Test("a beat comes after its interval, not before")
    func beat() async throws {
        let clock = SystemClock()
        let ticker = clock.makeTicker(every: .milliseconds(5))
        let start = clock.now()
        try await ticker.next()
        #expect(clock.now().duration(since: start) >= .milliseconds(5))
        ticker.stop()
    }

    @Test("cancelling the task ends the wait for a beat")
    func cancel() async {
        let ticker = SystemClock().makeTicker(every: .seconds(3600))
        let loop = Task { try await ticker.next() }
        loop.cancel()
        await #expect(throws: CancellationError.self) { try await loop.value }
    }
}
