internal import TapConcurrency
internal import TapRing

extension TakeWriter {
    /// Drains what is left, makes the files whole, checks them, and tells what became of the take. Cancellation does not
    /// shorten it; ``hurry()`` does. A second call returns the same report.
    package func finish(_ facts: TakeFacts) async -> TakeReport {
        switch state {
        case .finished(let report): return report
        case .new, .discarded: return makeReport(facts)
        case .prepared: break
        }
        // Read before the last drain: whatever it counts is in the ring by then.
        let counts = counts()
        enter(phase: .draining)
        drain(isFinal: true)
        drainTail(counts)
        takeNotes()
        if isPlaced { releasePeriod() }
        enter(phase: .finishing)
        isOver = true  // so that an empty part stays, too
        closePart()
        noteSidecar()
        var report = makeReport(facts)
        report.ring.droppedFrames = counts.overrunFrames
        report.ring.droppedPeriods = Int(clamping: counts.overrunPeriods)
        do throws(TakeError) {
            try sidecar?.finish(with: report)
        } catch {
            // A take without its report is not what was asked for; the lines of the sidecar stay.
            report.warnings.append(
                "\(error.description); what is known stands in \"\(sidecar?.partialPath ?? "")\"")
            report.exit = max(report.exit, Verdict.diskFailed.rawValue)
        }
        sidecar = nil
        state = .finished(report)
        publishPaths()
        enter(phase: .finished)
        broadcast.finish()
        return report
    }

    private func enter(phase: TakeStatus.Phase) {
        self.phase = phase
        publishStatus()
    }

    private func noteSidecar() {
        sidecar?.flush()
        if let failure = sidecar?.failure { ledger.warn(failure.description) }
    }

    private func makeReport(_ facts: TakeFacts) -> TakeReport {
        facts.warnings.forEach { ledger.warn($0) }
        return TakeReport(
            jacktap: facts.jacktap, startedAt: startedAt, stoppedBy: facts.end.name,
            exit: verdict(facts).rawValue, lossless: ledger.isLossless, server: facts.server,
            channels: makeChannels(facts), files: closedFiles,
            frames: TakeReport.Frames(
                expected: ledger.expected, recorded: ledger.recorded, silenceFilled: ledger.silenceFilled),
            gaps: ledger.gaps.sorted { $0.at < $1.at }, suspect: ledger.suspects, xruns: ledger.xruns,
            ring: TakeReport.Ring(
                seconds: facts.ringSeconds, bytes: facts.ringBytes,
                highWaterPercent: 100 * Double(highWater) / Double(max(consumer.capacityBytes, 1)),
                droppedFrames: .zero, droppedPeriods: 0),
            callback: TakeReport.Callback(
                periods: callbackTimes.count, p50: callbackTimes.percentile(0.5),
                p99: callbackTimes.percentile(0.99), max: callbackTimes.max),
            events: ledger.events, warnings: ledger.warnings)
    }

    /// The highest verdict that applies.
    private func verdict(_ facts: TakeFacts) -> Verdict {
        if case .prepared = state {} else { return .couldNotStart }
        var verdict = facts.end.verdict
        if !ledger.isLossless { verdict = max(verdict, .framesMissing) }
        if case .diskFailed? = ending { verdict = max(verdict, .diskFailed) }
        if isUnverified { verdict = max(verdict, .notVerified) }
        return verdict
    }

    private func makeChannels(_ facts: TakeFacts) -> [TakeReport.Channel] {
        plan.portNames.indices.map { channel in
            TakeReport.Channel(
                port: plan.portNames[channel],
                captureLatency: facts.captureLatencies.indices.contains(channel)
                    ? facts.captureLatencies[channel] : [0, 0],
                clipped: meters.clipped[channel], nonFinite: meters.nonFinite[channel],
                peak: meters.peaks[channel])
        }
    }
}
