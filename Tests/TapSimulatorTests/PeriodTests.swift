import TapSimulator
import Testing

@Suite("Periods")
struct PeriodTests {
    @Test("so many periods run as the script says, one behind the other")
    func count() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(5), .periods(0), .periods(2))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == (0..<7).map { $0 * 256 })
        #expect(records.allSatisfy { $0.header.frameTimeAfter == $0.header.frameTimeBefore })
    }

    @Test("every channel has its own source's pattern, continuous over the periods")
    func pattern() async throws {
        let rig = try await Rig(channels: 5)
        await rig.simulator.play(.periods(20))
        for record in rig.drain() {
            for channel in 0..<5 {
                #expect(record.isPattern(channel, source: channel, from: record.frameTime))
            }
        }
    }

    @Test("the pattern's samples tell their position, and are exact")
    func patternPosition() {
        for source in [0, 1, 1023] {
            for position: UInt32 in [0, 1, 16_777_215, 16_777_216, 4_294_967_295] {
                let sample = SimulatedSignal.patternSample(source: source, position: position)
                #expect(SimulatedSignal.patternPosition(of: sample, source: source) == position & 0xFF_FFFF)
            }
        }
        #expect(SimulatedSignal.patternPosition(of: 0.3, source: 0) == nil)
        #expect(SimulatedSignal.patternPosition(of: 1.5, source: 0) == nil)
        #expect(SimulatedSignal.patternPosition(of: .nan, source: 0) == nil)
    }

    @Test("a signal of one's own is played")
    func ownSignal() async throws {
        let rig = try await Rig(channels: 2) {
            $0.signal = SimulatedSignal { source, position in Float(source) + (position == 300 ? 0.5 : 0) }
        }
        await rig.simulator.play(.periods(2))
        let last = try #require(rig.drain().last)
        #expect(last.planes[1][300 - 256] == 1.5)
        #expect(last.planes[1][0] == 1)
        #expect(last.planes[0][0] == 0)
    }

    @Test("time passes with the frames, without drift", arguments: [44_100, 48_000, 96_000])
    func time(_ rate: UInt32) async throws {
        let rig = try await Rig { $0.rate = SampleRate(rate) }
        let start = rig.clock.now()
        await rig.simulator.play(.periods(Int(rate)))  // 256 seconds
        #expect(rig.clock.now().duration(since: start) == .seconds(256))
    }

    @Test("the callback's moments are those of the virtual clock")
    func moments() async throws {
        let rig = try await Rig {
            $0.rate = SampleRate(1000)
            $0.framesPerPeriod = 100
            $0.callbackDuration = .microseconds(7)
        }
        let start = rig.clock.now().rawValue
        await rig.simulator.play(.periods(2))
        let headers = rig.drain().map(\.header)
        #expect(headers.map(\.monotonicBefore) == [start + 100_000_000, start + 200_000_000])
        #expect(headers.map(\.monotonicAfter) == [start + 100_007_000, start + 200_007_000])
        #expect(headers.map(\.rate) == [1000, 1000])
    }

    @Test("the frame time goes round at 2³², and the pattern with it")
    func frameTimeWrap() async throws {
        let rig = try await Rig { $0.firstFrameTime = FrameTime(rawValue: 0xFFFF_FF00) }
        await rig.simulator.play(.periods(3))
        let records = rig.drain()
        #expect(records.map(\.frameTime) == [0xFFFF_FF00, 0, 256])
        #expect(records.allSatisfy { $0.isPattern(1, source: 1, from: $0.frameTime) })
    }

    @Test("the frame time can be set in the middle")
    func setFrameTime() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.periods(1), .frameTime(FrameTime(rawValue: 4_000_000_000)), .periods(2))
        #expect(rig.drain().map(\.frameTime) == [0, 4_000_000_000, 4_000_000_256])
    }

    @Test(
        "periods run where it was asked for",
        arguments: [.plain, .detachedTask] as [SimulatedServer.ProcessThread])
    func thread(_ thread: SimulatedServer.ProcessThread) async throws {
        let rig = try await Rig { $0.processThread = thread }
        await rig.simulator.play(.periods(100))
        #expect(rig.drain().count == 100)
    }

    @Test("a missing plane is NULL for the callback")
    func missingPlane() async throws {
        let rig = try await Rig()
        await rig.simulator.play(.missingPlanes([1]), .periods(1), .missingPlanes([]), .periods(1))
        let records = rig.drain()
        #expect(records.map { PeriodFlags(rawValue: $0.header.flags) } == [.planeMissing, []])
        #expect(records[0].isSilent(1))
        #expect(records[0].isPattern(0, source: 0, from: 0))
        #expect(records[1].isPattern(1, source: 1, from: 256))
    }
}
