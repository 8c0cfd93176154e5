import JackTapCommand
import Synchronization
import TapHost
import Testing

@Suite("The tool")
struct ToolTests {
    private struct Answer: Equatable {
        var text: String
        var descriptor: Int32
        var exit: Int32
    }

    private func answer(_ arguments: Argument...) -> Answer? {
        guard case .answer(let text, let descriptor, let exit) = Tool.request(in: arguments) else {
            return nil
        }
        return Answer(text: text, descriptor: descriptor, exit: exit)
    }

    @Test("alone shows its help on standard error, as wrong usage")
    func alone() { #expect(answer() == Answer(text: MainHelp.text, descriptor: 2, exit: 64)) }

    @Test("shows help and version on standard output when asked")
    func asked() {
        #expect(answer("--help") == Answer(text: MainHelp.text, descriptor: 1, exit: 0))
        #expect(answer("-h") == Answer(text: MainHelp.text, descriptor: 1, exit: 0))
        #expect(answer("bogus", "--help") == Answer(text: MainHelp.text, descriptor: 1, exit: 0))
        #expect(answer("--version") == Answer(text: MainHelp.version, descriptor: 1, exit: 0))
        #expect(answer("ports", "--version") == Answer(text: MainHelp.version, descriptor: 1, exit: 0))
        let record = HelpText.text(for: CommandSpec<RecordSettings>.record)
        #expect(answer("record", "x", "--help") == Answer(text: record, descriptor: 1, exit: 0))
    }

    @Test("answers wrong usage with one line that leads to the help")
    func wrong() {
        #expect(
            answer("recrod")
                == Answer(
                    text:
                        "jacktap: unknown command \"recrod\" (did you mean \"record\"?); see 'jacktap --help'\n",
                    descriptor: 2, exit: 64))
        #expect(
            answer("--versoin", "x")
                == Answer(
                    text:
                        "jacktap: unknown option \"--versoin\" (did you mean \"--version\"?); see 'jacktap --help'\n",
                    descriptor: 2, exit: 64))
        #expect(
            answer("record", "-d", "x")?.text
                == "jacktap: -d: \"x\" is not a time; write 90, 1:30, 1:00:00, 1500ms, 90s, 10m or 2h; "
                + "see 'jacktap record --help'\n")
    }

    @Test(
        "does not know commands that do not work yet", arguments: ["verify", "repair", "bench"] as [Argument])
    func future(name: Argument) { #expect(answer(name)?.exit == 64) }

    @Test("keeps control characters out of its answers")
    func control() {
        let text = answer(Argument(bytes: [0x1B, 0x5B, 0x32, 0x4A, 0x0A]))?.text
        #expect(text?.hasPrefix("jacktap: unknown command \"\\x1B[2J\\x0A\"") == true)
        #expect(text?.split(separator: "\n").count == 1)
    }

    @Test("runs a command with its settings")
    func commands() {
        guard case .record(let record) = Tool.request(in: ["record", "a:b"]),
            case .ports(let ports) = Tool.request(in: ["ports", "--json"]),
            case .selftest(let selftest) = Tool.request(in: ["selftest", "--channels=3"])
        else {
            Issue.record("a command was not found")
            return
        }
        #expect(record.ports.map(\.display) == ["a:b"])
        #expect(ports.isJSON)
        #expect(selftest.channels == 3)
    }
}

@Suite("The signal watch")
struct SignalWatchTests {
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func add(_ signal: EndSignal, _ before: Int) {
            entries.withLock { $0.append("\(signal.name) \(before)") }
        }
    }

    @Test("hands over what comes, and counts it")
    func order() {
        let log = Log()
        let watch = SignalWatch()
        watch.handle { log.add($0, $1) }
        watch.take(.interrupt)
        watch.take(.terminate)
        #expect(log.all == ["SIGINT 0", "SIGTERM 1"])
    }

    @Test("keeps what came before anyone was in charge")
    func early() {
        let log = Log()
        let watch = SignalWatch()
        #expect(watch.first == nil)
        watch.take(.hangUp)
        #expect(watch.first == .hangUp)
        watch.handle { log.add($0, $1) }
        watch.take(.interrupt)
        #expect(log.all == ["SIGHUP 0", "SIGINT 1"])
    }
}
