import Synchronization
import TapConcurrency
import TestSupport
import Testing

@Suite("A broadcast")
struct BroadcastTests {
    /// What the producer was told, in order.
    private final class Demand: Sendable {
        private let told = Mutex<[Bool]>([])

        var all: [Bool] { told.withLock { $0 } }
        func note(_ isWanted: Bool) { told.withLock { $0.append(isWanted) } }
    }

    @Test("every subscriber gets every value, in order")
    func several() async {
        let broadcast = Broadcast<Int>(depth: 10)
        let streams = (0..<3).map { _ in broadcast.subscribe() }
        for value in 0..<10 { broadcast.send(value) }
        broadcast.finish()
        for stream in streams {
            var seen: [Int] = []
            for await value in stream { seen.append(value) }
            #expect(seen == Array(0..<10))
        }
        #expect(broadcast.dropped == 0)
    }

    @Test("a slow subscriber keeps the newest values, and what it missed is counted")
    func bounded() async {
        let broadcast = Broadcast<Int>(depth: 4)
        let stream = broadcast.subscribe()
        for value in 0..<10 { broadcast.send(value) }
        broadcast.finish()
        var seen: [Int] = []
        for await value in stream { seen.append(value) }
        #expect(seen == [6, 7, 8, 9])
        #expect(broadcast.dropped == 6)
    }

    @Test("what was sent before a subscription is not for it")
    func late() async {
        let broadcast = Broadcast<Int>(depth: 4)
        broadcast.send(1)
        let stream = broadcast.subscribe()
        broadcast.send(2)
        broadcast.finish()
        var seen: [Int] = []
        for await value in stream { seen.append(value) }
        #expect(seen == [2])
    }

    @Test("the producer is told of the first subscriber and of the last one that goes")
    func demand() async throws {
        let demand = Demand()
        let broadcast = Broadcast<Int>(depth: 4) { demand.note($0) }
        #expect(demand.all.isEmpty)
        var first: AsyncStream<Int>? = broadcast.subscribe()
        var second: AsyncStream<Int>? = broadcast.subscribe()
        #expect(demand.all == [true])
        #expect(first != nil && second != nil)
        first = nil
        #expect(demand.all == [true])
        second = nil
        #expect(demand.all == [true, false])
        #expect(!broadcast.isWanted)
    }

    @Test("a cancelled consumer stops its producer")
    func cancelledConsumer() async throws {
        let demand = Demand()
        let broadcast = Broadcast<Int>(depth: 4) { demand.note($0) }
        let stream = broadcast.subscribe()
        let consumer = Task {
            for await _ in stream {}
        }
        consumer.cancel()
        await consumer.value
        try await eventually("the producer is stopped") { demand.all == [true, false] }
    }

    @Test("nothing is produced for nobody")
    func nobody() {
        let broadcast = Broadcast<Int>(depth: 1)
        #expect(!broadcast.isWanted)
        for value in 0..<100 { broadcast.send(value) }
        #expect(broadcast.dropped == 0)
    }

    @Test("finishing ends all streams, those of later subscribers too, and the demand")
    func finish() async {
        let demand = Demand()
        let broadcast = Broadcast<Int>(depth: 4) { demand.note($0) }
        let before = broadcast.subscribe()
        broadcast.finish()
        broadcast.finish()
        for await _ in before {}
        for await _ in broadcast.subscribe() {}
        #expect(demand.all == [true, false])
    }

    @Test("releasing it ends all streams and the demand")
    func release() async {
        let demand = Demand()
        var broadcast: Broadcast<Int>? = Broadcast(depth: 4) { demand.note($0) }
        let stream = broadcast?.subscribe()
        broadcast = nil
        if let stream {
            for await _ in stream {}
        }
        #expect(demand.all == [true, false])
    }

    @Test("the producer is told one thing at a time; what changes meanwhile, it is told afterwards")
    func oneAtATime() async {
        let demand = Demand()
        let hasBegun = OneShot<Void>()
        let gate = ThreadSignal()
        let broadcast = Broadcast<Int>(depth: 4) { isWanted in
            demand.note(isWanted)
            guard isWanted else { return }
            hasBegun.resolve(())
            gate.wait()
        }
        async let stream = onOwnThread { broadcast.subscribe() }
        await hasBegun.value
        broadcast.finish()
        #expect(demand.all == [true])
        gate.post()
        for await _ in await stream {}
        #expect(demand.all == [true, false])
    }

    @Test("subscribers that come and go from many threads leave the producer rightly told")
    func manyThreads() async throws {
        let demand = Demand()
        let broadcast = Broadcast<Int>(depth: 4) { demand.note($0) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        let stream = broadcast.subscribe()
                        broadcast.send(1)
                        var values = stream.makeAsyncIterator()
                        _ = await values.next()
                    }
                }
            }
        }
        try await eventually("the last one is gone") { !broadcast.isWanted && demand.all.last == false }
        let told = demand.all
        #expect(told.first == true)
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
    }
}
