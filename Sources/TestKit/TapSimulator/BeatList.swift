internal import TapConcurrency

/// The state of a virtual clock: the time, who ticks, and who waits for them. Pure: whoever holds the lock applies it
/// and then resolves what it returns.
struct BeatList {
    enum Step {
        case arrived
        /// The loop is busy from here on; deliver its beat.
        case beat(Int, OneShot<Bool>)
        /// A loop is busy; ask again when this is resolved.
        case busy(OneShot<Void>)
    }

    private enum Phase {
        /// At work, since the beat of this wait; nil before its first wait.
        case busy(OneShot<Bool>?)
        case waiting(OneShot<Bool>)
        /// Its task was cancelled: nobody waits for it until it waits itself.
        case left
    }

    private struct Loop {
        let interval: UInt64
        var due: UInt64
        var phase = Phase.busy(nil)

        var waiting: OneShot<Bool>? {
            if case .waiting(let beat) = phase { beat } else { nil }
        }
    }

    private(set) var now: UInt64
    private var lastID = 0
    private var loops: [Int: Loop] = [:]
    private var busyCount = 0
    private var observers: [OneShot<Void>] = []

    init(now: UInt64) { self.now = now }

    /// When the next beat falls due.
    private(set) var nextDue: UInt64?

    var isTicking: Bool {
        loops.values.contains { loop in
            if case .left = loop.phase { false } else { true }
        }
    }

    // MARK: Time

    mutating func step(towards target: UInt64) -> Step {
        if busyCount > 0 { return .busy(observe()) }
        guard let due = nextDue, due <= target else {
            now = max(now, target)
            return .arrived
        }
        // The oldest first, so that beats due together come in the order in which their tickers were made.
        let candidates = loops.filter { $0.value.due == due && $0.value.waiting != nil }
        guard let (id, loop) = candidates.min(by: { $0.key < $1.key }), let beat = loop.waiting else {
            return .arrived
        }
        now = max(now, due)
        loops[id]?.due = due + loop.interval
        change(id, to: .busy(beat))
        return .beat(id, beat)
    }

    mutating func moveAtOnce(to time: UInt64) -> Bool {
        guard busyCount == 0, nextDue.map({ $0 > time }) ?? true else { return false }
        now = max(now, time)
        return true
    }

    /// Something to wait for while fewer than `count` loops wait, or one is busy; nil when it is not so.
    mutating func lacksWaiters(_ count: Int) -> OneShot<Void>? {
        let waiting = loops.values.count { $0.waiting != nil }
        return busyCount == 0 && waiting >= count ? nil : observe()
    }

    // MARK: Loops

    mutating func add(every interval: UInt64) -> Int {
        lastID += 1
        loops[lastID] = Loop(interval: interval, due: now + interval)
        busyCount += 1
        return lastID
    }

    /// - Returns: whether the loop may wait, and who is to be told.
    mutating func wait(_ id: Int, for beat: OneShot<Bool>) -> (accepted: Bool, told: [OneShot<Void>]) {
        guard let loop = loops[id] else { return (false, []) }  // stopped
        precondition(loop.waiting == nil, "two tasks wait for one ticker")
        if loop.due <= now { loops[id]?.due = now + loop.interval }  // it was away for longer than a beat
        change(id, to: beat.current == nil ? .waiting(beat) : .left)
        return (true, takeObservers())
    }

    /// The task that waited for this beat was cancelled.
    mutating func leave(_ id: Int, _ beat: OneShot<Bool>) -> [OneShot<Void>] {
        switch loops[id]?.phase {
        case .waiting(let current) where current === beat: break
        case .busy(let last) where last === beat || last == nil: break
        default: return []
        }
        change(id, to: .left)
        return takeObservers()
    }

    /// - Returns: the wait that ends with it, and who is to be told.
    mutating func remove(_ id: Int) -> (waiting: OneShot<Bool>?, told: [OneShot<Void>]) {
        guard let loop = loops[id] else { return (nil, []) }
        change(id, to: .left)
        loops[id] = nil
        return (loop.waiting, takeObservers())
    }

    // MARK: Bookkeeping

    private mutating func change(_ id: Int, to phase: Phase) {
        if case .busy = loops[id]?.phase { busyCount -= 1 }
        if case .busy = phase { busyCount += 1 }
        loops[id]?.phase = phase
        nextDue = loops.values.lazy.filter { $0.waiting != nil }.map(\.due).min()
    }

    private mutating func observe() -> OneShot<Void> {
        let observer = OneShot<Void>()
        observers.append(observer)
        return observer
    }

    private mutating func takeObservers() -> [OneShot<Void>] {
        defer { observers = [] }
        return observers
    }
}
