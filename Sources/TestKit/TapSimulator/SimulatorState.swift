internal import CTapPeriod
internal import TapConcurrency
internal import TapHost
internal import TapRing

/// Everything that changes in a simulator, behind its lock.
struct SimulatorState {
    enum Server {
        case running
        /// It stopped, like a stopped process.
        case hung
        case down
    }

    enum Phase {
        case closed, open, active
    }

    let configuration: SimulatedServer
    var server = Server.running
    var graph: ServerGraph { didSet { routes = nil } }
    var schedule: PeriodSchedule

    var phase = Phase.closed
    /// The server went away under the client.
    var isClientLost = false
    /// Held until the client has closed.
    var installed: InstalledTap?
    var player: PeriodPlayer?
    private(set) var inputs: [PortName] = []

    var xruns: UInt32 = 0
    var missing: Set<Int> = []
    /// What is announced after the next period.
    var lateNotice: HostEvent.Kind?
    /// Nil when the graph has changed since they were last needed.
    private var routes: [PeriodPlan.Route]?

    private(set) var isCallbackRunning = false
    private var whenCallbackEnds: [OneShot<Void>] = []
    var hasAcknowledged = false
    var autoplay: Task<Void, Never>?

    init(_ configuration: SimulatedServer, time: MonotonicTime) {
        self.configuration = configuration
        graph = ServerGraph(configuration.ports)
        schedule = PeriodSchedule(configuration, time: time)
    }

    /// A fresh server in the place of one that went away.
    mutating func restart(at time: MonotonicTime) {
        guard server == .down else { return }
        server = .running
        graph = ServerGraph(configuration.ports)
        schedule = PeriodSchedule(configuration, time: time)
    }

    mutating func setFreewheel(_ isOn: Bool) {
        schedule.isFreewheeling = isOn
        routes = nil
    }

    mutating func rename(_ old: PortName, to new: PortName) -> [HostEvent.Kind] {
        let notices = graph.rename(old, to: new)
        if !notices.isEmpty { inputs = inputs.map { $0 == old ? new : $0 } }
        return notices
    }

    // MARK: The client

    var isRunningPeriods: Bool { server == .running && phase == .active && !isClientLost }

    /// - Returns: what there is to announce, or nil when a port's name is taken.
    mutating func activate(_ tap: InstalledTap, inputs names: [PortName]) -> [HostEvent.Kind]? {
        guard Set(names).count == names.count, names.allSatisfy({ graph.port($0) == nil }) else { return nil }
        installed = tap
        inputs = names
        hasAcknowledged = false
        player = PeriodPlayer(channels: names.count, signal: configuration.signal)
        phase = .active
        return names.flatMap { graph.add(PortDescription(name: $0, direction: .input)) }
    }

    /// - Returns: what there is to announce; nil when the client was not active.
    mutating func deactivate() -> [HostEvent.Kind]? {
        guard phase == .active else { return nil }
        phase = .open
        defer { inputs = [] }
        return server == .down ? [] : inputs.flatMap { graph.remove($0) }
    }

    /// - Returns: the tap that the client held, to be released outside the lock; nil when nothing was open.
    mutating func close() -> (wasOpen: Bool, tap: InstalledTap?) {
        let wasOpen = phase != .closed
        phase = .closed
        isClientLost = false
        player = nil
        defer { installed = nil }
        return (wasOpen, installed)
    }

    // MARK: Periods

