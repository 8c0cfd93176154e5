import TapConcurrency
import TapRing
import TestSupport
import Testing

@testable import TakeFiles

@Suite("A running writer")
struct RunTests {
    /// A bench whose writer runs, and looks when the test says so.
    private struct Running {
        let bench: Bench
        let task: Task<TakeEnd?, Never>

        init(_ bench: Bench) async throws {
            self.bench = bench
            try await bench.writer.prepare()
            task = Task { await bench.writer.run() }
            await bench.clock.beat()
        }

        var status: TakeStatus { bench.writer.status }
        func beat() async { await bench.clock.beat() }
    }

    @Test("ends with its task, without a reason of its own")
    func endsWithTask() async throws {
        let running = try await Running(try Bench())
        running.task.cancel()
        #expect(await running.task.value == nil)
        await running.bench.writer.discard()
    }

    @Test("has nothing to follow before it is prepared, or after the end")
    func needsPreparation() async throws {
        let bench = try Bench()
        #expect(await bench.writer.run() == nil)
        try await bench.writer.prepare()
        bench.feed.period(64)
        _ = await bench.finish()
        #expect(await bench.writer.run() == nil)
    }

    @Test("goes from armed to recording, stalled and held as periods come and stay away")
    func showsPhases() async throws {
        let running = try await Running(try Bench())
        let feed = running.bench.feed
        #expect(running.status.phase == .armed)
        feed.periods(4, of: 256)
        await running.beat()
        #expect(running.status.phase == .recording)
        feed.stall(nanoseconds: 300_000_000)
        await running.beat()
        #expect(running.status.phase == .stalled)
        feed.periods(4, of: 256)
        await running.beat()
        #expect(running.status.phase == .recording)
        feed.period(256, isHeld: true)
        await running.beat()
        #expect(running.status.phase == .held)
        feed.periods(4, of: 256)
        await running.beat()
        #expect(running.status.phase == .recording)
        running.task.cancel()
        _ = await running.task.value
        let report = await running.bench.finish()
        #expect(report.events.map(\.kind) == ["stalled", "resumed", "held"])
        #expect(report.events.map(\.at) == [FrameCount(1024), FrameCount(2048), FrameCount(2048)])
        #expect(running.status.phase == .finished)
    }

    @Test("a freewheel of any length is no stall")
    func holdIsNoStall() async throws {
        let running = try await Running(try Bench())
        let feed = running.bench.feed
        feed.period(256)
        for _ in 0..<100 {
            feed.period(256, isHeld: true)
            feed.stall(nanoseconds: 200_000_000)
            await running.beat()
            #expect(running.status.phase != .stalled)
        }
        running.task.cancel()
        _ = await running.task.value
        #expect(await running.bench.finish().exit == 0)
    }

    @Test("gives up a take that stalls for longer than it may")
    func givesUp() async throws {
        let running = try await Running(try Bench { $0.stallTimeout = .seconds(2) })
        running.bench.feed.period(256)
        running.bench.feed.stall(nanoseconds: 1_900_000_000)
        await running.beat()
        #expect(running.status.phase == .stalled)
        running.bench.feed.stall(nanoseconds: 200_000_000)
        await running.beat()
        #expect(await running.task.value == .stalled)
        let report = await running.bench.finish(.stalled)
        #expect(report.exit == 6)
        #expect(report.frames.recorded == FrameCount(256))
    }

