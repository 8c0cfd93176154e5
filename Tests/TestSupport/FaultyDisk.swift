internal import Dispatch
internal import Synchronization
package import TakeFiles
internal import TapRing

/// A disk that does as a test wants: real files, with one operation that fails, or one that does not come back.
package final class FaultyDisk: TakeFileMaker {
    package enum Operation: Sendable, CaseIterable {
        case make, write, updateHeader, close, publish
    }

    private let failing: Operation?
    private let blocking: Operation?
    private let barrier = DispatchSemaphore(value: 0)
    private let arrivals = Mutex(0)

    package init(failing: Operation? = nil, blocking: Operation? = nil) {
        self.failing = failing
        self.blocking = blocking
    }

    /// Whether an operation stands at the barrier now, or has stood there.
    package var isReached: Bool { arrivals.withLock { $0 > 0 } }

    /// Lets blocked operations go on.
    package func release() { for _ in 0..<64 { barrier.signal() } }

    package func make(_ order: TakeFileOrder) throws(TakeError) -> any TakeFile {
        try pass(.make, order.path)
        return FaultyFile(try SoundFileMaker().make(order), on: self)
    }

    fileprivate func pass(_ operation: Operation, _ path: String) throws(TakeError) {
        if operation == failing {
            throw TakeError(.writeFailed, path: path, "the disk of the test fails at \(operation)", status: 5)
        }
        if operation == blocking {
            arrivals.withLock { $0 += 1 }
            barrier.wait()
        }
    }
}

private final class FaultyFile: TakeFile {
    private let file: any TakeFile
    private let disk: FaultyDisk

    init(_ file: any TakeFile, on disk: FaultyDisk) {
        self.file = file
        self.disk = disk
    }

    var path: String { file.path }
    var partialPath: String { file.partialPath }
    var frames: FrameCount { file.frames }
    var freeBytes: Int64? { file.freeBytes }

    func write(_ bytes: RawSpan) throws(TakeError) {
        try disk.pass(.write, path)
        try file.write(bytes)
    }

    func updateHeader() throws(TakeError) {
        try disk.pass(.updateHeader, path)
        try file.updateHeader()
    }

    func sync() throws(TakeError) { try file.sync() }
    func cut(to count: FrameCount) throws(TakeError) { try file.cut(to: count) }

    func close() throws(TakeError) -> Int64 {
        try disk.pass(.close, path)
        return try file.close()
    }

    func publish() throws(TakeError) {
        try disk.pass(.publish, path)
        try file.publish()
    }

    func discard() { file.discard() }
}
