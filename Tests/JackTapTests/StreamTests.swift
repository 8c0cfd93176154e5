import JackTap
import TapSimulator
import TestSupport
import Testing

@testable import JackTap

@Suite("Events and levels are streams", .timeLimit(.minutes(2)))
struct StreamTests {
    @Test("several subscribers see the take, and their streams end with it")
    func severalSubscribers() async throws {
        let fixture = try SessionFixture()
        let session = fixture.session()
        let streams = (0..<3).map { _ in (session.events(), session.statuses()) }
        let watchers = streams.map { events, statuses in
            Task {
                var kinds: Set<SessionEvent.Kind> = []
                var frames: [FrameCount] = []
                for await status in statuses { frames.append(status.frames) }
                for await event in events { kinds.insert(event.kind) }
                return (kinds, frames)
            }
        }
        async let report = session.record()
        try await eventually("the session is armed") { session.state == .armed }
        await fixture.simulator.clock.waitForTickers()
        await fixture.simulator.play(.periods(400))
        session.stop()
        _ = try await report
        for watcher in watchers {
            let (kinds, frames) = await watcher.value
            #expect(kinds.isSuperset(of: [.armed, .draining, .left]))
            #expect(frames == frames.sorted())
            #expect(frames.last ?? .zero > .zero)
        }
    }

    @Test("whoever listens between two takes hears the second")
    func betweenTakes() async throws {
        var fixture = try SessionFixture(server: SessionFixture.live(), name: "take-{take}.wav")
        fixture.configuration.length = .frames(FrameCount(1000))
        let session = fixture.session()
        _ = try await session.record()
        let events = session.events()
        #expect(session.state == .finished(.length))
        _ = try await session.record()
        var kinds: [SessionEvent.Kind] = []
        for await event in events { kinds.append(event.kind) }
        #expect(kinds.contains(.armed))
        #expect(kinds.contains(.left))
    }

    @Test("a consumer that is cancelled stops its producer, and nothing is produced for nobody")
    func cancelledConsumer() async throws {
        let control = TakeControl()
        #expect(!control.statuses.isWanted)
        let stream = control.statuses.subscribe()
        let consumer = Task { for await _ in stream {} }
        #expect(control.statuses.isWanted)
        consumer.cancel()
        await consumer.value
        try await eventually("nobody listens") { !control.statuses.isWanted }
    }
}
