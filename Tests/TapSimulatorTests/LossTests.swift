import TapSimulator
import Testing

@Suite("Losses")
struct LossTests {
    @Test("an xrun of N frames moves the frame time by N, gives notice, and takes their time")
    func xrun() async throws {
        let rig = try await Rig()
        let start = rig.clock.now()
        let notices = await rig.announcements {
            await rig.simulator.play(.periods(1), .xrun(FrameCount(480)), .periods(1))
        }
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 256 + 480])
        #expect(records.map(\.header.xruns) == [0, 1])
        #expect(records[1].isPattern(0, source: 0, from: 736))
        #expect(notices == [.xrun])
        #expect(rig.clock.now().duration(since: start) == .nanoseconds(992 * 1_000_000_000 / 48_000))
    }

    @Test("a skip does the same without a notice")
    func skip() async throws {
        let rig = try await Rig()
        let notices = await rig.announcements {
            await rig.simulator.play(
                .skip(FrameCount(100)), .periods(1), .skip(FrameCount(47_872)), .periods(1))
        }
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [100, 100 + 256 + 47_872])
        #expect(records.map(\.header.xruns) == [0, 0])
        #expect(notices.isEmpty)
    }

    @Test("a device's xrun shows in the monotonic clock alone")
    func deviceXrun() async throws {
        let rig = try await Rig()
        let notices = await rig.announcements {
            await rig.simulator.play(.periods(1), .deviceXrun(.milliseconds(500)), .periods(1))
        }
        let headers = rig.drain().map(\.header)
        #expect(headers.map(\.frameTimeBefore) == [0, 256])
        #expect(headers.map(\.xruns) == [0, 1])
        #expect(headers[1].monotonicBefore - headers[0].monotonicBefore == 500_000_000 + 5_333_333)
        #expect(notices == [.xrun])
    }

    @Test("another client's xrun is a notice and nothing else")
    func xrunNotice() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .xrunNotice, .periods(1))
        let headers = rig.drain().map(\.header)
        #expect(headers.map(\.frameTimeBefore) == [0, 256])
        #expect(headers.map(\.xruns) == [0, 1])
        #expect(headers[1].monotonicBefore - headers[0].monotonicBefore == 5_333_333)
    }

    @Test("silence lets time pass and nothing else")
    func silence() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .silence(.seconds(20)), .periods(1))
        let headers = rig.drain().map(\.header)
        #expect(headers.map(\.frameTimeBefore) == [0, 256])
        #expect(headers[1].monotonicBefore - headers[0].monotonicBefore == 20_000_000_000 + 5_333_333)
    }

    @Test("a period that is late by less than a period is only late")
    func slightlyLate() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .latePeriod(.milliseconds(4)), .periods(2))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 256, 512, 768])
        #expect(records[1].header.frameTimeAfter == 256)
        #expect(records[1].header.monotonicAfter - records[1].header.monotonicBefore == 4_000_000)
        #expect(records[3].header.monotonicBefore - records[0].header.monotonicBefore == 16_000_000)
    }

    @Test("a period that is late into the next one is torn, and nothing is lost")
    func torn() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .latePeriod(.milliseconds(8)), .periods(2))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 256, 512, 768])
        #expect(records[1].header.frameTimeAfter == 512)
        #expect(records[1].planes[0][127] == SimulatedSignal.patternSample(source: 0, position: 256 + 127))
        #expect(records[1].planes[0][128] == SimulatedSignal.patternSample(source: 0, position: 512 + 128))
        #expect(records[3].header.monotonicBefore - records[0].header.monotonicBefore == 16_000_000)
    }

    @Test(
        "a period that is late by five is torn, and four are lost",
        arguments: [.countsNewPeriod, .countsOldPeriod] as [FrameTimeRule])
    func tornAndLost(_ rule: FrameTimeRule) async throws {
        let rig = try await Rig { $0.frameTimeRule = rule }
        await rig.simulator.play(.periods(1), .latePeriod(.milliseconds(30)), .periods(2))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0, 256, 1536, 1792])
        #expect(records[1].header.frameTimeAfter == 1536)
        #expect(records[2].isPattern(0, source: 0, from: 1536))
        // The one after runs at once, the next one on time again.
        #expect(records[2].header.monotonicBefore == records[1].header.monotonicAfter)
        #expect(records[3].header.monotonicBefore - records[0].header.monotonicBefore == 37_333_333)
    }
}
