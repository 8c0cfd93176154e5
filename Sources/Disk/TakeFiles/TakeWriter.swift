internal import Synchronization
package import TapConcurrency
package import TapRing

/// Writes a take: drains the ring, places every period, and keeps the files true.
///
/// An actor on a thread of its own, because disk writes block. It polls; nothing on the realtime side wakes it. Its
/// life: ``prepare()`` makes the files, ``run()`` follows the take until something ends it, ``finish(_:)`` makes
/// the files whole and tells what became of them. ``discard()`` takes everything back instead.
package actor TakeWriter {
    enum State {
        case new, prepared
        case finished(TakeReport)
        case discarded
    }

    /// What other threads may look at and leave behind at any time.
    struct Shared {
        var status: TakeStatus
        var wasLookedAt = false
        var partialPaths: [String] = []
        var notes: [Note] = []
        var isHurried = false
    }

    struct Note {
        var kind: String
        var detail: String
        var time: MonotonicTime
    }

    let plan: TakePlan
    let clock: any TakeClock
    let maker: any TakeFileMaker
    let counts: @Sendable () -> TapCounts
    private let thread = DedicatedThread(named: "jacktap-writer")
    nonisolated let shared: Mutex<Shared>
    nonisolated let broadcast: Broadcast<TakeStatus>
    let announce: @Sendable (_ kind: String, _ text: String) -> Void

    /// Resolves when the first period of the take has reached the writer, with the time of that period.
    package nonisolated let firstPeriod = OneShot<MonotonicTime>()

    var state = State.new
    var naming: TakeNaming?
    var consumer: RingConsumer
    var timeline: Timeline
    var ledger = TakeLedger()
    var meters: SampleMeters
    var callbackTimes = DurationHistogram()
    var sidecar: Sidecar?
    var startedAt = ""

    // The part that grows, and what became of earlier ones.
    var part: TakePart?
    var partNumber = 1
    var partRate: SampleRate
    var closedFiles: [TakeReport.File] = []
    var closedFrames = FrameCount.zero
    var isUnverified = false

    // Where the drain stands. It may stop between any two steps, and goes on there.
    var steps: [Timeline.Step] = []
    var nextStep = 0
    /// Whether the ring's oldest period is placed already; its samples are still there.
    var isPlaced = false
    var silenceOwed = FrameCount.zero
    /// Whether the take has all that it may have: nothing behind belongs to it.
    var isOver = false
    /// Why nothing is written any more.
    var lossCause: GapCause?
    var ending: TakeEnd?

    var phase = TakeStatus.Phase.armed
    var highWater = 0
    var freeBytes: Int64?
    var heldFrames = FrameCount.zero
    var watch: StallWatch
    var lastRefresh: MonotonicTime
    var lastSync: MonotonicTime
    /// By the machine's clock, because it is for people who wait.
    var lastProgress = ContinuousClock.now

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - counts: what the tap has counted by now.
    ///   - statuses: where the take's status goes at every look, while anybody listens.
    ///   - announce: told of everything that the writer itself finds: gaps, stalls, a failed disk. It runs on the
    ///     writer's thread.
    package init(
        plan: TakePlan, consumer: consuming sending RingConsumer, counts: @escaping @Sendable () -> TapCounts,
        clock: any TakeClock, files: any TakeFileMaker = SoundFileMaker(),
        statuses: Broadcast<TakeStatus> = Broadcast(depth: 4),
        announce: @escaping @Sendable (_ kind: String, _ text: String) -> Void = { _, _ in }
    ) {
        self.plan = plan
        self.consumer = consumer
        self.counts = counts
        self.clock = clock
        maker = files
        broadcast = statuses
        self.announce = announce
        timeline = Timeline(
            rate: plan.rate, clockCountsNewPeriod: plan.frameTimeCountsNewPeriod, length: plan.length)
        meters = SampleMeters(channels: plan.portNames.count)
        partRate = plan.rate
        let now = clock.now()
        watch = StallWatch(stallAfter: plan.stallAfter, timeout: plan.stallTimeout, start: now)
        lastRefresh = now
        lastSync = now
        shared = Mutex(Shared(status: TakeStatus(armed: plan)))
    }

    // MARK: Start

    /// Makes everything that the take needs on disk. When it fails, nothing of it stays.
    package func prepare() throws(TakeError) {
        guard case .new = state else { return }
        try checkChannels()
        let naming = try TakeNaming(plan)
        let paths = naming.paths(part: 1)
        let reportPath = naming.reportPath(plan.report)
        try check(paths, reportPath)
        let part = try TakePart(
            start: .zero, orders: orders(paths, rate: plan.rate), rate: plan.rate, maker: maker)
        do throws(TakeError) {
            try checkRoom(part)
            if let reportPath { sidecar = try Sidecar(reportPath, mayOverwrite: plan.mayOverwrite) }
        } catch {
            part.discard()
            throw error
        }
        self.naming = naming
        self.part = part
        state = .prepared
        noteArmed(paths)
        publishPaths()
        publishStatus()
    }

    private func checkChannels() throws(TakeError) {
        let channels = plan.portNames.count
        precondition(channels > 0, "a take has channels")
        guard plan.isPerPort || channels <= Container.maximumChannels else {
            throw TakeError(
                .tooManyChannels, path: plan.nameTemplate,
                "\(channels) channels do not fit in one file, which holds \(Container.maximumChannels); "
                    + "record one file a port with --per-port")
        }
    }

    private func check(_ paths: [String], _ reportPath: String?) throws(TakeError) {
        for path in paths + [reportPath].compactMap({ $0 }) {
            try PartialFile.refuseExisting(path, mayOverwrite: plan.mayOverwrite)
        }
        if let reportPath, paths.contains(reportPath) {
            throw TakeError(
                .badName, path: reportPath,
                "\"\(reportPath)\" cannot be both the take and its report; name another report with --report")
        }
    }

    private func checkRoom(_ part: TakePart) throws(TakeError) {
        freeBytes = part.freeBytes
        guard let free = freeBytes, free < plan.minimumFreeBytes else { return }
        throw TakeError(
            .noRoom, path: part.partialPaths[0],
            "the disk of \"\(TakePath.directory(of: part.partialPaths[0]))\" has \(free >> 20) MiB left, less than the "
                + "\(plan.minimumFreeBytes >> 20) MiB that must stay free; make room, or lower --min-free")
    }

    func orders(_ paths: [String], rate: SampleRate) -> [TakeFileOrder] {
        paths.map { path in
            TakeFileOrder(
                path: path, container: plan.container, encoding: plan.encoding,
                channels: plan.isPerPort ? 1 : plan.portNames.count, rate: rate,
                mayOverwrite: plan.mayOverwrite)
        }
    }

    private func noteArmed(_ paths: [String]) {
        sidecar?.add(
            "armed",
            [
                JSONValue.Member("schema", .integer(TakeReport.schemaVersion)),
                JSONValue.Member("rate", .integer(plan.rate.rawValue)),
                JSONValue.Member("files", .array(paths.map { .string($0) })),
                JSONValue.Member("ports", .array(plan.portNames.map { .string($0) })),
            ])
        sidecar?.flush()
    }

    // MARK: Taking back

    /// Removes everything that was made: nothing was recorded. Idempotent; without effect on a finished take.
    package func discard() {
        switch state {
        case .finished, .discarded: return
        case .new, .prepared: break
        }
        part?.discard()
        part = nil
        sidecar?.discard()
        sidecar = nil
        state = .discarded
        publishPaths()
        broadcast.finish()
    }

    // MARK: From any thread

    /// Leaves an event for the report and the sidecar; it is placed where `time` lies on the take. It never waits, also
    /// not for a disk that hangs.
    package nonisolated func note(_ kind: String, detail: String = "", at time: MonotonicTime) {
        shared.withLock { $0.notes.append(Note(kind: kind, detail: detail, time: time)) }
    }

    /// Shortens the end: what is still unread in the ring is dropped, and reported as a gap that is not filled.
    /// The files are made whole all the same.
    package nonisolated func hurry() { shared.withLock { $0.isHurried = true } }

    /// How the take stood at the last look of the writer; it may have gone on since.
    package nonisolated var status: TakeStatus {
        shared.withLock { shared in
            shared.wasLookedAt = true
            return shared.status
        }
    }

    /// The status at every look of the writer, from now on, until the take is finished.
    package nonisolated func statuses() -> AsyncStream<TakeStatus> { broadcast.subscribe() }

    /// The files that would stay under their partial names if nothing more happened.
    package nonisolated var partialPaths: [String] { shared.withLock(\.partialPaths) }
}
