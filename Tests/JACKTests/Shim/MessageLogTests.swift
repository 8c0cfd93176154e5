import CTapShim
import TapConcurrency
import TestSupport
import Testing

extension OnServer {
    /// Here, because the log is the process's: no other test may talk to libjack meanwhile.
    @Suite("the log of libjack's messages")
    struct MessageLogTests {
        private let capacity = Int(tap_testing_message_capacity())

        private func next(_ reader: inout tap_message_reader) -> (text: String, isError: Bool)? {
            var message = tap_message()
            var text = [CChar](repeating: 0, count: Int(TAP_MESSAGE_BYTES))
            guard unsafe tap_messages_next(&reader, &message, &text) else { return nil }
            let bytes = text.prefix(Int(message.length)).map { UInt8(bitPattern: $0) }
            return (String(decoding: bytes, as: UTF8.self), message.is_error == 1)
        }

        private func rest(_ reader: inout tap_message_reader) -> [String] {
            var texts: [String] = []
            while let message = next(&reader) { texts.append(message.text) }
            return texts
        }

        @Test("every reader hears what comes after it was made, at its own pace")
        func readers() {
            unsafe tap_on_error_message("before")
            var first = tap_messages_from_now()
            unsafe tap_on_error_message("one")
            var second = tap_messages_from_now()
            unsafe tap_on_info_message("two")
            #expect(rest(&second) == ["two"])
            #expect(next(&first)?.isError == true)
            #expect(next(&first)?.isError == false)
            #expect(next(&first) == nil)
        }

        @Test("a reader that is too slow counts what it missed, and gets the newest")
        func slow() {
            var reader = tap_messages_from_now()
            for number in 0..<capacity + 50 { unsafe tap_on_error_message("\(number)") }
            #expect(rest(&reader) == (50..<capacity + 50).map { "\($0)" })
            #expect(reader.lost == 50)
        }

        @Test("a message is cut where it is too long, and empty where there is none")
        func length() {
            var reader = tap_messages_from_now()
            unsafe tap_on_error_message(String(repeating: "x", count: 1000))
            tap_on_error_message(nil)
            #expect(rest(&reader) == [String(repeating: "x", count: Int(TAP_MESSAGE_BYTES)), ""])
        }

        @Test("messages stay whole while four threads write and two read")
        func stress() async throws {
            let each = 20_000
            let done = (0..<4).map { _ in OneShot<Void>() }
            var readers = [tap_messages_from_now(), tap_messages_from_now()]
            for thread in 0..<4 {
                startOwnThread {
                    let text = String(repeating: ["a", "b", "c", "d"][thread], count: 40 + thread * 50)
                    for _ in 0..<each { unsafe tap_on_info_message(text) }
                    done[thread].resolve(())
                }
            }
            var read = [0, 0]
            func readAll() throws {
                for index in readers.indices {
                    while let text = next(&readers[index])?.text {
                        read[index] += 1
                        let first = try #require(text.utf8.first)
                        let thread = Int(first) - Int(UInt8(ascii: "a"))
                        try #require(text.utf8.count == 40 + thread * 50)
                        try #require(text.utf8.allSatisfy { $0 == first })
                    }
                }
            }
            while done.contains(where: { $0.current == nil }) {
                try readAll()
                await Task.yield()
            }
            try readAll()
            for index in readers.indices {
                #expect(read[index] > 0)
                // A writer drops a message rather than wait for one that is a whole lap behind.
                #expect(read[index] + Int(readers[index].lost) <= 4 * each)
            }
        }
    }
}
