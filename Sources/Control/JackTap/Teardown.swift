internal import TakeFiles
internal import TapCallback
internal import TapConcurrency
internal import TapHost
internal import TapRing

/// How every take ends. The tap is removed already: no period is accepted any more.
///
/// First the callback acknowledges that. Then two things go on side by side, and neither waits for the other: the
/// client leaves the graph, and the ring's rest goes to disk. What a callback could reach is held until both are done.
struct Teardown: Sendable {
    let host: any TapHost
    let control: TakeControl
    let configuration: SessionConfiguration
    /// Nil when the failure came before the files.
    let take: PreparedTake?
    /// What callbacks can reach: held here until the client has left and the files are done.
    let tap: InstalledTap?
    /// Why the take could not begin, when it could not.
    let failure: SessionError?

    func run() async -> Result<TakeReport, SessionError> {
        let reason = await control.ended
        if let take, take.tap.counts.periods > 0 { control.announce(.draining, "stopped by \(reason.name)") }
        await acknowledgement(reason)
        async let departure: Void = leave()
        let result = await finishFiles(reason)
        await departure
        control.take(.finish)
        return withExtendedLifetime(tap) { result }
    }

    /// Waits until the callback has seen the removal, as long as it may take it: two periods, but 100 ms at least.
    /// A server that is gone or stalled runs no callback.
    private func acknowledgement(_ reason: TakeEnd) async {
        guard let take, take.tap.counts.periods > 0 else { return }
        if case .serverLost = reason { return }
        if reason == .stalled { return }
        let period = take.server.rate.duration(of: FrameCount(take.server.framesPerPeriod))
        let limit = max(period * 2, .milliseconds(100))
        let clock = ContinuousClock()
        let start = clock.now
        while !take.tap.isAcknowledged, clock.now - start < limit {
            do {
                try await clock.sleep(for: .milliseconds(1))
            } catch {
                return  // nobody cancels a teardown; and the deactivation waits for the callback as well
            }
        }
    }

    /// Takes the client out of the graph. A server that does not answer cannot hold the take up.
    private func leave() async {
        guard control.hasClient else { return }  // one that opens late is the host's own affair
        let outcome = await withDeadline(configuration.leaveDeadline, heedsCancellation: false) { [host] in
            do {
                try await host.deactivate()
            } catch {
                // Closing does it as well, and says whether the client is gone.
            }
            try await host.close()
        }
        switch outcome {
        case .finished(.success), .cancelled:
            control.take(.clientLeft)
            control.announce(.left, "the client has left the graph")
        case .finished(.failure(let error)):
            control.announce(.warning, "the client may still be in the graph: \(error)")
        case .expired:
            control.announce(.warning, "the client may still be in the graph: the server does not answer")
        }
    }

    private func finishFiles(_ reason: TakeEnd) async -> Result<TakeReport, SessionError> {
        guard let take else { return .failure(failure ?? .nothingRecorded(reason)) }
        guard take.tap.counts.periods > 0 else {
            await take.writer.discard()
            return .failure(failure ?? .nothingRecorded(reason))
        }
        let facts = facts(of: take, reason: reason)
        let outcome = await withDeadline(configuration.flushDeadline, heedsCancellation: false) {
            await take.writer.finish(facts)
        }
        if case .finished(.success(let report)) = outcome { return .success(report) }
        let paths = take.writer.partialPaths
        return .failure(
            SessionError(
                .flushExpired,
                "the disk did not take the rest of the take within \(configuration.flushDeadline): it may be "
                    + "truncated; what was written is in \(paths.joined(separator: ", "))",
                verdict: .diskFailed, partialFiles: paths))
    }
}

extension Teardown {
    /// What the report needs and the writer does not know.
    private func facts(of take: PreparedTake, reason: TakeEnd) -> TakeFacts {
        let server = take.server
        let ringFrames = Double(take.ring.byteCount / (take.channels.count * 4))
        return TakeFacts(
            end: reason, jacktap: JackTapVersion.current,
            server: TakeReport.Server(
                name: server.name, version: server.version, rate: server.rate.rawValue,
                period: server.framesPerPeriod, realtime: take.notes.isRealtime ?? server.isRealtime),
            captureLatencies: take.notes.captureLatencies.map { [$0.min, $0.max] },
            ringSeconds: ringFrames / Double(server.rate.rawValue), ringBytes: take.ring.byteCount,
            warnings: take.notes.warnings)
    }
}
