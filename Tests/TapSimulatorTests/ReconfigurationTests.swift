import TapSimulator
import TestSupport
import Testing

@Suite("A server that changes")
struct ReconfigurationTests {
    @Test("the period's size changes, with its notice before the first such period")
    func periodNoticeBefore() async throws {
        let rig = try await Rig()
        let notices = await rig.announcements {
            await rig.simulator.play(
                .periods(1), .framesPerPeriod(100), .notice(.message("now")), .periods(1))
        }
        #expect(rig.drain().map(\.frames) == [256, 100])
        #expect(notices == [.periodChanged(100), .message("now")])
    }

    @Test("the notice may come after the first such period")
    func periodNoticeAfter() async throws {
        let rig = try await Rig()
        let notices = await rig.announcements {
            await rig.simulator.play(
                .framesPerPeriod(1000, notice: .after), .notice(.message("before")), .periods(2),
                .notice(.message("after")))
        }
        #expect(rig.drain().map(\.frames) == [1000, 1000])
        #expect(notices == [.message("before"), .periodChanged(1000), .message("after")])
    }

    @Test("jack2's frame time counts by the new size, and no sample is missing")
    func countsNewPeriod() async throws {
        let rig = try await Rig { $0.frameTimeRule = .countsNewPeriod }
        await rig.simulator.play(
            .periods(2), .framesPerPeriod(1024), .periods(2), .framesPerPeriod(63), .periods(2))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 256, 1280, 2304, 2367, 2430])
        expectContinuous(records)
    }

    @Test("PipeWire's frame time is the period's own position, and no sample is missing")
    func countsOldPeriod() async throws {
        let rig = try await Rig { $0.frameTimeRule = .countsOldPeriod }
        await rig.simulator.play(
            .periods(2), .framesPerPeriod(1024), .periods(2), .framesPerPeriod(63), .periods(2))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 256, 512, 1536, 2560, 2623])
        expectContinuous(records)
    }

    private func expectContinuous(_ records: [Record]) {
        var position: UInt32 = 0
        for record in records {
            #expect(record.isPattern(0, source: 0, from: position))
            position += record.frames
        }
    }

    @Test("the longest period of JACK runs")
    func longestPeriod() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.framesPerPeriod(8192), .periods(2))
        #expect(rig.drain().map(\.frames) == [8192, 8192])
    }

    @Test("a new rate stands in the next header, and time goes by it")
    func rate() async throws {
        let rig = try await Rig()
        let notices = await rig.announcements {
            await rig.simulator.play(.periods(1), .rate(SampleRate(96_000)), .periods(1))
        }
        let headers = rig.drain().map(\.header)
        #expect(headers.map(\.rate) == [48_000, 96_000])
        #expect(headers[1].monotonicBefore - headers[0].monotonicBefore == 2_666_666)
        #expect(notices == [.rateChanged(SampleRate(96_000))])
    }

    @Test("while it freewheels, the tap holds back and time hardly passes")
    func freewheel() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1))
        let start = rig.clock.now()
        let notices = await rig.announcements {
            await rig.simulator.play(.freewheel(true), .periods(1000), .freewheel(false))
        }
        #expect(rig.clock.now().duration(since: start) == .milliseconds(30))
        await rig.simulator.play(.periods(1))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 1001 * 256])
        #expect(records.map(\.header.heldFrames) == [0, 256_000])
        #expect(notices == [.freewheel(true), .freewheel(false)])
    }

    @Test("while it freewheels, physical ports give silence, and the others their signal", .callbackBlocks)
    func freewheelSources() async throws {
        let synth = PortDescription(name: PortName("synth:out"), direction: .output)
        let simulator = TapSimulator(
            SimulatedServer { $0.ports = SimulatedServer.systemPorts(captures: 1) + [synth] })
        let heard = Heard()
        let ring = try PeriodRing(byteCount: 4096)
        let tap = Tap(channels: 2, ring: ring)
        let ports = [PortName("system:capture_1"), synth.name]
        _ = try await simulator.open()
        let installed = try simulator.installTap(
            tap, callback: { period in heard.note(period) }, on: ports)
        try await simulator.activate(installed, inputs: ["a", "b"])
        for (channel, port) in ports.enumerated() { try await simulator.connect(port, toChannel: channel) }
        await simulator.play(.periods(1), .freewheel(true), .periods(1), .freewheel(false), .periods(1))
        let left = [0, 256, 512].map { SimulatedSignal.patternSample(source: 0, position: $0) }
        let right = [0, 256, 512].map { SimulatedSignal.patternSample(source: 1, position: $0) }
        #expect(heard.all == [[left[0], right[0]], [0, right[1]], [left[2], right[2]]])
    }
}
