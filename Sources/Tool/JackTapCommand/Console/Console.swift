internal import Glibc
internal import TapConcurrency

/// Everything that the tool shows: live status on standard output, messages on standard error.
///
/// It has a thread of its own, because a terminal may be halted and the reader of a pipe may be asleep: then this
/// thread waits, and nothing else does. A standard output that is closed is no reason to end a take.
package actor Console {
    private let thread = DedicatedThread(named: "jacktap-console")
    private let output: Int32
    private let errors: Int32
    /// The columns that each line of the meters takes, as long as they are on the screen.
    private var drawn: [Int] = []
    private var isOutputClosed = false

    /// - Parameters:
    ///   - output: the descriptor of live status.
    ///   - errors: the descriptor of messages.
    package init(output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
        self.output = output
        self.errors = errors
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    // MARK: Lines

    /// Writes a message to standard error, above the meters when there are some.
    package func message(_ text: String) {
        let line = Self.oneLine(text) + "\n"
        if isatty(errors) == 1 { erase() }
        Self.write(line, to: errors)
    }

    /// Writes several lines to standard error.
    package func messages(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { message(String(line)) }
    }

    /// Writes text to standard output as it is.
    package func show(_ text: String) {
        if !isOutputClosed { isOutputClosed = !Self.write(text, to: output) }
    }

    // MARK: Meters

    /// Draws lines on standard output over the ones drawn before.
    /// - Parameter columns: how wide the terminal is now.
    package func draw(_ lines: [String], columns: Int) {
        var text = drawn.isEmpty ? Self.hideCursor : homeSequence(columns: columns)
        text += lines.joined(separator: Self.endOfLine) + Self.endOfScreen
        drawn = lines.map { DisplayText.columns(of: Self.withoutColors($0)) }
        show(text)
    }

    /// Takes the meters off the screen, and gives the cursor back.
    package func erase() {
        guard !drawn.isEmpty else { return }
        show(homeSequence(columns: Terminal(descriptor: output).style.columns) + Self.showCursor)
        drawn = []
    }

    /// Moves to the first line drawn and clears from there. On a terminal that became narrower the lines have been
    /// broken, and stand in more rows than were drawn.
    private func homeSequence(columns: Int) -> String {
        let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
        return "\r" + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\u{1B}[J"
    }

    private static let endOfLine = "\u{1B}[K\r\n"
    private static let endOfScreen = "\u{1B}[K"
    private static let hideCursor = "\u{1B}[?25l"
    private static let showCursor = "\u{1B}[?25h"

    // MARK: Text

    /// Control characters in messages of others do nothing to the terminal.
    static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar
                }))
    }

    private static func withoutColors(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var isInEscape = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isInEscape = true }
            if !isInEscape { plain.append(scalar) }
            if scalar == "m" { isInEscape = false }
        }
        return String(plain)
    }

    /// Writes all of a text, however often the system takes only a part.
    /// - Returns: whether the other end still takes anything.
    @discardableResult
    package static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                // Somebody else has made the descriptor non-blocking.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, 1000)
            } else {
                return false
            }
        }
        return true
    }
}
