internal import CTapShim

/// The signal that ``SignalSource`` plays: the sample of channel c at position t is the integer (t + 16384 c) mod 2²⁴, as
/// the float v / 2²³ - 1. A float and a 24-bit integer hold it exactly, so every sample tells where it belongs.
package enum KnownSignal {
    /// The number of different samples; then the signal repeats.
    package static let period = Int64(TAP_SOURCE_VALUES)
    /// The distance between neighbouring channels.
    package static let channelStep = Int64(TAP_SOURCE_CHANNEL_STEP)

    /// The sample of a channel at a position.
    package static func sample(channel: Int, position: Int64) -> Float {
        Float(value(channel: channel, position: position) - period / 2) / Float(period / 2)
    }

    /// The integer in a sample; nil when the sample is none of the signal's.
    package static func value(of sample: Float) -> Int64? {
        let scaled = sample * Float(period / 2)  // exact: a power of two
        guard scaled >= Float(-period / 2), scaled < Float(period / 2), scaled.rounded() == scaled else {
            return nil
        }
        return Int64(scaled) + period / 2
    }

    /// The integer in the sample of a channel at a position.
    static func value(channel: Int, position: Int64) -> Int64 {
        modulo(position + Int64(channel) * channelStep)
    }

    /// The source's position at the start of a take, read off one of its frames, `offset` frames from the start.
    /// - Parameter hint: a position that is right to within 2²³ frames: a sample does not tell how often the signal
    ///   has begun anew.
    /// - Returns: nil when the channels contradict each other, or are none of the signal's.
    package static func origin(of frame: [Float], at offset: Int64, near hint: Int64) -> Int64? {
        let values = frame.enumerated().map { channel, sample in
            value(of: sample).map { modulo($0 - Int64(channel) * channelStep) }
        }
        guard let first = values.first, let value = first, values.allSatisfy({ $0 == value }) else {
            return nil
        }
        let distance = modulo(value - offset - hint)
        return hint + (distance < period / 2 ? distance : distance - period)
    }

    static func modulo(_ value: Int64) -> Int64 { value & (period - 1) }
}
