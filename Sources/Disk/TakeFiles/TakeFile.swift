package import TapRing

/// One file of a take, as the writer sees it. Tests put one of their own in its place, to block, slow or fail the Nth
/// operation.
/// - Thread: one thread at a time.
package protocol TakeFile: AnyObject {
    /// What it will be called.
    var path: String { get }
    /// What it is called until it is published.
    var partialPath: String { get }
    /// Whole frames that it has accepted.
    var frames: FrameCount { get }
    /// Bytes that may still be written to its disk; nil when unknown.
    var freeBytes: Int64? { get }

    /// Appends whole frames.
    /// - Throws: the first failure, then and for ever; ``frames`` tells how many were accepted.
    func write(_ bytes: RawSpan) throws(TakeError)
    /// Makes the header say what the file holds.
    func updateHeader() throws(TakeError)
    /// Waits until the device has everything.
    func sync() throws(TakeError)
    /// Drops every frame behind the first `count`.
    func cut(to count: FrameCount) throws(TakeError)
    /// Closes the file, stores it safely, and compares it with what was written.
    /// - Returns: its length in bytes.
    func close() throws(TakeError) -> Int64
    /// Gives the closed file its final name.
    func publish() throws(TakeError)
    /// Closes and removes the file. After ``publish()`` it has no effect.
    func discard()
}

/// What kind of file to make, and where.
package struct TakeFileOrder: Sendable, Equatable {
    package var path: String
    package var container: Container
    package var encoding: SampleEncoding
    package var channels: Int
    package var rate: SampleRate
    package var mayOverwrite: Bool

    var format: SoundFormat {
        SoundFormat(container: container, encoding: encoding, channels: channels, rate: rate)
    }
}

/// Makes a take's files.
package protocol TakeFileMaker: Sendable {
    /// Makes one file with a whole header. When it fails, nothing of it stays.
    func make(_ order: TakeFileOrder) throws(TakeError) -> any TakeFile
}

/// Makes sound files on disk.
package struct SoundFileMaker: TakeFileMaker {
    package init() {}

    package func make(_ order: TakeFileOrder) throws(TakeError) -> any TakeFile {
        try SoundFileOnDisk(order)
    }
}

/// A sound file in the form that the writer wants.
private final class SoundFileOnDisk: TakeFile {
    let path: String
    let partialPath: String
    private(set) var frames = FrameCount.zero
    private var growing: SoundFile?
    private var closed: ClosedSoundFile?

    init(_ order: TakeFileOrder) throws(TakeError) {
        path = order.path
        partialPath = PartialFile.partialPath(of: order.path)
        growing = try SoundFile(order.path, order.format, mayOverwrite: order.mayOverwrite)
    }

    var freeBytes: Int64? { growing?.freeBytes }

    func write(_ bytes: RawSpan) throws(TakeError) {
        defer { frames = growing?.frames ?? frames }
        try growing?.write(bytes)
    }

    func updateHeader() throws(TakeError) { try growing?.updateHeader() }
    func sync() throws(TakeError) { try growing?.sync() }

    func cut(to count: FrameCount) throws(TakeError) {
        defer { frames = growing?.frames ?? frames }
        try growing?.cut(to: count)
    }

    func close() throws(TakeError) -> Int64 {
        guard let file = growing.take() else { return closed?.byteCount ?? 0 }
        let whole = try file.close()
        let bytes = whole.byteCount
        closed = consume whole
        return bytes
    }

    func publish() throws(TakeError) {
        guard let file = closed.take() else { return }
        do {
            try file.publish()
        } catch {
            closed = consume file  // it may still be discarded
            throw error
        }
    }

    func discard() {
        growing.take()?.discard()
        closed.take()?.discard()
    }
}
