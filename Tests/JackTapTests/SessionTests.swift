import JackTap
import TapSimulator
import TestSupport
import Testing

@Suite("A session records a take", .timeLimit(.minutes(2)))
struct SessionTests {
    @Test("every frame that the server counted is in the file, and the report says so")
    func wholeTake() async throws {
        let fixture = try SessionFixture()
        let report = try await fixture.record([.periods(1000)])
        #expect(report.exit == 0)
        #expect(report.lossless)
        #expect(report.stoppedBy == "stop")
        #expect(report.frames.recorded == FrameCount(256_000))
        #expect(report.files.map(\.frames) == [FrameCount(256_000)])
        #expect(report.channels.map(\.port) == ["system:capture_1", "system:capture_2"])
        #expect(report.channels.map(\.captureLatency) == [[256, 256], [256, 256]])
        #expect(try fixture.files == ["take.json", "take.wav"])
        fixture.expectCleanDeparture()
    }

    @Test(
        "a length is exact to the frame, also in the middle of a period",
        arguments: [1, 255, 256, 257, 10_001])
    func exactLength(frames: Int) async throws {
        var fixture = try SessionFixture()
        fixture.configuration.length = .frames(FrameCount(frames))
        let report = try await fixture.record([.periods(frames / 256 + 20)], thenStop: false)
        #expect(report.stoppedBy == "duration")
        #expect(report.exit == 0)
        #expect(report.files.map(\.frames) == [FrameCount(frames)])
    }

    @Test("frames that the server skipped are a gap of that length at that place, held by silence")
    func skippedFrames() async throws {
        let fixture = try SessionFixture()
        let report = try await fixture.record([.periods(10), .xrun(FrameCount(1000)), .periods(10)])
        #expect(report.exit == 3)
        #expect(!report.lossless)
        #expect(report.gaps.count == 1)
        #expect(report.gaps.first?.at == FrameCount(2560))
        #expect(report.gaps.first?.frames == FrameCount(1000))
        #expect(report.gaps.first?.exact == true)
        #expect(report.frames.silenceFilled == FrameCount(1000))
        #expect(report.files.map(\.frames) == [FrameCount(5120 + 1000)])
        #expect(report.xruns.count == 1)
    }

