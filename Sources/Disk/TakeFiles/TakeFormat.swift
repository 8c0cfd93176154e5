/// How samples stand in the file.
public enum SampleEncoding: String, Sendable, CaseIterable, Codable {
    case float32, float64, pcm16, pcm24, pcm32

    /// Bytes of one sample.
    public var sampleBytes: Int {
        switch self {
        case .pcm16: 2
        case .pcm24: 3
        case .float32, .pcm32: 4
        case .float64: 8
        }
    }

    /// Whether out-of-range samples are clamped, and samples that are no number become silence.
    public var isInteger: Bool { self == .pcm16 || self == .pcm24 || self == .pcm32 }
}

/// What kind of file holds them.
public enum Container: String, Sendable, CaseIterable, Codable {
    /// Plain WAV as long as it fits, RF64 beyond 4 GiB; it changes by itself.
    case wav
    /// RF64 from the start.
    case rf64

    /// Channels that a file of this kind can hold (libsndfile's `SF_MAX_CHANNELS`).
    public static let maximumChannels = 1024
}

/// What a hole in the take does.
public enum GapPolicy: String, Sendable, CaseIterable, Codable {
    /// Silence holds its place.
    case silence
    /// The file is closed, and a new part begins behind the hole.
    case split
    /// The take ends before the hole.
    case stop
}
