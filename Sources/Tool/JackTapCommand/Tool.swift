internal import Glibc
internal import JackTap
internal import TakeFiles
internal import TapHost

/// The tool: finds the command, reads its arguments and runs it.
package enum Tool {
    /// What the arguments come to.
    package enum Request: Sendable {
        /// All is said: the text, where it goes, and the exit code.
        case answer(String, to: Int32, exit: Int32)
        case record(RecordSettings)
        case ports(PortsSettings)
        case selftest(SelftestSettings)
    }

    /// Runs the tool with the arguments of this process, and ends it.
    static func main() -> Never {
        occupyStandardStreams()
        let request = request(in: Argument.ofProcess)
        if case .answer(let text, let descriptor, let code) = request {
            let isWritten = Console.write(text, to: descriptor)
            exit(isWritten ? code : max(code, Verdict.couldNotStart.rawValue))
        }
        let watch = SignalWatch()
        var signals: [EndSignal] = []
        if request.heedsSignals {
            signals = EndSignal.block()
            signal(SIGPIPE, SIG_IGN)  // a closed output is no reason to end a take
            signal(SIGXFSZ, SIG_IGN)  // a file size limit is an error of the disk, with its own exit code
        }
        let command = Task { exit(await perform(request, signals: watch)) }
        defer { command.cancel() }
        watch.wait(for: signals)
    }

    /// Opens the standard streams that are closed, so that no file of a take gets their number, and what is meant for
    /// people is never written into a take.
    private static func occupyStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    private static func perform(_ request: Request, signals: SignalWatch) async -> Int32 {
        switch request {
        case .answer(_, _, let code): code
        case .record(let settings): await RecordCommand(settings, signals: signals).run()
        case .ports(let settings): await PortsCommand(settings).run()
        case .selftest(let settings): await SelftestCommand(settings, signals: signals).run()
        }
    }

    // MARK: Arguments

    /// Finds out what is asked for. Nothing happens yet.
    package static func request(in arguments: [Argument]) -> Request {
        guard let first = arguments.first else {
            return .answer(MainHelp.text, to: STDERR_FILENO, exit: Verdict.usage.rawValue)
        }
        let rest = Array(arguments.dropFirst())
        switch first.text {
        case CommandSpec<RecordSettings>.record.name: return read(rest, for: .record, Request.record)
        case CommandSpec<PortsSettings>.ports.name: return read(rest, for: .ports, Request.ports)
        case CommandSpec<SelftestSettings>.selftest.name: return read(rest, for: .selftest, Request.selftest)
        default: return answer(without: first, all: arguments)
        }
    }

    private static func read<Settings>(
        _ arguments: [Argument], for command: CommandSpec<Settings>, _ run: (Settings) -> Request
    ) -> Request {
        do throws(UsageError) {
            return switch try ArgumentParser.parse(arguments, for: command) {
            case .help: .answer(HelpText.text(for: command), to: STDOUT_FILENO, exit: 0)
            case .version: .answer(MainHelp.version, to: STDOUT_FILENO, exit: 0)
            case .run(let settings): run(settings)
            }
        } catch {
            return refusal(error.description, helpOf: "jacktap \(command.name)")
        }
    }

    /// What is answered when no command is named.
    private static func answer(without first: Argument, all arguments: [Argument]) -> Request {
        switch InformationRequest(in: arguments) {
        case .help: return .answer(MainHelp.text, to: STDOUT_FILENO, exit: 0)
        case .version: return .answer(MainHelp.version, to: STDOUT_FILENO, exit: 0)
        case nil: break
        }
        let isOption = first.bytes.first == UInt8(ascii: "-")
        let names = isOption ? InformationRequest.names.map { "--" + $0 } : MainHelp.commands.map(\.name)
        let near = NearestNames.nearest(to: first.text ?? "", among: names)
        return refusal(
            "unknown \(isOption ? "option" : "command") \"\(first.display)\""
                + (near.map { " (did you mean \"\($0)\"?)" } ?? ""), helpOf: "jacktap")
    }

    private static func refusal(_ message: String, helpOf command: String) -> Request {
        .answer(
            "jacktap: \(message); see '\(command) --help'\n", to: STDERR_FILENO, exit: Verdict.usage.rawValue)
    }
}

extension Tool.Request {
    /// Whether a signal ends it in good order, instead of at once.
    fileprivate var heedsSignals: Bool {
        switch self {
        case .answer, .ports: false
        case .record, .selftest: true
        }
    }
}
