import TapRing
import Testing

@Suite("Units")
struct UnitTests {
    @Test(
        "frame times count right across the wrap",
        arguments: [
            (0, 0, 0), (10, 0, 10), (0, 10, -10), (5, .max, 6), (.max, 5, -6), (0x8000_0000, 1, 0x7FFF_FFFF),
        ] as [(UInt32, UInt32, Int64)])
    func frameTimeDifference(_ later: UInt32, _ earlier: UInt32, _ frames: Int64) {
        let difference = FrameTime(rawValue: later).frames(since: FrameTime(rawValue: earlier))
        #expect(difference == FrameCount(rawValue: frames))
    }

    @Test("a frame time moves on across the wrap, and back")
    func frameTimeAdvance() {
        let time = FrameTime(rawValue: .max)
        #expect(time.advanced(by: FrameCount(1)) == FrameTime(rawValue: 0))
        #expect(time.advanced(by: FrameCount(257)).advanced(by: FrameCount(-257)) == time)
    }

    @Test(
        "a duration has the nearest number of frames",
        arguments: [
            (.seconds(1), 48_000, 48_000), (.milliseconds(1), 44_100, 44),
            (.seconds(3600), 192_000, 691_200_000),
            (.nanoseconds(20_833), 48_000, 1), (.zero, 48_000, 0),
        ] as [(Duration, UInt32, Int64)])
    func framesInDuration(_ duration: Duration, _ rate: UInt32, _ frames: Int64) {
        #expect(SampleRate(rate).frames(in: duration) == FrameCount(rawValue: frames))
    }

    @Test("a monotonic time moves on by a duration, and the difference is that duration")
    func monotonic() {
        let start = MonotonicTime(rawValue: 5)
        let end = start.advanced(by: .milliseconds(1500))
        #expect(end.rawValue == 1_500_000_005)
        #expect(end.duration(since: start) == .milliseconds(1500))
        #expect(start.nanoseconds(since: end) == -1_500_000_000)
    }
}
