/// Watches the samples of each channel: peaks, samples beyond full scale, and samples that are no number.
struct SampleMeters: Sendable {
    /// The largest absolute finite sample of each channel since ``takePeaks()``.
    private(set) var recentPeaks: [Float]
    /// The largest absolute finite sample of each channel.
    private(set) var peaks: [Float]
    /// Finite samples at or beyond full scale, in each channel.
    private(set) var clipped: [Int]
    /// Samples that are infinite or no number, in each channel.
    private(set) var nonFinite: [Int]

    init(channels: Int) {
        recentPeaks = Array(repeating: 0, count: channels)
        peaks = Array(repeating: 0, count: channels)
        clipped = Array(repeating: 0, count: channels)
        nonFinite = Array(repeating: 0, count: channels)
    }

    /// Looks at the first `frames` of every plane.
    /// - Parameters:
    ///   - planes: one plane after the other.
    ///   - framesPerPlane: the length of each.
    /// - Complexity: O(frames × channels), at the speed of memory while nothing clips.
    mutating func look(at planes: Span<Float>, framesPerPlane: Int, frames: Int) {
        unsafe planes.withUnsafeBufferPointer { samples in
            for channel in peaks.indices {
                let start = channel * framesPerPlane
                let plane = unsafe UnsafeBufferPointer(rebasing: samples[start..<start + frames])
                unsafe look(at: plane, channel: channel)
            }
        }
    }

    /// The peaks since the last call.
    mutating func takePeaks() -> [Float] {
        let peaks = recentPeaks
        for channel in recentPeaks.indices { recentPeaks[channel] = 0 }
        return peaks
    }

    private mutating func look(at plane: UnsafeBufferPointer<Float>, channel: Int) {
        var largest = unsafe Self.largestMagnitude(plane)
        if largest >= Self.fullScale {
            let scan = unsafe Self.scan(plane)
            clipped[channel] += scan.clipped
            nonFinite[channel] += scan.nonFinite
            largest = scan.largest
        }
        let peak = Float(bitPattern: UInt32(bitPattern: largest))
        recentPeaks[channel] = max(recentPeaks[channel], peak)
        peaks[channel] = max(peaks[channel], peak)
    }

    // Magnitudes are compared as integers: without the sign bit, the bits of floats are in the order of their values,
    // infinity and then all that is no number at the top.
    private static let fullScale = Int32(bitPattern: Float(1).bitPattern)
    private static let infinite = Int32(bitPattern: Float.infinity.bitPattern)

    private static func magnitude(_ sample: Float) -> Int32 {
        Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF)
    }

    private static func largestMagnitude(_ plane: UnsafeBufferPointer<Float>) -> Int32 {
        var largest: Int32 = 0
        for index in 0..<plane.count { largest = unsafe max(largest, magnitude(plane[index])) }
        return largest
    }

    private static func scan(
        _ plane: UnsafeBufferPointer<Float>
    ) -> (largest: Int32, clipped: Int, nonFinite: Int) {
        var largest: Int32 = 0
        var beyond: Int32 = 0
        var nonFinite: Int32 = 0
        for index in 0..<plane.count {
            let magnitude = unsafe magnitude(plane[index])
            beyond &+= magnitude >= fullScale ? 1 : 0
            nonFinite &+= magnitude >= infinite ? 1 : 0
            largest = max(largest, magnitude >= infinite ? 0 : magnitude)
        }
        return (largest, Int(beyond &- nonFinite), Int(nonFinite))
    }
}