    @Test("counts what is lost, suspect and clipped, and shows peaks since the last look")
    func showsFigures() async throws {
        let running = try await Running(try Bench())
        let feed = running.bench.feed
        feed.samples([[0.5, -0.75], [0.25, 1]])
        feed.skip(1000)
        feed.period(256, isTorn: true)
        feed.xrun(2)
        feed.samples([[0.1], [0.2]])
        _ = running.status  // what comes is looked at
        await running.beat()
        let status = running.status
        #expect(status.frames == FrameCount(1259))
        #expect(status.lostFrames == FrameCount(1000))
        #expect(status.suspectFrames == FrameCount(256))
        #expect(status.clippedSamples == [0, 1])
        #expect(status.xruns == 2)
        #expect(status.peaks[1] == 1)
        #expect(status.undrainedBytes == 0)
        #expect(status.highWaterPercent > 0)
        feed.samples([[0.125], [0.0625]])
        await running.beat()
        #expect(running.status.peaks == [0.125, 0.0625])
        running.task.cancel()
        _ = await running.task.value
        await running.bench.writer.discard()
    }

    @Test("hands its status to everyone who listens, and ends the streams with the take")
    func broadcasts() async throws {
        let running = try await Running(try Bench())
        var one = running.bench.writer.statuses().makeAsyncIterator()
        let two = running.bench.writer.statuses()
        running.bench.feed.periods(4, of: 256)
        await running.beat()
        #expect(await one.next()?.frames == FrameCount(1024))
        running.task.cancel()
        _ = await running.task.value
        _ = await running.bench.finish()
        var phases: [TakeStatus.Phase] = []
        for await status in two { phases.append(status.phase) }
        #expect(phases.last == .finished)
    }

    @Test("places notes where their time lies on the take, and writes them down at once")
    func placesNotes() async throws {
        let running = try await Running(try Bench())
        let feed = running.bench.feed
        feed.periods(10, of: 480)
        let time = MonotonicTime(rawValue: 1_050_000_000)
        running.bench.writer.note("port-disconnected", detail: "a:b \u{1}", at: time)
        await running.beat()
        let sidecar = try running.bench.folder.text("take.json.part")
        #expect(sidecar.contains(#"{"kind":"port-disconnected","at":2880,"detail":"a:b \u0001"}"#))
        running.task.cancel()
        _ = await running.task.value
        let report = await running.bench.finish()
        #expect(
            report.events == [
                TakeReport.Event(at: FrameCount(2880), kind: "port-disconnected", detail: "a:b \u{1}")
            ])
    }

    @Test("writes gaps, suspects and xruns to the sidecar as they come")
    func keepsSidecar() async throws {
        let running = try await Running(try Bench())
        let feed = running.bench.feed
        feed.period(256)
        feed.skip(100)
        feed.xrun()
        feed.period(256, isTorn: true)
        await running.beat()
        let lines = try running.bench.folder.text("take.json.part").split(separator: "\n")
        let kinds = lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
        #expect(kinds == ["armed", "started", "xrun", "gap", "suspect"])
        #expect(
            lines.contains(
                #"{"kind":"gap","at":256,"frames":100,"cause":"skipped","exact":true,"filled":true}"#))
        running.task.cancel()
        _ = await running.task.value
        await running.bench.writer.discard()
    }

    @Test("keeps the file on disk no older than a second, header and all")
    func keepsFileTrue() async throws {
        let running = try await Running(try Bench(channels: 1))
        let feed = running.bench.feed
        for _ in 0..<100 {
            feed.periods(5, of: 480)  // 50 ms
            await running.beat()
            let folder = running.bench.folder
            let frames = try SoundReading(try folder.write("copy.wav", folder.read("take.wav.part"))).frames
            #expect(feed.clock - frames <= 48_000)
        }
        running.task.cancel()
        _ = await running.task.value
        await running.bench.writer.discard()
    }

    @Test("syncs at its interval: data, then header, then both")
    func syncs() async throws {
        let log = Log()
        let files = FaultyFiles { operation, _, _ throws(TakeError) in log.append(operation) }
        let running = try await Running(try Bench(files: files) { $0.syncInterval = .seconds(3) })
        for _ in 0..<20 {
            running.bench.feed.periods(50, of: 480)  // half a second
            await running.beat()
        }
        running.task.cancel()
        _ = await running.task.value
        #expect(log.operations.split(separator: .write).filter { $0.contains(.sync) }.count == 3)
        #expect(
            log.operations.split(separator: .write).filter { $0.contains(.sync) }.allSatisfy {
                Array($0) == [.sync, .updateHeader, .sync]
            })
        await running.bench.writer.discard()
    }

    @Test("ends in good order when the disk has too little room left, and keeps what it has")
    func endsOnLowDisk() async throws {
        let room = Room(10 << 20)
        let running = try await Running(try Bench(files: FaultyFiles(freeBytes: { room.bytes })))
        let feed = running.bench.feed
        for _ in 0..<4 {
            feed.periods(50, of: 480)
            await running.beat()
        }
        #expect(running.status.freeBytes == 10 << 20)
        #expect(running.status.secondsLeft == Double(9 << 20) / (48_000 * 8))
        room.set(100)
        feed.periods(100, of: 480)
        await running.beat()
        #expect(await running.task.value == .lowDisk)
        feed.periods(3, of: 480)
        let report = await running.bench.finish(.lowDisk)
        #expect(report.exit == 5)
        #expect(report.stoppedBy == "low-disk")
        #expect(report.frames.recorded == FrameCount(feed.clock))
        #expect(isTrue(try running.bench.reading(), report))
    }

    @Test("is cancelled in the middle of a long silence, and finishes it later")
    func isCancelledInsideSilence() async throws {
        let running = try await Running(try Bench())
        let feed = running.bench.feed
        feed.period(256)
        feed.skip(3_000_000)
        feed.period(256)
        running.task.cancel()
        #expect(await running.task.value == nil)
        let report = await running.bench.finish()
        #expect(try running.bench.reading().frames == 3_000_512)
        #expect(report.isBalanced)
    }

    @Test("says when the first period has come, and when that was")
    func saysFirstPeriod() async throws {
        let running = try await Running(try Bench())
        #expect(running.bench.writer.firstPeriod.current == nil)
        running.bench.feed.period(256)
        await running.beat()
        #expect(running.bench.writer.firstPeriod.current == MonotonicTime(rawValue: 1_000_000_000))
        running.task.cancel()
        _ = await running.task.value
        await running.bench.writer.discard()
    }
}

