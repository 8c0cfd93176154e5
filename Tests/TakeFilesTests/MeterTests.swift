import TapRing
import Testing

@testable import TakeFiles

@Suite("Sample meters")
struct MeterTests {
    private func meters(_ planes: [[Float]], frames: Int? = nil) -> SampleMeters {
        var meters = SampleMeters(channels: planes.count)
        let length = planes[0].count
        let samples = planes.flatMap { $0 }
        meters.look(at: samples.span, framesPerPlane: length, frames: frames ?? length)
        return meters
    }

    @Test("find each channel's own peak, whatever its sign and place", arguments: [1, 7, 8, 9, 64, 100])
    func findPeaks(frames: Int) {
        for place in 0..<frames {
            var loud = [Float](repeating: 0.25, count: frames)
            loud[place] = -0.75
            let meters = meters([loud, [Float](repeating: 0.5, count: frames)])
            #expect(meters.peaks == [0.75, 0.5])
        }
    }

    @Test("count full scale and beyond as clipped, less than that not")
    func countClipped() {
        let meters = meters([[1, -1, 1.5, -7, Float(1).nextDown, 0, 0.999, 1, 0.5, 2]])
        #expect(meters.clipped == [6])
        #expect(meters.peaks == [7])
        #expect(meters.nonFinite == [0])
    }

    @Test("count what is no number, and let no such sample be a peak or clipped")
    func countNonFinite() {
        let meters = meters([[.nan, .infinity, -.infinity, 0.25, -.nan, .signalingNaN, 2, 0, 0, .nan]])
        #expect(meters.nonFinite == [6])
        #expect(meters.clipped == [1])
        #expect(meters.peaks == [2])
    }

    @Test("look at no frame behind the ones asked for")
    func stopAtLimit() {
        let meters = meters([[0.1, 0.2, 0.9], [0.3, 0.4, 0.8]], frames: 2)
        #expect(meters.peaks == [0.2, 0.4])
    }

    @Test("begin again after the peaks were taken, and keep the take's own")
    func takePeaks() {
        var meters = meters([[0.75, 0.1]])
        #expect(meters.takePeaks() == [0.75])
        #expect(meters.recentPeaks == [0])
        let later: [Float] = [0.5, 0.1]
        meters.look(at: later.span, framesPerPlane: 2, frames: 2)
        #expect(meters.takePeaks() == [0.5])
        #expect(meters.peaks == [0.75])
    }

    @Test("see the smallest sample that is not silence")
    func seeDenormals() {
        #expect(meters([[0, Float.leastNonzeroMagnitude, 0]]).peaks == [.leastNonzeroMagnitude])
    }
}

@Suite("A duration histogram")
struct DurationHistogramTests {
    @Test("gives percentiles within seven per cent, never below the truth")
    func givesPercentiles() {
        var histogram = DurationHistogram()
        for nanoseconds in 1...100_000 { histogram.add(UInt64(nanoseconds)) }
        for (share, truth) in [(0.5, 50_000.0), (0.9, 90_000), (0.99, 99_000)] {
            let value = Double(histogram.percentile(share))
            #expect(value >= truth)
            #expect(value <= truth * 1.07)
        }
        #expect(histogram.max == 100_000)
        #expect(histogram.percentile(1) == 100_000)
        #expect(histogram.count == 100_000)
    }

    @Test("keeps small durations exact", arguments: 0...15 as ClosedRange<UInt64>)
    func keepsSmall(nanoseconds: UInt64) {
        var histogram = DurationHistogram()
        histogram.add(nanoseconds)
        histogram.add(1_000_000)
        #expect(histogram.percentile(0.5) == nanoseconds)
    }

    @Test("holds every duration that 64 bits hold")
    func holdsAll() {
        for shift in 0..<64 as Range<UInt64> {
            for value in [1 << shift, (1 << shift) &+ 1, (1 << shift) &- 1] as [UInt64] {
                var histogram = DurationHistogram()
                histogram.add(value)
                #expect(histogram.percentile(0.5) == value)
            }
        }
        var histogram = DurationHistogram()
        histogram.add(.max)
        #expect(histogram.percentile(0.99) == .max)
    }

    @Test("says zero when it is empty")
    func saysZero() {
        #expect(DurationHistogram().percentile(0.99) == 0)
    }
}

@Suite("A stall watch")
struct StallWatchTests {
    private func counts(_ periods: UInt64, at milliseconds: UInt64, frames: UInt32 = 256) -> TapCounts {
        TapCounts(
            periods: periods, lastPeriod: MonotonicTime(rawValue: milliseconds * 1_000_000),
            lastFrames: frames)
    }

    private func time(_ milliseconds: UInt64) -> MonotonicTime {
        MonotonicTime(rawValue: milliseconds * 1_000_000)
    }

    private let rate = SampleRate(48_000)

    private func watch() -> StallWatch {
        StallWatch(stallAfter: .milliseconds(250), timeout: .seconds(30), start: time(1000))
    }

    @Test("calls a silence of a quarter second a stall, once, and says when it is over")
    func noticesStall() {
        var watch = watch()
        #expect(watch.look(counts(5, at: 2000), rate: rate, now: time(2010)) == .none)
        #expect(watch.look(counts(5, at: 2000), rate: rate, now: time(2249)) == .none)
        #expect(watch.look(counts(5, at: 2000), rate: rate, now: time(2250)) == .stalled(.milliseconds(250)))
        #expect(watch.look(counts(5, at: 2000), rate: rate, now: time(2300)) == .none)
        #expect(watch.look(counts(6, at: 2900), rate: rate, now: time(2910)) == .resumed(.milliseconds(900)))
        #expect(!watch.isStalled)
    }

    @Test("waits for ten periods where those are longer")
    func waitsForTenPeriods() {
        var watch = watch()
        // 8192 frames at 48 kHz are 170.7 ms.
        #expect(watch.look(counts(1, at: 2000, frames: 8192), rate: rate, now: time(3700)) == .none)
        #expect(watch.look(counts(1, at: 2000, frames: 8192), rate: rate, now: time(3710)) != .none)
    }

    @Test("gives up after the timeout, also when no period ever came")
    func givesUp() {
        var watch = watch()
        #expect(watch.look(TapCounts(), rate: rate, now: time(30_999)) == .none)
        #expect(watch.look(TapCounts(), rate: rate, now: time(31_000)) == .timedOut)
    }

    @Test("does not call a take stalled that has not begun")
    func waitsForFirst() {
        var watch = watch()
        #expect(watch.look(TapCounts(), rate: rate, now: time(20_000)) == .none)
        #expect(!watch.isStalled)
    }
}
