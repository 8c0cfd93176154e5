internal import Synchronization
public import TapConcurrency
public import TapRing

/// A clock that stands still until it is told to move, so that a day passes in seconds and every run is the same.
///
/// It moves in lock-step with the loops that tick by it: for each beat that falls due, the loop is woken, and the clock
/// waits until that loop asks for its next beat, or stops its ticker. A ticker that was made and has not yet been asked
/// for a beat counts as busy, so that no time passes before its loop has begun.
///
///     let clock = VirtualClock()
///     let ticker = clock.makeTicker(every: .milliseconds(20))
///     let loop = Task {
///         defer { ticker.stop() }
///         while looksAfterSomething { try await ticker.next() }
///     }
///     await clock.advance(by: .seconds(1))   // the loop has run fifty times now
public final class VirtualClock: TakeClock {
    private let beats: Mutex<BeatList>

    /// - Parameter start: what ``now()`` says until the clock is moved.
    public init(startingAt start: MonotonicTime = MonotonicTime(rawValue: 1_000_000_000)) {
        beats = Mutex(BeatList(now: start.rawValue))
    }

    public func now() -> MonotonicTime { MonotonicTime(rawValue: beats.withLock { $0.now }) }

    /// A metronome for one loop: one task at a time may wait for its beats.
    public func makeTicker(every interval: Duration) -> any Ticker {
        let nanoseconds = MonotonicTime(rawValue: 0).advanced(by: interval).rawValue
        precondition(interval > .zero, "a ticker needs an interval above zero")
        return VirtualTicker(clock: self, id: beats.withLock { $0.add(every: max(nanoseconds, 1)) })
    }

    /// Whether a loop ticks by this clock: a ticker was made and not stopped, and its task was not cancelled.
    public var isTicking: Bool { beats.withLock { $0.isTicking } }

    // MARK: Moving

    /// Lets time pass, beat by beat. When the calling task is cancelled, time stops where it is.
    public func advance(by duration: Duration) async { await advance(to: now().advanced(by: duration)) }

    /// Lets time pass until `time`; at once when that is past. When the calling task is cancelled, time stops where
    /// it is.
    public func advance(to time: MonotonicTime) async {
        while !Task.isCancelled {
            switch beats.withLock({ $0.step(towards: time.rawValue) }) {
            case .arrived:
                return
            case .beat(let id, let beat):
                if !beat.resolve(true) { leave(id, beat) }  // its task was cancelled first
            case .busy(let settled):
                await withTaskCancellationHandler {
                    await settled.value
                } onCancel: {
                    settled.resolve(())
                }
            }
        }
    }

    /// Waits until so many loops wait for their beats, and none is busy. For a test that has started a loop elsewhere
    /// and must not let time pass before it ticks. It ends early when the calling task is cancelled.
    public func waitForTickers(_ count: Int = 1) async {
        while !Task.isCancelled, let changed = beats.withLock({ $0.lacksWaiters(count) }) {
            await withTaskCancellationHandler {
                await changed.value
            } onCancel: {
                changed.resolve(())
            }
        }
    }

    /// Moves time on when nobody needs to be woken on the way: no beat falls due until then, and no loop is busy.
    func moveAtOnce(to time: MonotonicTime) -> Bool { beats.withLock { $0.moveAtOnce(to: time.rawValue) } }

    // MARK: For tickers

    fileprivate func wait(_ id: Int, for beat: OneShot<Bool>) {
        let (accepted, settled) = beats.withLock { $0.wait(id, for: beat) }
        if !accepted { beat.resolve(false) }
        settled.forEach { $0.resolve(()) }
    }

    fileprivate func leave(_ id: Int, _ beat: OneShot<Bool>) {
        beats.withLock { $0.leave(id, beat) }.forEach { $0.resolve(()) }
    }

    fileprivate func remove(_ id: Int) {
        let (waiting, settled) = beats.withLock { $0.remove(id) }
        waiting?.resolve(false)
        settled.forEach { $0.resolve(()) }
    }
}

/// One loop's metronome on a virtual clock. It stops when it is released.
private final class VirtualTicker: Ticker {
    private let clock: VirtualClock
    private let id: Int

    init(clock: VirtualClock, id: Int) {
        self.clock = clock
        self.id = id
    }

    deinit { stop() }

    func next() async throws(CancellationError) {
        let beat = OneShot<Bool>()
        let isBeat = await withTaskCancellationHandler {
            clock.wait(id, for: beat)
            return await beat.value
        } onCancel: {
            if beat.resolve(false) { clock.leave(id, beat) }
        }
        if !isBeat { throw CancellationError() }
    }

    func stop() { clock.remove(id) }
}