@Suite("A writer in real time")
struct RealTimeTests {
    @Test("never slips a channel while a small ring overruns all the time", arguments: [2, 7])
    func survivesOverruns(channels: Int) async throws {
        let folder = try Folder()
        let feed = try Feed(channels: channels, ringBytes: 100_000)
        let plan = TakePlan(
            nameTemplate: folder.path("take.wav"), portNames: (0..<channels).map { "p\($0)" },
            rate: SampleRate(48_000), minimumFreeBytes: 1 << 20)
        let writer = TakeWriter(
            plan: plan, consumer: feed.ring.takeConsumer(), counts: { feed.counts }, clock: SystemClock())
        try await writer.prepare()
        let run = Task { await writer.run() }
        // On a thread of its own, as fast as it can be: most periods find the ring full.
        let player = DedicatedThread(named: "feed")
        await Player(player).play(feed)
        run.cancel()
        _ = await run.value
        let report = await writer.finish(
            TakeFacts(
                end: .stopped, jacktap: "test", server: Bench.server, ringSeconds: 1, ringBytes: 100_000))
        let sound = try SoundReading(folder.path("take.wav"))
        #expect(sound.frames == feed.clock)
        #expect(isTrue(sound, report))
        #expect(report.isBalanced)
        #expect(report.ring.droppedFrames == report.frames.silenceFilled)
        #expect(report.frames.recorded > .zero)
        #expect(report.frames.silenceFilled > .zero)
    }

    private actor Player {
        private let thread: DedicatedThread
        init(_ thread: DedicatedThread) { self.thread = thread }
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

        func play(_ feed: Feed) {
            for round in 0..<4000 { feed.period([256, 64, 100, 37][round % 4]) }
        }
    }
}
