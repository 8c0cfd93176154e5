import CBench

/// Planes whose every sample tells its channel and its place.
final class PatternPlanes {
    /// Channels.
    let channels: Int
    /// Frames in each plane.
    let frames: Int
    private let samples: UnsafeMutablePointer<Float>
    private let planes: UnsafeMutablePointer<UnsafePointer<Float>?>

    /// - Parameter stride: samples from one plane to the next; at least `frames`.
    init(channels: Int, frames: Int, stride: Int) {
        self.channels = channels
        self.frames = frames
        samples = .allocate(capacity: channels * stride)
        samples.initialize(repeating: 0, count: channels * stride)
        planes = .allocate(capacity: channels)
        for channel in 0..<channels {
            let plane = samples + channel * stride
            for frame in 0..<frames { plane[frame] = Self.sample(channel: channel, frame: frame) }
            (planes + channel).initialize(to: UnsafePointer(plane))
        }
    }

    deinit {
        samples.deallocate()
        planes.deallocate()
    }

    /// As C takes them; valid as long as this object.
    var source: bench_source {
        bench_source(planes: planes, channels: UInt32(channels), frames: UInt32(frames))
    }

    /// Bytes of a period's samples.
    var byteCount: Int { channels * frames * MemoryLayout<Float>.stride }

    /// One pointer a channel; valid as long as this object.
    var pointers: UnsafePointer<UnsafePointer<Float>?> { UnsafePointer(planes) }

    /// The sample at a place.
    static func sample(channel: Int, frame: Int) -> Float { Float(channel * 8192 + frame) }
}
