internal import Synchronization
internal import TapConcurrency
internal import TapHost
internal import TapRing

extension TapSimulator {
    // MARK: Scripts

    /// Plays a script: see ``play(_:)-([Step])``.
    public func play(_ steps: Step...) async { await play(steps) }

    /// Plays a script, and returns when its last step is done. Whatever ticks by ``clock`` gets its beats on the way, and
    /// the script waits for it. When the calling task is cancelled, the script ends where it is.
    public func play(_ steps: [Step]) async {
        await seat.take()
        defer { seat.leave() }
        catchUp()
        for step in steps where !Task.isCancelled { await perform(step) }
    }

    private func perform(_ step: Step) async {
        switch step {
        case .periods(let count):
            await run(count)
        case .stragglers(let count):
            await run(count, isStraggler: true)
        case .latePeriod(let duration):
            await run(1, late: duration)
            await clock.advance(by: duration)
        case .xrun(let frames):
            announceXrun()
            await skip(frames)
        case .skip(let frames):
            await skip(frames)
        case .deviceXrun(let duration):
            announceXrun()
            await pass(duration)
        case .xrunNotice:
            announceXrun()
        case .silence(let duration):
            await pass(duration)
        case .hang:
            gate.hang()
            state.withLock { if $0.server == .running { $0.server = .hung } }
        case .unhang:
            state.withLock { if $0.server == .hung { $0.server = .running } }
            gate.unhang()
        case .shutdown(let reason):
            shutDown(reason)
        case .lateNotices:
            announce(state.withLock { $0.noticesAfterShutdown })
        case .restart:
            let now = clock.now()
            state.withLock { $0.restart(at: now) }
        default:
            announce(state.withLock { $0.apply(step) })
        }
    }

    private func announceXrun() {
        state.withLock { $0.xruns &+= 1 }
        announce([.xrun])
    }

    private func shutDown(_ reason: String) {
        let wasUp = state.withLock { state in
            defer {
                state.server = .down
                state.isClientLost = state.phase != .closed
            }
            return state.server != .down
        }
        guard wasUp else { return }
        announce([.serverLost(reason: reason)])
        gate.unhang()  // calls into it fail now
    }

    // MARK: Time

    private func catchUp() {
        let now = clock.now().rawValue
        state.withLock { $0.schedule.catchUp(with: now) }
    }

    private func skip(_ frames: FrameCount) async {
        let time = state.withLock { state in
            if state.server == .running { state.schedule.skip(frames) }
            state.schedule.pass(frames: UInt64(frames.rawValue))
            return state.schedule.time
        }
        await clock.advance(to: MonotonicTime(rawValue: time))
    }

    private func pass(_ duration: Duration) async {
        let nanoseconds = MonotonicTime(rawValue: 0).advanced(by: duration).rawValue
        let time = state.withLock { state in
            state.schedule.pass(nanoseconds: nanoseconds)
            return state.schedule.time
        }
        await clock.advance(to: MonotonicTime(rawValue: time))
    }

    // MARK: Periods

    private func run(_ count: Int, late: Duration? = nil, isStraggler: Bool = false) async {
        let late = late.map { MonotonicTime(rawValue: 0).advanced(by: $0).rawValue }
        var left = count
        while left > 0, !Task.isCancelled {
            let some = left
            left = await runner.run { [self] in runAtOnce(some, late: late, isStraggler: isStraggler) }
            guard left > 0 else { return }
            let time = state.withLock { $0.schedule.nextPeriod }
            await clock.advance(to: MonotonicTime(rawValue: time))  // somebody's beat falls due before
        }
    }

    /// Runs periods until a beat falls due before the next one.
    /// - Returns: how many are left.
    private func runAtOnce(_ count: Int, late: UInt64?, isStraggler: Bool) -> Int {
        for done in 0..<max(count, 0) {
            let time = MonotonicTime(rawValue: state.withLock { $0.schedule.nextPeriod })
            guard clock.moveAtOnce(to: time) else { return count - done }
            let now = clock.now()
            let (plan, notice) = state.withLock { state in
                let plan = state.nextPeriod(at: now, late: late, isStraggler: isStraggler)
                defer { state.lateNotice = nil }
                return (plan, state.lateNotice)
            }
            if let plan {
                plan.player.run(plan)
                finish(plan)
            }
            if let notice { announce([notice]) }
        }
        return 0
    }

    private func finish(_ plan: PeriodPlan) {
        let isAcknowledged = plan.installed.tap.isAcknowledged
        let (waiting, isFirst) = state.withLock { state in
            let isFirst = isAcknowledged && !state.hasAcknowledged
            if isFirst { state.hasAcknowledged = true }
            return (state.endPeriod(), isFirst)
        }
        if isFirst { note(.tapAcknowledged) }
        waiting.forEach { $0.resolve(()) }
    }

    // MARK: Periods without a script

    func clientWasActivated() {
        if configuration.autoplay == .whileActive { startAutoplay() }
    }

    func tapWasRemoved() {
        if configuration.autoplay == .afterRemoval { startAutoplay() }
    }

    private func startAutoplay() {
        state.withLock { state in
            guard state.phase == .active, state.autoplay == nil else { return }
            state.autoplay = Task { [weak self] in
                while !Task.isCancelled, await self?.playOn() ?? false {}
            }
        }
    }

    /// Plays a little while the client is active.
    /// - Returns: whether to go on.
    private func playOn() async -> Bool {
        await seat.take()
        let (isActive, isRunning) = state.withLock { ($0.phase == .active, $0.isRunningPeriods) }
        guard isActive else {
            seat.leave()
            return false
        }
        catchUp()
        let isPaced = clock.isTicking
        if isRunning { await run(isPaced ? 64 : 1) } else { await pass(.milliseconds(1)) }
        seat.leave()
        if isRunning && isPaced { return true }
        // Nobody holds time back: one step a millisecond, so that the machine is left to others.
        do {
            try await Task.sleep(for: .milliseconds(1))
        } catch {
            return false
        }
        return true
    }
}
