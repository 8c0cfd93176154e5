internal import Glibc
internal import JackTap
internal import TakeFiles
internal import TapConcurrency
internal import TapHost

/// `jacktap record`.
struct RecordCommand: Sendable {
    /// How long the last words may take, when nobody reads what is written.
    private static let farewell = Duration.seconds(2)

    private let settings: RecordSettings
    private let signals: SignalWatch
    private let console = Console()

    init(_ settings: RecordSettings, signals: SignalWatch) {
        self.settings = settings
        self.signals = signals
    }

    /// Records one take.
    /// - Returns: the exit code.
    func run() async -> Int32 {
        let form = LiveDisplay.Form(settings.status)
        do {
            let configuration = try settings.session
            return try await OwnServer.run(settings.server, signals: signals) { server in
                let host = JACKHost(
                    .init(
                        serverName: server, clientName: settings.client ?? "jacktap",
                        mustHaveName: settings.client != nil))
                return await record(
                    CaptureSession(configuration, host: host), form, length: configuration.length)
            }
        } catch {
            let verdict = error is UsageError ? Verdict.usage : .couldNotStart
            await say(.failure(error), verdict: verdict, in: form)
            return verdict.rawValue
        }
    }

    private func record(_ session: CaptureSession, _ form: LiveDisplay.Form, length: TakeLength?) async
        -> Int32
    {
        let display = LiveDisplay(form, of: session, length: length, on: console)
        let statuses = Task { await display.showStatuses() }
        let events = Task { await display.showEvents() }
        let recording = Task { try await session.record() }
        defer { [statuses, events].forEach { $0.cancel() } }
        signals.handle { signal, before in
            if before > 0 { return session.hurry() }
            // A session that has not begun knows no stop; its task knows that it is cancelled.
            if session.state == .idle { recording.cancel() }
            session.stop(.signal(signal.name))
        }
        let result = await recording.result
        let verdict = Self.verdict(of: result)
        _ = await withDeadline(Self.farewell, heedsCancellation: false) {
            await statuses.value
            await events.value
            await say(result, verdict: verdict, in: form)
        }
        return verdict.rawValue
    }

    private static func verdict(of result: Result<TakeReport, any Error>) -> Verdict {
        switch result {
        case .success(let report): Verdict(rawValue: report.exit) ?? .notVerified
        case .failure(let error as SessionError): error.verdict
        case .failure: .couldNotStart
        }
    }

    /// Says how it ended: all of it in text, the report in JSON, and a failure always.
    private func say(_ result: Result<TakeReport, any Error>, verdict: Verdict, in form: LiveDisplay.Form)
        async
    {
        let words: String
        switch result {
        case .success(let report):
            words = report.summary
            if form == .json { await console.show(StatusJSON.line(report)) }
        case .failure(let error):
            words = "\(error)"
            if form == .json { await console.show(StatusJSON.line(error: words, exit: verdict.rawValue)) }
        }
        switch form {
        case .meters, .lines: await console.messages("jacktap: " + words)
        case .json, .silent:
            guard verdict != .complete, let first = words.split(separator: "\n").first else { return }
            await console.message("jacktap: " + first)
            // The cause stands in the report; here it is said as well, since nobody may look there.
            if case .success(let report) = result, verdict > .framesMissing {
                for warning in report.warnings { await console.message("jacktap: " + warning[...]) }
            }
        }
    }
}
