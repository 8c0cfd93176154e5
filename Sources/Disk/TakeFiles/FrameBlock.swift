import TapRing

/// Memory for the frames that wait to be written to one part's files: one block a file, all filled to the same frame.
@safe
struct FrameBlock: ~Copyable {
    // SAFETY: owned by this value alone; every access is bounded by `capacity` and `files`.
    private let memory: UnsafeMutableRawPointer
    private let encoder: SampleEncoder
    private let blockBytes: Int

    let files: Int
    let channelsPerFile: Int
    /// Bytes of one file's frame.
    let frameBytes: Int
    /// Frames that each block holds.
    let capacity: Int
    /// Frames in each block.
    private(set) var count = 0

    /// Room for about half a second in each file's block, between 64 KiB and 1 MiB.
    init(encoding: SampleEncoding, files: Int, channelsPerFile: Int, rate: SampleRate) {
        encoder = SampleEncoder(encoding: encoding)
        self.files = files
        self.channelsPerFile = channelsPerFile
        frameBytes = channelsPerFile * encoding.sampleBytes
        let wanted = min(max(Int(rate.rawValue) / 2 * frameBytes, 64 << 10), files == 1 ? 1 << 20 : 64 << 10)
        capacity = max(wanted / frameBytes, 1)
        blockBytes = (capacity * frameBytes + 63) & ~63
        unsafe memory = .allocate(byteCount: blockBytes * files, alignment: 64)
    }

    deinit { unsafe memory.deallocate() }

    /// Frames that still fit.
    var room: Int { capacity - count }
    var isEmpty: Bool { count == 0 }

    /// Appends `frames` frames, which must fit.
    /// - Parameters:
    ///   - planes: one plane after the other, each `framesPerPlane` long.
    ///   - first: the first frame to take from each.
    mutating func append(_ planes: Span<Float>, framesPerPlane: Int, from first: Int, frames: Int) {
        precondition(first >= 0 && frames >= 0 && frames <= room && first + frames <= framesPerPlane)
        precondition(
            planes.count == framesPerPlane * files * channelsPerFile, "the period has other channels")
        unsafe planes.withUnsafeBufferPointer { samples in
            guard let samples = samples.baseAddress else { return }
            for file in 0..<files {
                let source = unsafe SampleEncoder.Source(
                    samples: samples + file * channelsPerFile * framesPerPlane + first,
                    stride: framesPerPlane, channels: channelsPerFile)
                unsafe encoder.encode(source, frames: frames, into: end(ofFile: file))
            }
        }
        count += frames
    }

    /// Appends silence, which must fit. In every encoding it is zero bytes.
    mutating func appendSilence(_ frames: Int) {
        precondition(frames >= 0 && frames <= room)
        for file in 0..<files {
            unsafe end(ofFile: file).initializeMemory(
                as: UInt8.self, repeating: 0, count: frames * frameBytes)
        }
        count += frames
    }

    /// Lends what waits for one file.
    borrowing func withBytes<Failure: Error>(
        ofFile file: Int, _ body: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(file >= 0 && file < files)
        let waiting = unsafe UnsafeRawBufferPointer(
            start: memory + file * blockBytes, count: count * frameBytes)
        try unsafe body(waiting.bytes)
    }

    mutating func clear() { count = 0 }

    private func end(ofFile file: Int) -> UnsafeMutableRawPointer {
        unsafe memory + file * blockBytes + count * frameBytes
    }
}