    /// Moves the server on by one period, and says what the client's callback is to be given, if it runs.
    mutating func nextPeriod(at time: MonotonicTime, late: UInt64?, isStraggler: Bool) -> PeriodPlan? {
        schedule.passPeriod()
        guard server == .running || isStraggler else { return nil }
        schedule.begin()
        let cycles = late.map { schedule.periods(in: $0) } ?? 0
        let frames = schedule.framesPerPeriod
        if cycles > 1 {
            let lost = Int64(cycles - 1) * Int64(frames)
            schedule.skip(FrameCount(lost))
            schedule.pass(frames: UInt64(lost))
        }
        guard isRunningPeriods || isStraggler, let installed, let player else { return nil }
        isCallbackRunning = true
        let duration = MonotonicTime(rawValue: 0).advanced(by: configuration.callbackDuration).rawValue
        return PeriodPlan(
            installed: installed, player: player, frames: frames, rate: schedule.rate.rawValue, xruns: xruns,
            flags: schedule.isFreewheeling ? TAP_PERIOD_FREEWHEELING.rawValue : 0,
            frameTime: schedule.frameTime, position: schedule.position, monotonic: time.rawValue,
            duration: late ?? duration, framesUnderCopy: cycles &* frames,
            routes: currentRoutes(channels: installed.tap.channels),
            missing: missing)
    }

    /// - Returns: who waits for the callback's end.
    mutating func endPeriod() -> [OneShot<Void>] {
        isCallbackRunning = false
        defer { whenCallbackEnds = [] }
        return whenCallbackEnds
    }

    /// Something to wait for while a callback runs.
    mutating func callbackEnd() -> OneShot<Void>? {
        guard isCallbackRunning else { return nil }
        let end = OneShot<Void>()
        whenCallbackEnds.append(end)
        return end
    }

    /// The sources of each input. While a server freewheels, its driver is cut off: physical ports give silence.
    private mutating func currentRoutes(channels: Int) -> [PeriodPlan.Route] {
        if let routes { return routes }
        let isCutOff = schedule.isFreewheeling
        let new = (0..<channels).map { channel in
            guard channel < inputs.count else { return PeriodPlan.Route() }
            return graph.sources(of: inputs[channel]).compactMap { port in
                isCutOff && port.description.isPhysical ? nil : port.source
            }
        }
        routes = new
        return new
    }
}

// MARK: - Steps

extension SimulatorState {
    /// Carries out a step that takes no time.
    /// - Returns: what there is to announce.
    mutating func apply(_ step: TapSimulator.Step) -> [HostEvent.Kind] {
        switch step {
        case .missingPlanes(let channels): missing = channels
        case .addPort(let port): return graph.add(port)
        case .removePort(let name): return graph.remove(name)
        case .renamePort(let old, let new): return rename(old, to: new)
        case .connect(let source, let destination): return graph.connect(source, destination)
        case .disconnect(let source, let destination): return graph.disconnect(source, destination)
        case .disconnectAll(let name): return graph.disconnectAll(name)
        case .reconnectAll(let name): return graph.reconnectAll(name)
        case .latency(let name, let range): return graph.setCaptureLatency(of: name, to: range)
        case .framesPerPeriod(let frames, let notice): return setPeriod(frames, notice: notice)
        case .rate(let rate):
            schedule.setRate(rate)
            return [.rateChanged(rate)]
        case .freewheel(let isOn):
            setFreewheel(isOn)
            return [.freewheel(isOn)]
        case .frameTime(let time): schedule.restart(at: time)
        case .notice(let kind): return [kind]
        default: break  // takes time, or concerns more than this state
        }
        return []
    }

    private mutating func setPeriod(
        _ frames: UInt32, notice: TapSimulator.NoticeTime
    ) -> [HostEvent.Kind] {
        precondition(
            (1...UInt32(PeriodPlayer.maximumFrames)).contains(frames), "a period has from 1 to 8192 frames")
        schedule.framesPerPeriod = frames
        if notice == .before { return [.periodChanged(frames)] }
        lateNotice = .periodChanged(frames)
        return []
    }

    /// What jack2 sends when its server ends in good order, after the notice of it.
    var noticesAfterShutdown: [HostEvent.Kind] {
        guard server == .down else { return [] }
        let connections = graph.connections.map {
            HostEvent.Kind.disconnected(source: $0.source, destination: $0.destination)
        }
        let ports = graph.ports.map { HostEvent.Kind.portUnregistered($0.description.name) }
        return connections + ports
    }
}
