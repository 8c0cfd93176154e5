package import JackTap
package import TapRing

/// Keeps a storm of notices of one kind off the screen: of each kind some are shown in a while, the rest is counted and
/// told in one line. The report has them all.
package struct EventThrottle: Sendable {
    private struct Window {
        var start: MonotonicTime
        var shown = 0
        var held = 0
    }

    private static let most = 5
    private static let length = Duration.seconds(10)

    private var windows: [SessionEvent.Kind: Window] = [:]

    package init() {}

    /// The lines to show for an event, those on what was held back before among them.
    package mutating func lines(for event: SessionEvent, at now: MonotonicTime) -> [String] {
        var lines = overdue(at: now)
        var window = windows[event.kind] ?? Window(start: now)
        if window.shown < Self.most {
            window.shown += 1
            lines.append(event.text)
        } else {
            window.held += 1
        }
        windows[event.kind] = window
        return lines
    }

    /// The lines on what was held back and is told now, because its time is over.
    package mutating func overdue(at now: MonotonicTime) -> [String] {
        take { now >= $0.advanced(by: Self.length) }
    }

    /// The lines on everything that was held back.
    package mutating func rest() -> [String] { take { _ in true } }

    private mutating func take(_ isOver: (MonotonicTime) -> Bool) -> [String] {
        let over = windows.filter { isOver($0.value.start) }.sorted { $0.key.rawValue < $1.key.rawValue }
        for (kind, _) in over { windows[kind] = nil }
        return over.filter { $0.value.held > 0 }.map { kind, window in
            "\(Figures.count(window.held, "more notice")) of the kind \"\(kind.rawValue)\"; the report has them all"
        }
    }
}
