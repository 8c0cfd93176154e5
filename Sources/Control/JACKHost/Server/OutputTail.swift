internal import Synchronization
internal import TapHost

/// The last lines that a server wrote. It may write for days: only so many are kept.
final class OutputTail: Sendable {
    private struct State {
        var lines: [String] = []
        var open: [UInt8] = []
    }

    private static let lineLimit = 40
    private static let byteLimit = 1024
    private let state = Mutex(State())

    /// The last lines, printable, without empty ones.
    var lines: [String] {
        state.withLock { $0.open.isEmpty ? $0.lines : $0.lines + [PortName.printable($0.open)] }
    }

    func append(_ bytes: some Sequence<UInt8>) {
        state.withLock { state in
            for byte in bytes {
                if byte != UInt8(ascii: "\n") {
                    if state.open.count < Self.byteLimit { state.open.append(byte) }
                } else if !state.open.isEmpty {
                    state.lines.append(PortName.printable(state.open))
                    state.open = []
                    if state.lines.count > Self.lineLimit { state.lines.removeFirst() }
                }
            }
        }
    }
}
