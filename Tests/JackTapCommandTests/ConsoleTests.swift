import Glibc
import JackTapCommand
import Testing

/// A pair of descriptors like those of a terminal window, and what a terminal would show of what is written.
private final class PseudoTerminal {
    let window: Int32
    let program: Int32

    init(columns: UInt16, rows: UInt16) throws {
        window = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(window >= 0)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        _ = unsafe ioctl(window, 0x4004_5431, &unlocked)  // TIOCSPTLCK
        _ = unsafe ioctl(window, 0x8004_5430, &number)  // TIOCGPTN
        program = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(program >= 0)
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(program)
        close(window)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(window, UInt(TIOCSWINSZ), &size)
    }

    /// What was written since the last time.
    func read() -> String {
        var text: [UInt8] = []
        var request = pollfd(fd: window, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Glibc.read(window, $0.baseAddress, $0.count)
            }
            if count <= 0 { break }
            text += buffer.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Just enough of a terminal: lines, and the escape codes in use.
private struct Screen {
    private(set) var lines = [""]
    private(set) var isCursorShown = true
    private var row = 0
    private var column = 0

    mutating func take(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n":
                row += 1
                if row == lines.count { lines.append("") }
            case "\u{1B}": escape(&rest)
            default: put(scalar)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        var line = Array(lines[row].unicodeScalars)
        while line.count < column { line.append(" ") }
        if column < line.count { line[column] = scalar } else { line.append(scalar) }
        lines[row] = String(String.UnicodeScalarView(line))
        column += 1
    }

    private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
        var code = ""
        _ = rest.popFirst()
        while let scalar = rest.popFirst() {
            if scalar.properties.isAlphabetic {
                apply(code, scalar)
                return
            }
            code.unicodeScalars.append(scalar)
        }
    }

    private mutating func apply(_ code: String, _ command: Unicode.Scalar) {
        switch command {
        case "A": row = max(0, row - (Int(code) ?? 1))
        case "K": lines[row] = String(lines[row].prefix(column))
        case "J":
            lines[row] = String(lines[row].prefix(column))
            lines.removeSubrange((row + 1)...)
        case "l", "h": if code == "?25" { isCursorShown = command == "h" }
        default: break
        }
    }
}

@Suite("The console")
struct ConsoleTests {
    @Test("draws meters over the ones before, and leaves nothing of them")
    func redraw() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let console = Console(output: terminal.program, errors: terminal.program)
        var screen = Screen()
        await console.draw(["first line, a long one", "second line"], columns: 80)
        screen.take(terminal.read())
        #expect(screen.lines == ["first line, a long one", "second line"])
        #expect(!screen.isCursorShown)
        await console.draw(["one", "two", "three"], columns: 80)
        screen.take(terminal.read())
        #expect(screen.lines == ["one", "two", "three"])
        await console.draw(["alone"], columns: 80)
        screen.take(terminal.read())
        #expect(screen.lines == ["alone"])
        await console.erase()
        screen.take(terminal.read())
        #expect(screen.lines == [""])
        #expect(screen.isCursorShown)
    }

