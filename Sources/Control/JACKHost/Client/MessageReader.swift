internal import CTapShim
internal import TapHost

/// One reader of the lines that libjack would have printed, from the moment it was made.
struct MessageReader {
    struct Message {
        /// The line, printable.
        var text: String
        /// Nanoseconds of the monotonic clock.
        var time: UInt64
    }

    private var place = tap_messages_from_now()

    /// Messages that were overwritten before this reader came to them.
    var lost: Int { Int(place.lost) }

    /// Messages that this reader is through with.
    var position: UInt64 { place.next }

    mutating func next() -> Message? {
        var facts = tap_message()
        let bytes: [UInt8]? = unsafe withUnsafeTemporaryAllocation(
            of: CChar.self, capacity: Int(TAP_MESSAGE_BYTES)
        ) { text in
            // SAFETY: C writes at most TAP_MESSAGE_BYTES, and says how many.
            guard let start = text.baseAddress, unsafe tap_messages_next(&place, &facts, start) else {
                return nil
            }
            return unsafe text.prefix(Int(facts.length)).map { UInt8(bitPattern: $0) }
        }
        return bytes.map { Message(text: PortName.printable($0), time: facts.time) }
    }

    /// The text of all that is there.
    mutating func rest() -> [String] {
        var lines: [String] = []
        while let message = next() { lines.append(message.text) }
        return lines
    }
}
