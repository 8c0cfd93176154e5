import JACKHost
import TapRing

/// What came out of a ring, laid out on JACK's timeline: the shortest thing that could be called a recorder.
struct Recording {
    let channels: Int
    /// Interleaved, with silence for missing frames.
    private(set) var samples: [Float] = []
    /// Missing frames.
    private(set) var gaps: [Range<Int64>] = []
    /// Frames that may be torn: the server went on while they were copied.
    private(set) var suspect: [Range<Int64>] = []
    private(set) var periodLengths: [UInt32] = []
    private var last: FrameTime?

    init(channels: Int) { self.channels = channels }

    var frames: Int { samples.count / channels }

    mutating func drain(_ consumer: inout RingConsumer) {
        while true {
            let isThere: Void? = consumer.withNextPeriod { append($0) }
            if isThere == nil { return }
        }
    }

    private mutating func append(_ period: borrowing StoredPeriod) {
        let header = period.header
        let time = FrameTime(rawValue: header.frameTimeBefore)
        if let last {
            // jack2 counts the new period's frames at its start.
            let gap = time.frames(since: last).rawValue - Int64(header.frames)
            if gap > 0 {
                gaps.append(Int64(frames)..<Int64(frames) + gap)
                samples += [Float](repeating: 0, count: Int(gap) * channels)
            }
        }
        last = time
        let start = Int64(frames)
        if header.frameTimeAfter != header.frameTimeBefore {
            suspect.append(start..<start + Int64(header.frames))
        }
        periodLengths.append(header.frames)
        let base = samples.count
        samples += [Float](repeating: 0, count: Int(header.frames) * channels)
        for channel in 0..<channels {
            period.withPlane(channel) { plane in
                for frame in plane.indices { samples[base + frame * channels + channel] = plane[frame] }
            }
        }
    }

    /// The source's position at the first frame.
    func origin(near hint: Int64) -> Int64? {
        for frame in 0..<min(frames, 4096) {
            let values = Array(samples[frame * channels..<(frame + 1) * channels])
            if let origin = KnownSignal.origin(of: values, at: Int64(frame), near: hint - Int64(frames)) {
                return origin
            }
        }
        return nil
    }
}
