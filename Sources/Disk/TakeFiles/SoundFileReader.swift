package import TapRing

/// Reads a sound file back, block by block.
/// - Thread: one thread at a time.
package struct SoundFileReader: ~Copyable {
    private var handle: SoundHandle
    private var block: [Float] = []
    private let path: String
    /// Frames that the file says it has.
    package let frames: FrameCount
    package let channels: Int
    package let rate: SampleRate
    /// Frames read so far.
    package private(set) var position = FrameCount.zero

    package init(_ path: String) throws(TakeError) {
        var facts = SoundHandle.Facts()
        do {
            handle = try SoundHandle.reading(path, &facts)
        } catch {
            throw TakeError(
                .other, path: path, "cannot read \"\(path)\": \(error.reason)", status: error.number)
        }
        self.path = path
        frames = FrameCount(facts.frames)
        channels = Int(facts.channels)
        rate = SampleRate(facts.rate)
    }

    /// Lends the next frames, interleaved, at most `limit` of them; nil at the end of the file.
    /// - Throws: a file that ends before the frames that it says it has.
    package mutating func withNextBlock<Result>(
        atMost limit: FrameCount, _ body: (Span<Float>) -> Result
    ) throws(TakeError) -> Result? {
        guard position < frames else { return nil }
        let wanted = Int(min(limit, frames - position).rawValue)
        if block.count < wanted * channels { block = [Float](repeating: 0, count: wanted * channels) }
        let count = handle.read(wanted, into: &block)
        guard count == wanted else {
            throw TakeError(
                .other, path: path,
                "\"\(path)\" ends at frame \(position.rawValue + Int64(count)) of \(frames.rawValue)")
        }
        position = position + FrameCount(count)
        return body(block.span.extracting(0..<count * channels))
    }
}
