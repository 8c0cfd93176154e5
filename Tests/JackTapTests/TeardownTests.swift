import JackTap
import TapSimulator
import TestSupport
import Testing

/// When a take is cut short.
enum Moment: String, CaseIterable, Codable, Sendable {
    case beforeOpening, afterActivation, midCapture, duringTheFinalWrite
}

@Suite("However a take ends, one teardown runs, in one order", .serialized, .timeLimit(.minutes(5)))
struct TeardownTests {
    @Test(
        "the tap is removed first, and nothing that a callback can reach is freed before client and file are done"
    )
    func order() async throws {
        let disk = FaultyDisk(blocking: .close)
        let fixture = try SessionFixture(disk: disk)
        let session = fixture.session()
        async let report = session.record()
        try await eventually("the session is armed") { session.state == .armed }
        await fixture.simulator.clock.waitForTickers()
        await fixture.simulator.play(.periods(10))
        session.stop()
        await fixture.simulator.journal.reached(.closed)
        #expect(session.state != .finished(.stopped))
        #expect(fixture.simulator.journal.count(of: .tapReleased) == 0)
        disk.release()
        _ = try await report
        try await eventually("the tap is released") { fixture.simulator.journal.count(of: .tapReleased) == 1 }
        let expected: [Journal.Event] = [
            .tapInstalled, .activated, .tapRemoved, .tapAcknowledged, .deactivated, .closed, .tapReleased,
        ]
        #expect(fixture.simulator.journal.events.filter(expected.contains) == expected)
    }

    @Test(
        "a host call that fails leaves no client, no tap and no file",
        arguments: [HostCall.open, .ports, .activate, .connect])
    func hostFails(call: HostCall) async throws {
        let fixture = try SessionFixture()
        let failure = HostError(.other, subject: call.rawValue, "the test refuses \(call.rawValue)")
        fixture.simulator.fail(call, with: failure)
        let session = fixture.session()
        let error = await #expect(throws: SessionError.self) { try await session.record() }
        #expect(error?.description == failure.description)
        #expect(error?.verdict == .couldNotStart)
        #expect(try fixture.files.isEmpty)
        #expect(fixture.simulator.taps.tappedPorts.isEmpty)
        #expect(fixture.simulator.journal.events.contains(.began(.close)) == (call != .open))
        #expect(session.state == .finished(.failed(failure.description)))
    }

    @Test("files that cannot be made leave no client and no file", arguments: [FaultyDisk.Operation.make])
    func filesFail(operation: FaultyDisk.Operation) async throws {
        let fixture = try SessionFixture(disk: FaultyDisk(failing: operation))
        let error = await #expect(throws: SessionError.self) { try await fixture.session().record() }
        #expect(error?.code == .files)
        #expect(try fixture.files.isEmpty)
        #expect(fixture.simulator.journal.count(of: .closed) == 1)
        #expect(fixture.simulator.journal.count(of: .activated) == 0)
    }

    @Test(
        "a disk that fails while the take rolls ends it in good order, with the disk's exit code",
        arguments: [FaultyDisk.Operation.write, .updateHeader])
    func diskFailsMidCapture(operation: FaultyDisk.Operation) async throws {
        let fixture = try SessionFixture(disk: FaultyDisk(failing: operation))
        let report = try await fixture.record([.periods(2000)], thenStop: false)
        #expect(report.stoppedBy == "disk-error")
        #expect(report.exit == 5)
        fixture.expectCleanDeparture()
    }

    @Test(
        "a file that cannot be finished keeps its partial name, and the exit code says that it is not verified",
        arguments: [FaultyDisk.Operation.close, .publish])
    func finishFails(operation: FaultyDisk.Operation) async throws {
        let fixture = try SessionFixture(disk: FaultyDisk(failing: operation))
        let report = try await fixture.record([.periods(100)])
        #expect(report.exit == 7)
        #expect(try fixture.files.contains("take.wav.part"))
        #expect(try !fixture.files.contains("take.wav"))
        fixture.expectCleanDeparture()
    }

