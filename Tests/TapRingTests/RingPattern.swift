import TapRing
import TestSupport

/// A shape of periods.
struct PeriodShape: Sendable, CustomStringConvertible {
    let frames: UInt32
    let channels: UInt32

    var description: String { "\(frames) frames of \(channels) channels" }

    static let common = [
        PeriodShape(frames: 1, channels: 1), PeriodShape(frames: 16, channels: 2),
        PeriodShape(frames: 64, channels: 64), PeriodShape(frames: 100, channels: 3),
        PeriodShape(frames: 255, channels: 7), PeriodShape(frames: 256, channels: 2),
        PeriodShape(frames: 1023, channels: 5), PeriodShape(frames: 8192, channels: 8),
        PeriodShape(frames: 64, channels: 1024), PeriodShape(frames: 256, channels: 0),
    ]
}

/// A sample that says where it belongs: every bit pattern below 2³² is one of these.
func sampleBits(channel: Int, frame: UInt32) -> UInt32 { frame &* 2_654_435_761 ^ UInt32(channel) &* 40_503 }

/// One plane of such samples.
func plane(channel: Int, start: UInt32, frames: UInt32) -> [Float] {
    (0..<frames).map { Float(bitPattern: sampleBits(channel: channel, frame: start &+ $0)) }
}

extension RingProducer {
    /// Stores one period whose samples and frame time say where it belongs.
    /// - Returns: false when the ring refused it.
    borrowing func storePattern(_ shape: PeriodShape, start: UInt32, overrunFrames: UInt64 = 0) -> Bool {
        guard let slot = reserve(frames: shape.frames, channels: shape.channels) else { return false }
        for channel in 0..<Int(shape.channels) {
            let samples = plane(channel: channel, start: start, frames: shape.frames)
            unsafe samples.withUnsafeBufferPointer { buffer in
                if let base = buffer.baseAddress { unsafe slot.copyPlane(channel, from: base) }
            }
        }
        commit(
            slot,
            header: PeriodHeader(
                frames: shape.frames, channels: shape.channels, frameTimeBefore: start,
                overrunFrames: overrunFrames))
        return true
    }

    /// Stores periods until the ring refuses one; the start of each is its number.
    /// - Returns: how many it took.
    borrowing func storeUntilRefused(_ shape: PeriodShape, from first: UInt32 = 0) -> UInt32 {
        var stored: UInt32 = 0
        while stored < 100_000, storePattern(shape, start: first + stored) { stored += 1 }
        return stored
    }
}

extension StoredPeriod {
    /// The first sample that does not belong where it lies, in words; nil when all do.
    borrowing func firstWrongSample() -> String? {
        let start = header.frameTimeBefore
        for channel in 0..<Int(header.channels) {
            let wrong: Int? = withPlane(channel) { samples in
                samples.indices.first {
                    samples[$0].bitPattern != sampleBits(channel: channel, frame: start &+ UInt32($0))
                }
            }
            if let wrong { return "channel \(channel), frame \(wrong) of the period at \(start)" }
        }
        return nil
    }
}

/// A slot that had to be there was refused.
struct NoRoom: Error {}
