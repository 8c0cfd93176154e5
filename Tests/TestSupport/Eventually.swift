public import Testing

/// A condition that did not come true in time.
public struct NeverHappened: Error, CustomStringConvertible {
    public let description: String
}

/// Waits until a condition holds. For what another thread does in its own time; the limit is generous, because it
/// only says when to give up.
/// - Throws: ``NeverHappened``, naming what was waited for, when the limit passes first.
public func eventually(
    _ what: String, within limit: Duration = .seconds(20), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
        if try await condition() { return }
        guard clock.now < end else {
            let failure = NeverHappened(description: "never happened within \(limit): \(what)")
            Issue.record(failure, sourceLocation: sourceLocation)
            throw failure
        }
        try await clock.sleep(for: .milliseconds(2))
    }
}
