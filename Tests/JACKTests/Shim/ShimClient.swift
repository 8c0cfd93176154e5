import CTapShim
import TapCallback

/// A client of the shim that no server knows, to call its callbacks with.
@safe
final class ShimClient: @unchecked Sendable {
    // SAFETY: the callbacks may be called from any thread; the rest is used by one test at a time.
    let pointer: OpaquePointer
    let figures: OpaquePointer
    private let entry: CallbackEntry

    init(channels: UInt32 = 0, _ callback: @escaping PeriodCallback = { _ in }) throws {
        entry = CallbackEntry(callback)
        guard let figures = unsafe tap_figures_make(),
            let client = unsafe tap_testing_make_client(
                channels, CallbackEntry.function, entry.context, figures)
        else { throw CancellationError() }
        unsafe pointer = client
        unsafe self.figures = figures
    }

    deinit {
        unsafe _ = tap_client_close(pointer)
        unsafe tap_figures_free(figures)
    }

    /// What libjack hands back to a callback.
    var argument: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

    /// A notice with its texts.
    struct Notice: Equatable {
        var kind: tap_notice_kind
        var first: UInt32
        var second: UInt32
        var text: [UInt8]
        var other: [UInt8]
        var time: UInt64
    }

    /// The oldest notice.
    func next() -> Notice? {
        var facts = tap_notice()
        var text = [CChar](repeating: 0, count: Int(TAP_NOTICE_TEXT_BYTES))
        guard unsafe tap_client_next_notice(pointer, &facts, &text) else { return nil }
        let bytes = text.map { UInt8(bitPattern: $0) }
        let end = Int(facts.text_length)
        return Notice(
            kind: tap_notice_kind(facts.kind), first: facts.first, second: facts.second,
            text: Array(bytes[..<end]), other: Array(bytes[end..<end + Int(facts.other_length)]),
            time: facts.time)
    }

    /// All notices that are there.
    func rest() -> [Notice] {
        var notices: [Notice] = []
        while let notice = next() { notices.append(notice) }
        return notices
    }

    var lost: UInt64 { unsafe tap_figures_notices_lost(figures) }
}
