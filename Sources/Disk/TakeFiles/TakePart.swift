internal import TapRing

/// One part of a take: files of the same frames that are open together, and the blocks on their way to them.
/// - Thread: the writer's.
final class TakePart {
    /// Where its first frame stands on the take.
    let start: FrameCount

    private let orders: [TakeFileOrder]
    private let files: [any TakeFile]
    private var block: FrameBlock

    /// Makes every file, or none.
    init(
        start: FrameCount, orders: [TakeFileOrder], rate: SampleRate, maker: any TakeFileMaker
    ) throws(TakeError) {
        precondition(!orders.isEmpty, "a part has files")
        var files: [any TakeFile] = []
        for order in orders {
            do throws(TakeError) {
                files.append(try maker.make(order))
            } catch {
                files.forEach { $0.discard() }
                throw error
            }
        }
        // The names must survive a power cut as well; where that fails, the first sync tells.
        for directory in Set(orders.map { TakePath.directory(of: $0.path) }) {
            _ = PartialFile.syncDirectory(of: directory + "/")
        }
        self.start = start
        self.orders = orders
        self.files = files
        block = FrameBlock(
            encoding: orders[0].encoding, files: files.count, channelsPerFile: orders[0].channels, rate: rate)
    }

    /// Frames of every file, those that wait included.
    var frames: FrameCount { written + FrameCount(block.count) }
    /// Where the next frame stands on the take.
    var end: FrameCount { start + frames }
    /// Bytes of one frame in all files.
    var frameBytes: Int { block.frameBytes * files.count }
    /// The least room on the disks of the files; nil when unknown.
    var freeBytes: Int64? { files.compactMap(\.freeBytes).min() }
    var partialPaths: [String] { files.map(\.partialPath) }

    private var written: FrameCount { files.lazy.map(\.frames).min() ?? .zero }

    // MARK: Growing

    /// Appends the first `frames` of every plane, each `framesPerPlane` long.
    func append(_ planes: Span<Float>, framesPerPlane: Int, frames: Int) throws(TakeError) {
        var first = 0
        while first < frames {
            if block.room == 0 { try flush() }
            let count = min(block.room, frames - first)
            block.append(planes, framesPerPlane: framesPerPlane, from: first, frames: count)
            first += count
        }
        if block.room == 0 { try flush() }
    }

    /// Appends silence, at most as much as a block holds.
    /// - Returns: how much.
    func appendSilence(atMost frames: FrameCount) throws(TakeError) -> FrameCount {
        if block.room == 0 { try flush() }
        let count = Int(min(frames.rawValue, Int64(block.room)))
        block.appendSilence(count)
        return FrameCount(count)
    }

    /// Writes what waits.
    func flush() throws(TakeError) {
        guard !block.isEmpty else { return }
        for (index, file) in files.enumerated() {
            try block.withBytes(ofFile: index) { bytes throws(TakeError) in try file.write(bytes) }
        }
        block.clear()
    }

    /// Writes what waits, then the headers: a reader finds everything up to now.
    func refresh() throws(TakeError) {
        try flush()
        for file in files { try file.updateHeader() }
    }

    /// Stores data and headers safely on the device: first all data, then the headers that speak of it. In rounds over
    /// all files, because the system stores what changed in many files at once for little more than in one.
    func sync() throws(TakeError) {
        try flush()
        for file in files { try file.sync() }
        for file in files { try file.updateHeader() }
        for file in files { try file.sync() }
    }

    /// After a failure: drops what waits, and cuts all files to the frames that every one of them has.
    func settle() {
        let common = written
        block.clear()
        for file in files where file.frames > common {
            // One that cannot be cut fails its verification.
            try? file.cut(to: common)
        }
    }

    // MARK: End

    /// How a part ended.
    struct Outcome {
        var files: [TakeReport.File] = []
        /// What kept a file from its final name.
        var errors: [TakeError] = []
    }

    /// Closes, verifies, and then renames all files. One that fails stays under its partial name, and with it all.
    func finish() -> Outcome {
        var outcome = Outcome()
        var sizes: [Int64] = []
        for file in files {
            do throws(TakeError) {
                sizes.append(try file.close())
            } catch {
                sizes.append(0)
                outcome.errors.append(error)
            }
        }
        let isWhole = outcome.errors.isEmpty
        for ((file, order), bytes) in zip(zip(files, orders), sizes) {
            var path = file.partialPath
            if isWhole {
                do throws(TakeError) {
                    try file.publish()
                    path = file.path
                } catch {
                    if error.code == .syncFailed { path = file.path }
                    outcome.errors.append(error)
                }
            }
            outcome.files.append(
                TakeReport.File(
                    path: path, container: order.container.rawValue, encoding: order.encoding.rawValue,
                    channels: order.channels, rate: order.rate.rawValue, frames: file.frames, bytes: bytes,
                    at: start))
        }
        return outcome
    }

    /// Closes and removes all files.
    func discard() { files.forEach { $0.discard() } }
}
