internal import Synchronization
internal import TapConcurrency
internal import TapRing

extension TakeWriter {
    /// A drained ring costs little; a full one costs frames. So it is looked at often for the time that it holds.
    private var tickInterval: Duration {
        let bytesPerSecond = max(Double(plan.portNames.count * 4) * Double(plan.rate.rawValue), 1)
        let seconds = Double(consumer.capacityBytes) / bytesPerSecond / 4
        return min(plan.lookInterval, max(.milliseconds(2), .seconds(seconds)))
    }

    /// Headers and blocks are never older than this when the writer keeps up; with one tick, less than a second.
    private static let refreshInterval = Duration.milliseconds(900)

    /// Follows the take until it has its length, its policy or the disk ends it, or it stalls for too long.
    /// - Returns: why it ended; nil when its task was cancelled, or when there is nothing to follow.
    package func run() async -> TakeEnd? {
        let ticker = clock.makeTicker(every: tickInterval)
        defer { ticker.stop() }
        let now = clock.now()
        watch = StallWatch(stallAfter: plan.stallAfter, timeout: plan.stallTimeout, start: now)
        lastRefresh = now
        lastSync = now
        while case .prepared = state, !Task.isCancelled {
            if let end = tick() { return end }
            do {
                try await ticker.next()
            } catch {
                return nil
            }
        }
        return nil
    }

    /// One look at everything.
    private func tick() -> TakeEnd? {
        drain(isFinal: false)
        takeNotes()
        let now = clock.now()
        let counts = counts()
        let stall = lookForStall(counts, now)
        keepTrue(now)
        updatePhase(counts)
        publishStatus()
        return ending ?? stall
    }

    // MARK: Watching

    private func lookForStall(_ counts: TapCounts, _ now: MonotonicTime) -> TakeEnd? {
        switch watch.look(counts, rate: timeline.rate, now: now) {
        case .none: return nil
        case .stalled(let silence): enter("stalled", "no period for \(Self.milliseconds(silence)) ms")
        case .resumed(let silence): enter("resumed", "after \(Self.milliseconds(silence)) ms")
        case .timedOut: return .stalled
        }
        return nil
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private func updatePhase(_ counts: TapCounts) {
        defer { heldFrames = counts.heldFrames }
        if counts.periods == 0 {
            phase = .armed
        } else if watch.isStalled {
            phase = .stalled
        } else {
            phase = counts.heldFrames > heldFrames ? .held : .recording
        }
    }

    /// Once a second: data, then header, to the file; at the sync interval to the device; and a look at the room.
    func keepTrue(_ now: MonotonicTime) {
        let interval = min(Self.refreshInterval, plan.syncInterval)
        guard now.duration(since: lastRefresh) >= interval, lossCause == nil, let part else {
            return
        }
        lastRefresh = now
        do throws(TakeError) {
            if now.duration(since: lastSync) >= plan.syncInterval {
                lastSync = now
                try part.sync()
            } else {
                try part.refresh()
            }
        } catch {
            failDisk(error)
        }
        freeBytes = part.freeBytes
        if let freeBytes, freeBytes < plan.minimumFreeBytes, ending == nil { ending = .lowDisk }
    }

    // MARK: Events

    /// Takes in what other threads left.
    func takeNotes() {
        let notes = shared.withLock { shared in
            let notes = shared.notes
            shared.notes = []
            return notes
        }
        for note in notes { write(note.kind, note.detail, at: timeline.position(at: note.time)) }
        sidecar?.flush()
    }

    /// Enters an event that the writer itself has found, and announces it.
    func enter(_ kind: String, _ detail: String, at place: FrameCount? = nil) {
        write(kind, detail, at: place ?? ledger.expected)
        announce(kind, detail)
    }

    /// Writes an event into the report and the sidecar.
    private func write(_ kind: String, _ detail: String, at place: FrameCount) {
        let event = TakeReport.Event(at: place, kind: kind, detail: detail)
        ledger.event(event)
        sidecar?.add(
            kind, [JSONValue.Member("at", event.at.jsonValue), JSONValue.Member("detail", .string(detail))])
    }

    // MARK: Status

    /// Publishes how the take stands.
    func publishStatus() {
        let isWanted = broadcast.isWanted
        let isLookedAt = shared.withLock { shared in
            defer { shared.wasLookedAt = false }
            return shared.wasLookedAt
        }
        let peaks = isWanted || isLookedAt ? meters.takePeaks() : meters.recentPeaks
        let status = makeStatus(peaks: peaks)
        shared.withLock { $0.status = status }
        if isWanted { broadcast.send(status) }
    }

    /// Publishes how the take stands in the middle of a long drain; a short one is worth no status of its own.
    func publishProgress() {
        let now = ContinuousClock.now
        guard now - lastProgress >= plan.lookInterval else { return }
        lastProgress = now
        publishStatus()
    }

    private func makeStatus(peaks: [Float]) -> TakeStatus {
        let fill = consumer.fillBytes
        let capacity = Double(max(consumer.capacityBytes, 1))
        let byteRate = Double(part?.frameBytes ?? 0) * Double(partRate.rawValue)
        let room = freeBytes.map { Double(max($0 - plan.minimumFreeBytes, 0)) }
        return TakeStatus(
            phase: phase, frames: ledger.recorded + ledger.silenceFilled, rate: timeline.rate, peaks: peaks,
            clippedSamples: meters.clipped, ringPercent: 100 * Double(fill) / capacity,
            highWaterPercent: 100 * Double(highWater) / capacity, lostFrames: ledger.lost,
            suspectFrames: ledger.suspectFrames, xruns: ledger.xruns.count, freeBytes: freeBytes,
            secondsLeft: byteRate > 0 ? room.map { $0 / byteRate } : nil, undrainedBytes: fill)
    }

    /// Publishes the names that would stay.
    func publishPaths() {
        var paths = part?.partialPaths ?? []
        if let sidecar = sidecar?.partialPath { paths.append(sidecar) }
        shared.withLock { $0.partialPaths = paths }
    }
}

extension TakeStatus {
    /// A take that waits for its first period.
    init(armed plan: TakePlan) {
        let channels = plan.portNames.count
        self.init(
            phase: .armed, frames: .zero, rate: plan.rate, peaks: Array(repeating: 0, count: channels),
            clippedSamples: Array(repeating: 0, count: channels), ringPercent: 0, highWaterPercent: 0,
            lostFrames: .zero, suspectFrames: .zero, xruns: 0, freeBytes: nil, secondsLeft: nil,
            undrainedBytes: 0)
    }
}
