import CTapShim
import TapConcurrency
import TestSupport
import Testing

@Suite("the queue of notices", .serialized)
struct NoticeQueueTests {
    private let capacity = UInt64(tap_testing_notice_capacity())

    @Test("counts what it has no room for, and takes notices again when it was read")
    func overflow() throws {
        let client = try ShimClient()
        for number in 0..<capacity + 10 {
            unsafe tap_on_port_connect(UInt32(number), 0, 1, client.argument)
        }
        #expect(client.lost == 10)
        #expect(client.rest().map(\.first) == (0..<UInt32(capacity)).map { $0 })
        unsafe tap_on_port_connect(99, 0, 1, client.argument)
        #expect(client.next()?.first == 99)
        #expect(client.lost == 10)
    }

    @Test("loses no xrun's count when it is full")
    func xruns() throws {
        let client = try ShimClient()
        for _ in 0..<capacity + 10 { _ = unsafe tap_on_xrun(client.argument) }
        #expect(unsafe tap_figures_xruns(client.figures) == UInt32(capacity) + 10)
    }

    @Test("gives texts back whole, whatever their length", arguments: [0, 1, 31, 32, 33, 87, 88, 89, 320])
    func texts(_ length: Int) throws {
        let client = try ShimClient()
        let old = [UInt8](repeating: UInt8(ascii: "o"), count: length)
        let new = [UInt8](repeating: 0xFF, count: 320 - length)
        // Often enough to wrap around the queue's end at every offset.
        for round in 0..<2000 {
            client.rename(UInt32(round), old, new)
            let notice = try #require(client.next())
            try #require(notice.text == old && notice.other == new && notice.first == UInt32(round))
        }
    }

    @Test("cuts a text that is longer than JACK's longest, and takes none for empty")
    func cut() throws {
        let client = try ShimClient()
        client.rename(1, [UInt8](repeating: 65, count: 1000), [UInt8](repeating: 66, count: 1000))
        let notice = try #require(client.next())
        #expect(notice.text == [UInt8](repeating: 65, count: 320))
        #expect(notice.other == [UInt8](repeating: 66, count: 320))
        unsafe tap_on_port_rename(1, nil, nil, client.argument)
        #expect(client.next()?.text == [])
    }

    @Test("a text that does not fit is lost whole")
    func noRoom() throws {
        let client = try ShimClient()
        for _ in 0..<capacity - 1 { unsafe tap_on_port_connect(1, 0, 1, client.argument) }
        client.rename(2, Array("a longer text than one cell can hold".utf8), [])
        #expect(client.lost == 1)
        unsafe tap_on_port_connect(3, 0, 1, client.argument)
        #expect(client.lost == 1)
        let numbers = client.rest().map(\.first)
        #expect(numbers.count == Int(capacity))
        #expect(numbers.last == 3)
    }

    @Test("keeps each thread's order and every byte, while four threads fill it and one reads")
    func stress() async throws {
        let client = try ShimClient()
        let threads: UInt32 = 4
        let each: UInt32 = 20_000
        let done = (0..<threads).map { _ in OneShot<Void>() }
        for thread in 0..<threads {
            startOwnThread {
                let text = [UInt8](repeating: UInt8(ascii: "a") + UInt8(thread), count: Int(thread) * 60)
                for number in 0..<each { client.rename(number, text, text) }
                done[Int(thread)].resolve(())
            }
        }
        var next = [UInt32](repeating: 0, count: Int(threads))
        var read: UInt64 = 0
        func readAll() throws {
            while let notice = client.next() {
                let thread = notice.text.count / 60
                read += 1
                try #require(notice.text == notice.other)
                try #require(notice.text.allSatisfy { $0 == UInt8(ascii: "a") + UInt8(thread) })
                try #require(notice.first >= next[thread])
                next[thread] = notice.first + 1
            }
        }
        while done.contains(where: { $0.current == nil }) {
            try readAll()
            await Task.yield()
        }
        try readAll()
        #expect(read + client.lost == UInt64(threads * each))
        #expect(read > 0)
    }
}

extension ShimClient {
    /// Announces a renamed port, under any bytes.
    func rename(_ port: UInt32, _ old: [UInt8], _ new: [UInt8]) {
        let texts = [old, new].map { $0.map { CChar(bitPattern: $0) } + [0] }
        unsafe tap_on_port_rename(port, texts[0], texts[1], argument)
    }
}
