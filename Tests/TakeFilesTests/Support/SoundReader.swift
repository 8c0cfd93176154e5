import CSndfile

/// A sound file read back through libsndfile.
struct SoundReading {
    var frames: Int
    var rate: Int
    var channels: Int
    /// libsndfile's number of the format.
    var format: Int32
    /// Interleaved.
    var samples: [Float]

    subscript(frame: Int, channel: Int) -> Float { samples[frame * channels + channel] }

    /// One channel's samples.
    func channel(_ channel: Int) -> [Float] { (0..<frames).map { self[$0, channel] } }

    init(_ path: String) throws {
        var info = SF_INFO()
        guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else {
            throw Problem("sf_open \(path): \(unsafe String(cString: sf_strerror(nil)))")
        }
        defer { unsafe sf_close(file) }
        frames = Int(info.frames)
        rate = Int(info.samplerate)
        channels = Int(info.channels)
        format = info.format
        samples = [Float](repeating: .nan, count: frames * channels)
        let read = unsafe samples.withUnsafeMutableBufferPointer {
            unsafe sf_readf_float(file, $0.baseAddress, info.frames)
        }
        guard read == info.frames else { throw Problem("\(path): \(read) of \(info.frames) frames") }
    }
}
