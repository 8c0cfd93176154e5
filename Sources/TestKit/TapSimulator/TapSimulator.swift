internal import Synchronization
internal import TapConcurrency
public import TapHost

/// A host without a server: it plays scripts into the same callback that JACK calls.
///
/// Time is virtual, so a day passes in seconds, and a script gives the same result in every run. The callback is entered
/// through the C function that JACK's process thread enters, on a thread that knows nothing of Swift's tasks.
///
/// A complete test of one's own, which records a hole of exactly 480 frames:
///
///     import TapSimulator
///
///     let simulator = TapSimulator()
///     _ = try await simulator.open()
///
///     let ring = try PeriodRing(holding: .seconds(1), channels: 1, rate: SampleRate(48_000))
///     var consumer = ring.takeConsumer()
///     let tap = Tap(channels: 1, ring: ring)
///     let source = PortName("system:capture_1")
///     let installed = try simulator.installTap(tap, callback: makePeriodCallback(into: tap), on: [source])
///     try await simulator.activate(installed, inputs: ["in_1"])
///     try await simulator.connect(source, toChannel: 0)
///     tap.arm()
///
///     await simulator.play(.periods(1), .xrun(FrameCount(480)), .periods(1))
///
///     var times: [FrameTime] = []
///     while let time = consumer.withNextPeriod({ FrameTime(rawValue: $0.header.frameTimeBefore) }) {
///         times.append(time)
///     }
///     let hole = times[1].frames(since: times[0]) - FrameCount(256)   // 480
///
///     simulator.removeTap(installed)
///     try await simulator.deactivate()
///     try await simulator.close()
///
/// Scripts are values (``Step``). What happened, and in which order, stands in ``journal``. Control calls can be made to
/// fail or to hang: ``fail(_:with:after:times:)``, ``hang(_:after:)``. Unlike a JACK host it gives no call a deadline: one
/// that hangs does not return before it is released, whatever happens to the task that waits for it.
///
/// - Thread: any. Scripts play one after the other; control calls go on beside them.
public final class TapSimulator: TapHost {
    public let taps: TapRegistry
    /// The time of this server, to be given to whatever is tested.
    public let clock: VirtualClock
    /// What was asked and what happened, in order.
    public let journal: Journal

    let configuration: SimulatedServer
    let state: Mutex<SimulatorState>
    let gate = CallGate()
    let seat = PlaySeat()
    let runner: ProcessRunner
    let announcements = Broadcast<HostEvent>(depth: 4096)

    /// - Parameters:
    ///   - server: what the server is like.
    ///   - clock: its time; several simulators may share one.
    public init(_ server: SimulatedServer = SimulatedServer(), clock: VirtualClock = VirtualClock()) {
        precondition(
            (1...UInt32(PeriodPlayer.maximumFrames)).contains(server.framesPerPeriod),
            "a period has from 1 to 8192 frames")
        configuration = server
        self.clock = clock
        let journal = Journal()
        self.journal = journal
        state = Mutex(SimulatorState(server, time: clock.now()))
        runner = ProcessRunner(server.processThread)
        let whenRemoved = TapWatch()
        taps = TapRegistry { change in
            switch change {
            case .installed: journal.note(.tapInstalled, at: clock.now())
            case .removed:
                journal.note(.tapRemoved, at: clock.now())
                whenRemoved.call()
            case .released: journal.note(.tapReleased, at: clock.now())
            }
        }
        whenRemoved.set { [weak self] in self?.tapWasRemoved() }
    }

    deinit { state.withLock { $0.autoplay }?.cancel() }

    // MARK: Faults

    /// Makes a control call throw.
    /// - Parameters:
    ///   - callsBefore: calls that still succeed first.
    ///   - times: calls that fail; all of them when left out.
    public func fail(
        _ call: HostCall, with error: HostError, after callsBefore: Int = 0, times: Int = .max
    ) {
        gate.inject(error, into: call, after: callsBefore, times: times)
    }

    /// Makes a control call hang until it is released. It heeds nothing: no cancellation, no deadline.
    /// - Parameter callsBefore: calls that still return first.
    public func hang(_ call: HostCall, after callsBefore: Int = 0) {
        gate.inject(nil, into: call, after: callsBefore, times: .max)
    }

    /// Undoes ``fail(_:with:after:times:)`` and ``hang(_:after:)``. What hangs goes on and has its effect.
    public func release(_ call: HostCall) { gate.release(call) }

    /// Undoes every fault.
    public func releaseAll() { HostCall.allCases.forEach(release) }

    // MARK: Facts

    /// What the simulated server was made to be; nil before the client is active.
    public var isRealtimeThread: Bool? {
        state.withLock { $0.phase == .active } ? configuration.isRealtime : nil
    }

    // MARK: Announcements

    public func events() -> AsyncStream<HostEvent> { announcements.subscribe() }

    /// Announces to an open client.
    func announce(_ kinds: [HostEvent.Kind]) {
        guard !kinds.isEmpty, state.withLock({ $0.phase != .closed }) else { return }
        let time = clock.now()
        kinds.forEach { announcements.send(HostEvent($0, time: time)) }
    }

    func note(_ event: Journal.Event) { journal.note(event, at: clock.now()) }
}

/// What the registry calls when a tap is removed; set once the simulator stands.
private final class TapWatch: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }
    func call() { action.withLock { $0 }?() }
}
