internal import Glibc
internal import TapRing

/// A sound file that grows. Its header is never older than the last ``updateHeader()``, so it opens at any moment.
///
/// It trusts no return value alone. The first failure stands: the file is cut to its last whole frame with a header
/// that says so, and nothing is written after it.
/// - Thread: one thread at a time.
struct SoundFile: ~Copyable {
    let format: SoundFormat
    private let file: PartialFile
    private var sound: SoundHandle
    /// Bytes before the first frame.
    let dataOffset: Int64

    /// Whole frames that the file has accepted.
    private(set) var frames = FrameCount.zero
    /// The first failure.
    private(set) var failure: TakeError?

    var path: String { file.path }
    var partialPath: String { file.partialPath }
    var freeBytes: Int64? { file.freeBytes }

    /// Makes the file with a whole header. When it fails, nothing of it stays.
    init(_ path: String, _ format: SoundFormat, mayOverwrite: Bool) throws(TakeError) {
        let file = try PartialFile(path, mayOverwrite: mayOverwrite)
        do throws(TakeError) {
            // libsndfile closes what it is given, also when it fails, and in some versions even when told not to.
            let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw TakeError.cannotCreate(path, errno) }
            var sound = try Self.openSound(copy, format, path)
            sound.updateHeader()
            if let failure = sound.failure { throw Self.refused(format, path, failure) }
            guard let dataOffset = file.byteCount, dataOffset > 0 else {
                throw TakeError(
                    .formatRefused, path: path, "cannot write a header to \"\(path)\"; check the disk")
            }
            self.format = format
            self.file = file
            self.sound = sound
            self.dataOffset = dataOffset
        } catch {
            file.discard()
            throw error
        }
    }

    private static func openSound(
        _ descriptor: Int32, _ format: SoundFormat, _ path: String
    ) throws(TakeError) -> SoundHandle {
        do {
            return try SoundHandle.writing(descriptor, format)
        } catch {
            throw refused(format, path, error)
        }
    }

    private static func refused(_ format: SoundFormat, _ path: String, _ why: SoundHandle.Failure)
        -> TakeError
    {
        TakeError(
            .formatRefused, path: path,
            "cannot make \"\(path)\": \(format.container) with \(format.channels) channels of \(format.encoding) "
                + "at \(format.rate.rawValue) Hz is refused: \(why.reason)",
            status: why.number)
    }

    // MARK: Growing

    /// Appends whole frames in one piece.
    /// - Throws: the first failure, then and for ever.
    mutating func write(_ bytes: RawSpan) throws(TakeError) {
        if let failure { throw failure }
        precondition(bytes.byteCount % format.frameBytes == 0, "only whole frames are written")
        let accepted = sound.write(bytes)
        let reason = sound.failure
        let status = errno
        frames = frames + FrameCount(max(accepted, 0) / format.frameBytes)
        guard accepted != bytes.byteCount || reason != nil else { return }
        let why = reason?.reason ?? "the disk took \(accepted) of \(bytes.byteCount) bytes"
        let error = TakeError(
            .writeFailed, path: partialPath,
            "cannot write to \"\(partialPath)\" behind frame \(frames.rawValue): \(why); make room, or check the disk",
            status: status != 0 ? status : reason?.number ?? 0)
        failure = error
        try? cut(to: frames)
        throw error
    }

    /// Makes the header say what the file holds.
    mutating func updateHeader() throws(TakeError) {
        if let failure { throw failure }
        sound.updateHeader()
        guard let reason = sound.failure else { return }
        let error = TakeError(
            .writeFailed, path: partialPath,
            "cannot update the header of \"\(partialPath)\": \(reason.reason); check the disk",
            status: reason.number)
        failure = error
        throw error
    }

    /// Waits until the device has everything that was written.
    mutating func sync() throws(TakeError) {
        if let failure { throw failure }
        do throws(TakeError) {
            try file.sync(withTimes: false)
        } catch {
            failure = error
            throw error
        }
    }

    /// Drops every frame behind the first `count`, and makes the header say so.
    mutating func cut(to count: FrameCount) throws(TakeError) {
        frames = min(frames, count)
        let size = dataOffset + frames.rawValue * Int64(format.frameBytes)
        guard file.truncate(to: size) else {
            throw TakeError.system(
                .writeFailed, partialPath, "cannot shorten \"\(partialPath)\"", errno, "check the disk")
        }
        sound.updateHeader()
    }

    // MARK: End

    /// Closes the file, waits until the device has it, opens it again, and compares.
    /// - Throws: `syncFailed` or `verificationFailed`; the file stays under its partial name.
    consuming func close() throws(TakeError) -> ClosedSoundFile {
        let format = format
        let frames = frames
        let dataOffset = dataOffset
        let syncFailure = failure.flatMap { $0.code == .syncFailed ? $0 : nil }
        sound.close()
        let closed = ClosedSoundFile(file: file)
        if let syncFailure { throw syncFailure }
        try closed.verify(format, frames: frames, dataOffset: dataOffset)
        return closed
    }

    /// Closes and removes the file.
    consuming func discard() {
        file.discard()
    }
}

/// A sound file that is whole, closed and compared, still under its partial name.
struct ClosedSoundFile: ~Copyable {
    private let file: PartialFile

    init(file: consuming PartialFile) { self.file = file }

    var byteCount: Int64 { file.byteCount ?? 0 }

    fileprivate borrowing func verify(
        _ format: SoundFormat, frames: FrameCount, dataOffset: Int64
    ) throws(TakeError) {
        try file.sync()
        let path = file.partialPath
        let facts: SoundHandle.Facts
        do {
            facts = try SoundHandle.facts(ofFileAt: path)
        } catch {
            throw TakeError(
                .verificationFailed, path: path, "\"\(path)\" does not open again: \(error.reason)",
                status: error.number)
        }
        let isAsWritten =
            facts.frames == frames.rawValue && facts.channels == Int32(format.channels)
            && facts.rate == Int32(clamping: format.rate.rawValue) && format.matches(facts.format)
        // A chunk of odd length is padded by one byte.
        let excess = byteCount - dataOffset - frames.rawValue * Int64(format.frameBytes)
        guard isAsWritten, excess == 0 || excess == 1 else {
            throw TakeError(
                .verificationFailed, path: path,
                "\"\(path)\" says \(facts.frames) frames of \(facts.channels) channels at \(facts.rate) Hz in "
                    + "\(byteCount) bytes, but \(frames.rawValue) frames of \(format.channels) channels at "
                    + "\(format.rate.rawValue) Hz were written; the disk or the file system is at fault")
        }
    }

    /// Gives the file its final name.
    borrowing func publish() throws(TakeError) { try file.publish() }

    borrowing func discard() { file.discard() }
}