    @Test("a server that is lost ends the take, and the file is whole")
    func serverLost() async throws {
        let fixture = try SessionFixture()
        let report = try await fixture.record(
            [.periods(100), .shutdown(reason: "the test is cruel"), .lateNotices], thenStop: false)
        #expect(report.stoppedBy == "server-lost")
        #expect(report.exit == 4)
        #expect(report.files.map(\.frames) == [FrameCount(25_600)])
        #expect(
            report.events.contains { $0.kind == "server-lost" && $0.detail.contains("the test is cruel") })
    }

    @Test("a server that runs no period any more ends the take after the stall timeout")
    func stalled() async throws {
        var fixture = try SessionFixture()
        fixture.configuration.stallTimeout = .seconds(5)
        let report = try await fixture.record([.periods(100), .silence(.seconds(10))], thenStop: false)
        #expect(report.stoppedBy == "stalled")
        #expect(report.exit == 6)
        #expect(report.files.map(\.frames) == [FrameCount(25_600)])
    }

    @Test("a take that ends before its first period leaves no file, and says that nothing was recorded")
    func nothingRecorded() async throws {
        let fixture = try SessionFixture()
        let session = fixture.session()
        let take = Task { try await session.record() }
        try await eventually("the session is armed") { session.state == .armed }
        session.stop()
        let error = await #expect(throws: SessionError.self) { try await take.value }
        #expect(error?.code == .nothingRecorded)
        #expect(error?.verdict == .couldNotStart)
        #expect(try fixture.files.isEmpty)
        fixture.expectCleanDeparture()
    }

    @Test("a second take of the same session records too, and a third while it runs is refused")
    func twoTakes() async throws {
        var fixture = try SessionFixture(server: SessionFixture.live(), name: "take-{take}.wav")
        fixture.configuration.length = .frames(FrameCount(4800))
        let session = fixture.session()
        let first = try await session.record()
        let (second, refusal) = try await { () async throws -> (TakeReport, SessionError?) in
            async let second = session.record()
            try await eventually("the second take is open") { session.state != .finished(.length) }
            let refusal = await #expect(throws: SessionError.self) { try await session.start() }
            return (try await second, refusal)
        }()
        #expect(refusal?.code == .busy)
        #expect(first.files.map(\.frames) == [FrameCount(4800)])
        #expect(second.files.map(\.frames) == [FrameCount(4800)])
        #expect(try fixture.files == ["take-001.json", "take-001.wav", "take-002.json", "take-002.wav"])
    }

    @Test("a second session on the same ports of the same host is refused, and the error names them")
    func secondTap() async throws {
        let fixture = try SessionFixture(server: SessionFixture.live())
        let session = fixture.session()
        async let report = session.record()
        try await eventually("periods are recorded") {
            if case .recording = session.state { true } else { false }
        }
        let ring = try PeriodRing(byteCount: 1 << 20)
        let tap = Tap(channels: 1, ring: ring)
        let error = #expect(throws: HostError.self) {
            try fixture.simulator.installTap(
                tap, callback: makePeriodCallback(into: tap), on: [PortName("system:capture_2")])
        }
        #expect(error?.code == .alreadyTapped)
        #expect(error?.description.contains("\"system:capture_2\"") == true)
        session.stop()
        _ = try await report
        let installed = try fixture.simulator.installTap(
            tap, callback: makePeriodCallback(into: tap), on: [PortName("system:capture_2")])
        fixture.simulator.removeTap(installed)
    }

    @Test("an unknown port is an error that names the nearest, and nothing is made")
    func unknownPort() async throws {
        var fixture = try SessionFixture()
        fixture.configuration.sources = .patterns([PortName("system:captur_1")])
        let error = await #expect(throws: SessionError.self) { try await fixture.session().record() }
        #expect(error?.description.contains("system:capture_1") == true)
        #expect(error?.verdict == .couldNotStart)
        #expect(try fixture.files.isEmpty)
    }

    @Test("a port that is waited for is recorded when it appears")
    func waitForPort() async throws {
        var fixture = try SessionFixture(server: SessionFixture.live())
        let late = PortName("synth:out")
        fixture.configuration.sources = .patterns([late])
        fixture.configuration.wait = .seconds(60)
        fixture.configuration.length = .frames(FrameCount(1000))
        let session = fixture.session()
        let events = session.events()
        async let report = session.record()
        for await event in events where event.kind == .waiting {
            #expect(event.text.contains("synth:out"))
            break
        }
        await fixture.simulator.play(.addPort(PortDescription(name: late, direction: .output)))
        #expect(try await report.files.map(\.frames) == [FrameCount(1000)])
    }

    @Test("with nothing asked for it records what you hear, follows it, and says when nothing plays")
    func whatYouHear() async throws {
        var fixture = try SessionFixture()
        fixture.configuration.sources = .whatYouHear
        let synth = PortName("synth:out")
        let report = try await fixture.record(
            [
                .periods(10),
                .addPort(PortDescription(name: synth, direction: .output)),
                .connect(source: synth, destination: PortName("system:playback_1")),
            ], seeing: [.connected]
        ) { simulator in
            await simulator.journal.reached(.connected(synth, channel: 0))
            await simulator.play(.periods(10))
        }
        #expect(report.channels.map(\.port) == ["system:playback_1", "system:playback_2"])
        #expect(report.warnings.contains { $0.contains("nothing feeds \"system:playback_1\"") })
        #expect(report.events.contains { $0.kind == "connected" && $0.detail.contains("synth:out") })
        #expect(report.channels[0].peak > 0)
        #expect(report.channels[1].peak == 0)
    }
}