    @Test("puts messages above the meters")
    func messages() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let console = Console(output: terminal.program, errors: terminal.program)
        var screen = Screen()
        await console.draw(["meter 1", "meter 2"], columns: 80)
        await console.message("something happened")
        await console.draw(["meter 1", "meter 2"], columns: 80)
        screen.take(terminal.read())
        #expect(screen.lines == ["something happened", "meter 1", "meter 2"])
    }

    @Test("leaves the meters alone when messages go elsewhere")
    func elsewhere() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let pipe = try Pipe()
        let console = Console(output: terminal.program, errors: pipe.writeEnd)
        await console.draw(["meter"], columns: 80)
        let before = terminal.read()
        await console.message("elsewhere")
        #expect(terminal.read().isEmpty)
        #expect(!before.isEmpty)
        #expect(pipe.read() == "elsewhere\n")
    }

    @Test("finds the beginning of the meters again on a terminal that has become narrower")
    func narrower() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 24)
        let console = Console(output: terminal.program, errors: terminal.program)
        await console.draw([String(repeating: "x", count: 39), "y"], columns: 40)
        _ = terminal.read()
        await console.draw(["z"], columns: 20)
        #expect(terminal.read().contains("\u{1B}[2A"))
    }

    @Test("counts no colour as a column")
    func colours() async throws {
        let terminal = try PseudoTerminal(columns: 20, rows: 24)
        let console = Console(output: terminal.program, errors: terminal.program)
        await console.draw(["\u{1B}[1;31m0123456789\u{1B}[0m", "y"], columns: 20)
        _ = terminal.read()
        await console.draw(["z"], columns: 20)
        #expect(terminal.read().contains("\u{1B}[1A"))
    }

    @Test("makes a message of others one line without control characters")
    func oneLine() async throws {
        let pipe = try Pipe()
        await Console(output: pipe.writeEnd, errors: pipe.writeEnd).message("a\u{1B}[2Jb\nc\u{9B}d")
        #expect(pipe.read() == "a [2Jb c d\n")
    }

    @Test("gives up standard output when nobody reads it, and goes on")
    func brokenPipe() async throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = try Pipe()
        let errors = try Pipe()
        pipe.closeReadEnd()
        let console = Console(output: pipe.writeEnd, errors: errors.writeEnd)
        await console.show("lost\n")
        await console.show("lost\n")
        await console.message("told")
        #expect(errors.read() == "told\n")
    }

    @Test("writes all of a long text to a reader that is slower, also without blocking")
    func longText() async throws {
        let pipe = try Pipe()
        _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
        let text = String(repeating: "0123456789", count: 100_000)
        let console = Console(output: pipe.writeEnd, errors: pipe.writeEnd)
        async let written: Void = console.show(text)
        var received = ""
        while received.utf8.count < text.utf8.count { received += pipe.read() }
        await written
        #expect(received == text)
    }
}

private final class Pipe {
    private let readEnd: Int32
    let writeEnd: Int32
    private var isReadEndOpen = true

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        closeReadEnd()
        close(writeEnd)
    }

    func closeReadEnd() {
        if isReadEndOpen { close(readEnd) }
        isReadEndOpen = false
    }

    /// Waits for something, and takes what is there.
    func read() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe Glibc.read(readEnd, $0.baseAddress, $0.count)
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

@Suite("A terminal")
struct TerminalTests {
    private func style(_ environment: Terminal.Environment, columns: UInt16 = 100, rows: UInt16 = 30) throws
        -> MeterStyle
    {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        return Terminal(descriptor: terminal.program, environment: environment).style
    }

    @Test("is as large as it says now")
    func size() throws {
        let style = try style(.init(term: "xterm"))
        #expect(style.columns == 100)
        #expect(style.rows == 30)
    }

    @Test("is taken for 80 by 24 when it does not say")
    func unknownSize() throws {
        let style = try style(.init(term: "xterm"), columns: 0, rows: 0)
        #expect(style.columns == 80)
        #expect(style.rows == 24)
    }

    @Test("has colours unless it is dumb or they are not wanted")
    func colours() throws {
        #expect(try style(.init(term: "xterm")).isColored)
        #expect(try !style(.init(term: "dumb")).isColored)
        #expect(try !style(.init(term: nil)).isColored)
        #expect(try !style(.init(term: "xterm", hasNoColor: true)).isColored)
    }

    @Test("has Unicode when the locale says so")
    func unicode() throws {
        #expect(try style(.init(term: "xterm", locale: "de_DE.UTF-8")).isUnicode)
        #expect(try style(.init(term: "xterm", locale: "C.utf8")).isUnicode)
        #expect(try !style(.init(term: "xterm", locale: "C")).isUnicode)
        #expect(try !style(.init(term: "xterm")).isUnicode)
    }

    @Test("is drawn over only when it is one, and not a dumb one")
    func redraw() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        #expect(Terminal(descriptor: terminal.program, environment: .init(term: "xterm")).canRedraw)
        #expect(!Terminal(descriptor: terminal.program, environment: .init(term: "dumb")).canRedraw)
        let pipe = try Pipe()
        #expect(!Terminal(descriptor: pipe.writeEnd, environment: .init(term: "xterm")).canRedraw)
    }
}
