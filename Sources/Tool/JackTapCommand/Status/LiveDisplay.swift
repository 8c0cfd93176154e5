internal import Glibc
internal import JackTap
internal import TakeFiles
internal import TapConcurrency
internal import TapHost
internal import TapRing

/// Shows a take while it runs, in the form that standard output is good for.
struct LiveDisplay: Sendable {
    /// How the live status is shown.
    enum Form: Sendable {
        /// Meters, drawn over in place.
        case meters
        /// A line of text now and then, where nothing can be drawn over.
        case lines
        /// A JSON object a line.
        case json
        /// Nothing at all.
        case silent
    }

    private let form: Form
    private let console: Console
    private let session: CaptureSession
    private let length: TakeLength?
    private let clock = SystemClock()
    private let statuses: AsyncStream<TakeStatus>
    private let events: AsyncStream<SessionEvent>

    /// Subscribes at once, so that nothing of a take that begins afterwards is missed; when nothing is shown, to nothing.
    init(_ form: Form, of session: CaptureSession, length: TakeLength?, on console: Console) {
        self.form = form
        self.session = session
        self.length = length
        self.console = console
        statuses = form == .silent ? AsyncStream { $0.finish() } : session.statuses()
        events = form == .silent ? AsyncStream { $0.finish() } : session.events()
    }

    // MARK: Statuses

    /// Shows the status again and again, until the take is over.
    func showStatuses() async {
        switch form {
        case .meters: await showMeters()
        case .lines: await show(every: .seconds(10)) { Self.brief.contains($0.phase) ? nil : Self.line($0) }
        case .json: await show(every: .milliseconds(500)) { StatusJSON.line($0) }
        case .silent: break
        }
    }

    private func showMeters() async {
        let terminal = Terminal(descriptor: STDOUT_FILENO)
        var history = LevelHistory()
        var thinning = StatusThinning(every: .milliseconds(100))
        for await status in statuses {
            history.add(status)
            guard let status = thinning.take(status, at: clock.now()) else { continue }
            let scene = MeterScene(
                status: status, levels: history.levels, names: session.ports.map(\.display),
                length: length?.frames(at: status.rate))
            let style = terminal.style
            await console.draw(MeterRenderer.lines(for: scene, style: style), columns: style.columns)
        }
        await console.erase()
    }

    private func show(every interval: Duration, _ line: (TakeStatus) -> String?) async {
        var thinning = StatusThinning(every: interval)
        for await status in statuses {
            guard let status = thinning.take(status, at: clock.now()), let text = line(status) else {
                continue
            }
            await console.show(text)
        }
    }

    /// Phases that are over before a line on them is read.
    private static let brief: Set<TakeStatus.Phase> = [.armed, .finishing, .finished]

    private static func line(_ status: TakeStatus) -> String {
        let peak = status.peaks.max() ?? 0
        return [
            status.frames.clockText(at: status.rate), status.phase.rawValue,
            "peak \(Figures.decibels(peak)) dBFS", "ring \(Figures.percent(status.ringPercent))",
            "lost \(status.lostFrames.rawValue)", "xruns \(status.xruns)",
        ].joined(separator: "  ") + "\n"
    }

    // MARK: Events

    /// Shows what happens, until the take is over.
    func showEvents() async {
        switch form {
        case .meters, .lines: await showMessages()
        case .json: for await event in events { await console.show(StatusJSON.line(event)) }
        case .silent: break
        }
    }

    private func showMessages() async {
        var throttle = EventThrottle()
        for await event in events where !Self.untold.contains(event.kind) {
            for line in throttle.lines(for: event, at: clock.now()) {
                await console.message("jacktap: " + line)
            }
        }
        for line in throttle.rest() { await console.message("jacktap: " + line) }
    }

    /// What the status shows anyway.
    private static let untold: Set<SessionEvent.Kind> = [.recording, .draining, .left, .xrun]
}

extension LiveDisplay.Form {
    /// Meters where they can be drawn, and nothing elsewhere.
    static var metersOrNothing: Self { Terminal(descriptor: STDOUT_FILENO).canRedraw ? .meters : .silent }

    /// The form for what the arguments ask for, or else for what standard output is.
    init(_ asked: RecordSettings.StatusStyle?) {
        let terminal = Terminal(descriptor: STDOUT_FILENO)
        self =
            switch asked ?? (terminal.isTerminal ? .text : .json) {
            case .text: terminal.canRedraw ? .meters : .lines
            case .json: .json
            case .none: .silent
            }
    }
}
