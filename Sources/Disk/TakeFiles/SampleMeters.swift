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
        var largest = unsafe Magnitudes.largest(plane)
        if largest >= Magnitudes.fullScale {
            let scan = unsafe Magnitudes.scan(plane)
            clipped[channel] += scan.clipped
            nonFinite[channel] += scan.nonFinite
            largest = scan.largest
        }
        let peak = Float(bitPattern: UInt32(bitPattern: largest))
        recentPeaks[channel] = max(recentPeaks[channel], peak)
        peaks[channel] = max(peaks[channel], peak)
    }
}

/// Absolute values, compared as integers: without the sign bit, the bits of floats are in the order of their values,
/// infinity and then all that is no number at the top. Eight at a time, as no compiler option is needed for.
private enum Magnitudes {
    static let fullScale = Int32(bitPattern: Float(1).bitPattern)
    private static let infinite = Int32(bitPattern: Float.infinity.bitPattern)
    private typealias Lanes = SIMD8<Int32>

    /// The largest of all, whatever it is.
    static func largest(_ plane: UnsafeBufferPointer<Float>) -> Int32 {
        var largest = Lanes.zero
        unsafe forEach(plane) { lanes in largest.replace(with: lanes, where: lanes .> largest) }
        return largest.max()
    }

    /// The largest finite one, and how many lie beyond.
    static func scan(_ plane: UnsafeBufferPointer<Float>) -> (largest: Int32, clipped: Int, nonFinite: Int) {
        var largest = Lanes.zero
        var clipped = Lanes.zero
        var nonFinite = Lanes.zero
        // Masks by arithmetic: none of the values is negative, so a difference carries its answer in its sign.
        unsafe forEach(plane) { lanes in
            let isFinite = (lanes &- infinite) &>> 31
            let isBeyond = ~((lanes &- fullScale) &>> 31)
            let finite = lanes & isFinite
            largest.replace(with: finite, where: finite .> largest)
            nonFinite &-= ~isFinite
            clipped &-= isBeyond & isFinite
        }
        return (largest.max(), Int(clipped.wrappedSum()), Int(nonFinite.wrappedSum()))
    }

    @inline(__always)
    private static func forEach(_ plane: UnsafeBufferPointer<Float>, _ body: (Lanes) -> Void) {
        let samples = UnsafeRawBufferPointer(plane)
        let whole = samples.count / 32 * 32
        var offset = 0
        while offset < whole {
            body(unsafe samples.loadUnaligned(fromByteOffset: offset, as: Lanes.self) & 0x7FFF_FFFF)
            offset += 32
        }
        guard offset < samples.count else { return }
        var rest = Lanes.zero
        for lane in 0..<(samples.count - offset) / 4 {
            rest[lane] = unsafe samples.loadUnaligned(fromByteOffset: offset + lane * 4, as: Int32.self)
        }
        body(rest & 0x7FFF_FFFF)
    }
}
