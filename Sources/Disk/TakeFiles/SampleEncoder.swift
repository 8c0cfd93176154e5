/// Turns planes into the interleaved little-endian bytes of a file.
///
/// Integers are rounded to the nearest, half to even, at a full scale of 2ⁿ⁻¹, clamped at both ends; what is no
/// number or infinite becomes silence. Floats keep every bit. The conversion is ours, because libsndfile's wraps
/// around or truncates, and because one write a block is cheaper than its 8 KiB pieces.
struct SampleEncoder: Sendable {
    let encoding: SampleEncoding

    /// The planes to read from.
    @unsafe
    struct Source {
        /// The first channel's first sample.
        var samples: UnsafePointer<Float>
        /// Samples from one channel's to the next channel's.
        var stride: Int
        var channels: Int
    }

    /// Writes `frames` frames of `source` to `target`, which has room for them.
    /// - Complexity: O(frames × channels).
    func encode(_ source: Source, frames: Int, into target: UnsafeMutableRawPointer) {
        switch encoding {
        case .float32: unsafe interleave(Float32Form.self, source, frames, target)
        case .float64: unsafe interleave(Float64Form.self, source, frames, target)
        case .pcm16: unsafe interleave(PCM16Form.self, source, frames, target)
        case .pcm24: unsafe interleave(PCM24Form.self, source, frames, target)
        case .pcm32: unsafe interleave(PCM32Form.self, source, frames, target)
        }
    }

    /// Frames and channels of one tile. A tile's values stay in the first-level cache while they are turned from
    /// planes into frames; that, and not the arithmetic, is what many channels cost.
    private static let tileFrames = 64
    private static let tileChannels = 16

    private func interleave<Form: SampleForm>(
        _ form: Form.Type, _ source: Source, _ frames: Int, _ target: UnsafeMutableRawPointer
    ) {
        let frameBytes = unsafe source.channels * Form.byteCount
        unsafe withUnsafeTemporaryAllocation(
            of: Form.Value.self, capacity: Self.tileFrames * Self.tileChannels
        ) { tile in
            guard let tile = tile.baseAddress else { return }
            var firstChannel = 0
            while unsafe firstChannel < source.channels {
                let channels = unsafe min(Self.tileChannels, source.channels - firstChannel)
                var firstFrame = 0
                while firstFrame < frames {
                    let count = min(Self.tileFrames, frames - firstFrame)
                    for channel in 0..<channels {
                        let plane =
                            unsafe source.samples + (firstChannel + channel) * source.stride + firstFrame
                        unsafe Self.convert(form, plane, count, to: tile + channel * Self.tileFrames)
                    }
                    let place = unsafe target + firstFrame * frameBytes + firstChannel * Form.byteCount
                    unsafe Self.turn(form, tile, channels, count, to: place, frameBytes: frameBytes)
                    firstFrame += count
                }
                firstChannel += channels
            }
        }
    }

    private static func convert<Form: SampleForm>(
        _ form: Form.Type, _ plane: UnsafePointer<Float>, _ count: Int,
        to row: UnsafeMutablePointer<Form.Value>
    ) {
        for index in 0..<count { unsafe row[index] = unsafe Form.value(plane[index]) }
    }

    private static func turn<Form: SampleForm>(
        _ form: Form.Type, _ tile: UnsafePointer<Form.Value>, _ channels: Int, _ count: Int,
        to target: UnsafeMutableRawPointer, frameBytes: Int
    ) {
        // Alone, it is a plain copy.
        if frameBytes == Form.byteCount {
            for frame in 0..<count { unsafe Form.store(tile[frame], at: target + frame * Form.byteCount) }
            return
        }
        // Short frames lie close together, and one channel after the other is the quicker loop; long ones would
        // evict each other from the cache.
        guard frameBytes > shortFrame else {
            for channel in 0..<channels {
                let row = unsafe tile + channel * tileFrames
                let place = unsafe target + channel * Form.byteCount
                for frame in 0..<count { unsafe Form.store(row[frame], at: place + frame * frameBytes) }
            }
            return
        }
        for frame in 0..<count {
            let place = unsafe target + frame * frameBytes
            for channel in 0..<channels {
                unsafe Form.store(
                    tile[channel * tileFrames + frame], at: place + channel * Form.byteCount)
            }
        }
    }

    /// Bytes of the longest frame that is called short.
    private static let shortFrame = 128
}

/// How one sample stands in a file.
private protocol SampleForm {
    /// What a sample becomes before its bytes are stored.
    associatedtype Value: BitwiseCopyable
    static var byteCount: Int { get }
    static func value(_ sample: Float) -> Value
    static func store(_ value: Value, at place: UnsafeMutableRawPointer)
}

private enum Float32Form: SampleForm {
    static var byteCount: Int { 4 }
    static func value(_ sample: Float) -> UInt32 { sample.bitPattern.littleEndian }
    static func store(_ value: UInt32, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: value, as: UInt32.self)
    }
}

private enum Float64Form: SampleForm {
    static var byteCount: Int { 8 }
    static func value(_ sample: Float) -> UInt64 { Double(sample).bitPattern.littleEndian }
    static func store(_ value: UInt64, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: value, as: UInt64.self)
    }
}

private enum PCM16Form: SampleForm {
    static var byteCount: Int { 2 }
    static func value(_ sample: Float) -> Int32 { quantise(sample, scale: 32_768) }
    static func store(_ value: Int32, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: Int16(truncatingIfNeeded: value).littleEndian, as: Int16.self)
    }
}

private enum PCM24Form: SampleForm {
    static var byteCount: Int { 3 }
    static func value(_ sample: Float) -> Int32 { quantise(sample, scale: 8_388_608) }
    static func store(_ value: Int32, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: value).littleEndian, as: UInt16.self)
        unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
    }
}

private enum PCM32Form: SampleForm {
    static var byteCount: Int { 4 }
    static func value(_ sample: Float) -> Int32 { quantise(sample, scale: 2_147_483_648) }
    static func store(_ value: Int32, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: value.littleEndian, as: Int32.self)
    }
}

/// The nearest integer to `sample × scale`, half to even, within −scale … scale − 1.
///
/// Adding 1.5 × 2⁵² to a double rounds it to an integer and leaves that integer in its low bits, which no
/// instruction beyond the baseline of x86-64 is needed for. Doubles hold every float times a power of two exactly.
@inline(__always)
private func quantise(_ sample: Float, scale: Double) -> Int32 {
    let finite = sample.bitPattern & 0x7F80_0000 != 0x7F80_0000
    let scaled = Double(finite ? sample : 0) * scale
    let above = scaled > scale - 1 ? scale - 1 : scaled
    let clamped = above < -scale ? -scale : above
    return Int32(truncatingIfNeeded: (clamped + 6_755_399_441_055_744).bitPattern)
}