    @Test("stopping is harmless before the start, twice, after the end, and from many tasks at once")
    func stopIsIdempotent() async throws {
        var fixture = try SessionFixture(server: SessionFixture.live(), name: "take-{take}.wav")
        fixture.configuration.length = nil
        let session = fixture.session()
        session.stop()
        #expect(session.state == .idle)
        async let report = session.record()
        try await eventually("periods are recorded") {
            if case .recording = session.state { true } else { false }
        }
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask { session.stop(number.isMultiple(of: 2) ? .stopped : .signal("SIGINT")) }
            }
        }
        let reason = try await report.stoppedBy
        #expect(["stop", "SIGINT"].contains(reason))
        session.stop(.cancelled)
        let simulator = fixture.simulator
        #expect(simulator.journal.count(of: .tapRemoved) == 1)
        #expect(simulator.journal.count(of: .deactivated) == 1)
        #expect(simulator.journal.count(of: .closed) == 1)
    }

    @Test(
        "cancelled at any moment, twenty times in a row, the client is gone and nothing is left behind",
        .holdsOnlyItsOwn, arguments: Moment.allCases)
    func cancelled(at moment: Moment) async throws {
        // In a process of its own, where nobody else makes threads.
        await #expect(processExitsWith: .success) { [moment] in
            try await cancelOnce(at: moment)  // the first one starts the runtime's own threads
            let before = try ProcessFootprint.current
            for _ in 0..<20 { try await cancelOnce(at: moment) }
            try await eventually("threads, descriptors and rings are back to \(before)") {
                try ProcessFootprint.current.isWithin(before)
            }
        }
    }

    @Test("the measure of what is left behind finds a ring that is", .holdsOnlyItsOwn)
    func footprintControl() async throws {
        await #expect(processExitsWith: .success) {
            let before = try ProcessFootprint.current
            let left = try PeriodRing(byteCount: 1 << 20)
            let grown = try ProcessFootprint.current
            guard grown.rings > before.rings, !grown.isWithin(before) else { throw NothingFound() }
            withExtendedLifetime(left) {}
        }
    }

    @Test("a task that is cancelled before it starts opens no client")
    func cancelledBeforeTheStart() async throws {
        let fixture = try SessionFixture()
        let session = fixture.session()
        let (begin, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in begin {}
            return try await session.record()
        }
        task.cancel()
        continuation.finish()
        let error = await #expect(throws: SessionError.self) { try await task.value }
        #expect(error?.code == .nothingRecorded)
        #expect(!fixture.simulator.journal.events.contains(.activated))
        #expect(try fixture.files.isEmpty)
    }

    @Test("a session that is dropped while it records is released, and its client leaves the graph")
    func dropped() async throws {
        let fixture = try SessionFixture(server: SessionFixture.live())
        var session: CaptureSession? = fixture.session()
        try await session?.start()
        try await eventually("periods are recorded") {
            if case .recording = session?.state { true } else { false }
        }
        weak let observed = session
        session = nil
        #expect(observed == nil)
        await fixture.simulator.journal.reached(.closed)
        try await eventually("the take is finished all the same") {
            try fixture.files == ["take.json", "take.wav"]
        }
        fixture.expectCleanDeparture()
    }

    @Test(
        "a disk that never finishes does not keep the take for ever: the partial file stays, and its path is told"
    )
    func flushDeadline() async throws {
        let disk = FaultyDisk(blocking: .close)
        var fixture = try SessionFixture(disk: disk)
        fixture.configuration.flushDeadline = .milliseconds(300)
        let error = await #expect(throws: SessionError.self) {
            try await fixture.record([.periods(100)])
        }
        #expect(error?.code == .flushExpired)
        #expect(error?.verdict == .diskFailed)
        #expect(error?.description.contains("may be truncated") == true)
        #expect(error?.partialFiles.contains(fixture.folder.file("take.wav.part")) == true)
        #expect(error?.description.contains(fixture.folder.file("take.wav.part")) == true)
        #expect(try fixture.files.contains("take.wav.part"))
        fixture.expectCleanDeparture()
        disk.release()
        try await eventually("the writer is done") { try fixture.files.contains("take.wav") }
    }

    @Test("a server that does not let the client go does not keep the file open")
    func hungServer() async throws {
        var fixture = try SessionFixture()
        fixture.configuration.leaveDeadline = .milliseconds(300)
        fixture.simulator.hang(.deactivate)
        let session = fixture.session()
        let events = session.events()
        async let report = session.record()
        try await eventually("the session is armed") { session.state == .armed }
        await fixture.simulator.clock.waitForTickers()
        await fixture.simulator.play(.periods(10))
        session.stop()
        #expect(try await report.exit == 0)
        var warnings: [String] = []
        for await event in events where event.kind == .warning { warnings.append(event.text) }
        #expect(warnings.contains { $0.contains("the server does not answer") })
        fixture.simulator.release(.deactivate)
        await fixture.simulator.journal.reached(.closed)
    }

    @Test("what comes late for a take that is over changes nothing of the next")
    func lateResults() async throws {
        var fixture = try SessionFixture(server: SessionFixture.live(), name: "take-{take}.wav")
        fixture.configuration.leaveDeadline = .seconds(60)
        let simulator = fixture.simulator
        let session = fixture.session()
        simulator.hang(.ports)
        let first = Task { try await session.record() }
        try await eventually("the ports are looked up") { simulator.journal.events.contains(.began(.ports)) }
        session.stop()
        let old = session.statuses()
        simulator.release(.ports)
        await #expect(throws: SessionError.self) { try await first.value }

        async let second = session.record()
        try await eventually("the second take records") {
            if case .recording = session.state { true } else { false }
        }
        for await status in old { Issue.record("a status of the second take reached the first: \(status)") }
        session.stop()
        let report = try await second
        #expect(report.stoppedBy == "stop")
        #expect(report.frames.recorded > .zero)
    }
}

/// The measure did not see what was there.
struct NothingFound: Error {}

/// Records, and cancels at a moment; then everything must be gone.
func cancelOnce(at moment: Moment) async throws {
    let disk = FaultyDisk(blocking: moment == .duringTheFinalWrite ? .close : nil)
    let fixture = try SessionFixture(server: SessionFixture.live(), disk: disk)
    let simulator = fixture.simulator
    if moment == .beforeOpening { simulator.hang(.open) }
    let session = fixture.session()
    let task = Task { try await session.record() }
    switch moment {
    case .beforeOpening:
        try await eventually("the client is opening") { simulator.journal.events.contains(.began(.open)) }
    case .afterActivation:
        await simulator.journal.reached(.activated)
    case .midCapture:
        try await eventually("periods are recorded") {
            if case .recording = session.state { true } else { false }
        }
    case .duringTheFinalWrite:
        try await eventually("periods are recorded") {
            if case .recording = session.state { true } else { false }
        }
        session.stop()
        try await eventually("the file is being closed") { disk.isReached }
    }
    task.cancel()
    if moment == .beforeOpening { simulator.release(.open) }
    if moment == .duringTheFinalWrite {
        await simulator.journal.reached(.closed)  // long before the file is
        disk.release()
    }
    _ = await task.result
    #expect(!simulator.journal.events.contains(.opened) || simulator.journal.count(of: .closed) == 1)
    #expect(simulator.taps.tappedPorts.isEmpty)
    if case .finished = session.state {} else { Issue.record("the session stands at \(session.state)") }
}
