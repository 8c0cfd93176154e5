import CTapPeriod
import TapCallback
import TapRing
import TestSupport
import Testing

@Suite("What a tap stores")
struct AcceptTests {
    @Test("samples of every kind are stored bit by bit")
    func bits() throws {
        let odd: [UInt32] = [
            0x7FC0_0001, 0xFFC0_1234, 0x7F80_0001, 0x7F80_0000, 0xFF80_0000, 0x0000_0001, 0x807F_FFFF,
            0x8000_0000,
            0x3FC0_0000, 0x7F7F_FFFF,
        ]
        let tap = try TapUnderTest(channels: 2)
        let plane = odd.map { Float(bitPattern: $0) }
        tap.run(HandMadePeriod(planes: [plane, plane.reversed()]))
        #expect(tap.drain().map(\.planes) == [[odd, odd.reversed()]])
    }

    @Test("the header tells both moments, the rate and the xruns")
    func header() throws {
        let tap = try TapUnderTest()
        tap.run(
            HandMadePeriod(
                rate: 96_000, xruns: 3, frameTime: 4_294_967_290, frameTimeAfter: 100, monotonic: 5,
                monotonicAfter: 6))
        let header = try #require(tap.drain().first?.header)
        #expect(
            header
                == PeriodHeader(
                    frames: 4, channels: 1, rate: 96_000, frameTimeBefore: 4_294_967_290, frameTimeAfter: 100,
                    monotonicBefore: 5, monotonicAfter: 6, xruns: 3))
    }

    @Test("a missing plane is silence, and the header says so; the others are kept")
    func missingPlane() throws {
        let tap = try TapUnderTest(channels: 3)
        tap.run(HandMadePeriod(planes: [[1, 2], nil, [3, 4]]))
        tap.run(HandMadePeriod(planes: [[1, 2], [5, 6], [3, 4]]))
        let records = tap.drain()
        #expect(records.map { PeriodFlags(rawValue: $0.header.flags) } == [.planeMissing, []])
        #expect(records.first?.planes[1] == [0, 0])
        #expect(records.first?.planes[2] == [Float(3).bitPattern, Float(4).bitPattern])
    }

    @Test("planes beyond those that the host has are silence, and the header says so")
    func fewerPlanes() throws {
        let tap = try TapUnderTest(channels: 2)
        tap.run(HandMadePeriod(planes: [[1, 2], [3, 4]], channels: 1))
        let record = try #require(tap.drain().first)
        #expect(record.planes == [[Float(1).bitPattern, Float(2).bitPattern], [0, 0]])
        #expect(record.header.flags == PeriodFlags.planeMissing.rawValue)
    }

    @Test("what a full ring refuses is counted, and stands in the next header")
    func overrun() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let tap = Tap(channels: 1, ring: ring)
        let callback = makePeriodCallback(into: tap)
        var consumer = ring.takeConsumer()
        tap.arm()
        let period = HandMadePeriod(planes: [[Float](repeating: 0, count: 112)])  // an eighth of the ring
        for _ in 0..<11 { period.run(callback) }

        #expect(tap.counts.periods == 11)
        #expect(tap.counts.overrunFrames == FrameCount(3 * 112))
        #expect(tap.counts.overrunPeriods == 3)
        while let overrun = consumer.withNextPeriod({ $0.header.overrunFrames }) { #expect(overrun == 0) }
        period.run(callback)
        #expect(consumer.withNextPeriod { $0.header.overrunFrames } == 336)
    }

    @Test("periods of a freewheeling server are held back, and their frames stand in the next header")
    func freewheel() throws {
        let tap = try TapUnderTest()
        tap.run(HandMadePeriod())
        for _ in 0..<3 { tap.run(HandMadePeriod(flags: TAP_PERIOD_FREEWHEELING.rawValue)) }
        tap.run(HandMadePeriod())
        #expect(tap.tap.counts.periods == 5)
        #expect(tap.tap.counts.heldFrames == FrameCount(12))
        #expect(tap.drain().map(\.header.heldFrames) == [0, 12])
    }

    @Test("the counts tell where the last period ended, and when it came")
    func counts() throws {
        let tap = try TapUnderTest()
        tap.run(HandMadePeriod(frameTime: 0xFFFF_FFFE, monotonic: 77))
        #expect(
            tap.tap.counts
                == TapCounts(
                    periods: 1, end: FrameTime(rawValue: 2), lastPeriod: MonotonicTime(rawValue: 77),
                    lastFrames: 4))
    }

    @Test("a period may have any size, and the next another", arguments: [1, 63, 100, 8192])
    func sizes(_ frames: Int) throws {
        let tap = try TapUnderTest(ringBytes: 1 << 20)
        tap.run(HandMadePeriod(planes: [[Float](repeating: 1, count: frames)]))
        tap.run(HandMadePeriod(planes: [[Float](repeating: 2, count: 256)]))
        #expect(tap.drain().map(\.header.frames) == [UInt32(frames), 256])
    }

    @Test("the C entry runs the same callback")
    func entry() throws {
        let tap = try TapUnderTest()
        let entry = CallbackEntry(tap.callback)
        HandMadePeriod(frameTime: 9).run(through: entry)
        #expect(tap.drain().map(\.header.frameTimeBefore) == [9])
    }

    @Test("a callback of one's own sees the period's facts and planes", .callbackBlocks)
    func ownCallback() throws {
        let ring = try PeriodRing(byteCount: 4096)
        let producer = Tap(channels: 0, ring: ring)  // holds the write end; not under test
        let seen = Seen()
        let entry = CallbackEntry { period in
            let first = unsafe period.plane(0).map { unsafe $0.pointee }
            let second = unsafe period.plane(1).map { unsafe $0.pointee }
            seen.note(
                "\(period.frames) \(period.channels) \(period.frameTime.rawValue) \(first ?? -1) \(second ?? -1)"
            )
        }
        HandMadePeriod(planes: [[0.5, 0.5], nil], frameTime: 3).run(through: entry)
        #expect(seen.all == ["2 2 3 0.5 -1.0"])
        withExtendedLifetime(producer) {}
    }
}
