import Synchronization
import TapConcurrency
import TapRing

@testable import TakeFiles

/// What a writer asks of a file.
enum FileOperation: Sendable, Equatable {
    case make, write, updateHeader, sync, cut, close, publish
}

/// Real files, with a test in between: it is asked before every operation, and may fail or hold it up.
struct FaultyFiles: TakeFileMaker {
    /// - Parameters: the operation, its number from 1 on, and its path.
    typealias Judge = @Sendable (FileOperation, Int, String) throws(TakeError) -> Void

    final class Court: Sendable {
        private let count = Mutex(0)
        private let judge: Judge
        init(_ judge: @escaping Judge) { self.judge = judge }

        func ask(_ operation: FileOperation, _ path: String) throws(TakeError) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            try judge(operation, number, path)
        }

        /// Operations so far.
        var operations: Int { count.withLock { $0 } }
    }

    let court: Court
    var freeBytes: @Sendable () -> Int64?

    init(_ judge: @escaping Judge) {
        court = Court(judge)
        freeBytes = { 1 << 40 }
    }

    init(freeBytes: @escaping @Sendable () -> Int64? = { 1 << 40 }) {
        court = Court { _, _, _ in }
        self.freeBytes = freeBytes
    }

    func make(_ order: TakeFileOrder) throws(TakeError) -> any TakeFile {
        try court.ask(.make, order.path)
        return FaultyFile(try SoundFileMaker().make(order), court, freeBytes)
    }

    static func failure(_ path: String) -> TakeError {
        TakeError(.writeFailed, path: path, "cannot write to \"\(path)\": made to fail", status: 28)
    }
}

private final class FaultyFile: TakeFile {
    private let file: any TakeFile
    private let court: FaultyFiles.Court
    private let free: @Sendable () -> Int64?
    private var failure: TakeError?

    init(_ file: any TakeFile, _ court: FaultyFiles.Court, _ free: @escaping @Sendable () -> Int64?) {
        self.file = file
        self.court = court
        self.free = free
    }

    var path: String { file.path }
    var partialPath: String { file.partialPath }
    var frames: FrameCount { file.frames }
    var freeBytes: Int64? { free() }

    private func ask(_ operation: FileOperation) throws(TakeError) {
        if let failure, operation != .close, operation != .publish, operation != .cut { throw failure }
        do throws(TakeError) {
            try court.ask(operation, path)
        } catch {
            failure = error
            throw error
        }
    }

    func write(_ bytes: RawSpan) throws(TakeError) {
        try ask(.write)
        try file.write(bytes)
    }
    func updateHeader() throws(TakeError) {
        try ask(.updateHeader)
        try file.updateHeader()
    }
    func sync() throws(TakeError) {
        try ask(.sync)
        try file.sync()
    }
    func cut(to count: FrameCount) throws(TakeError) {
        try ask(.cut)
        try file.cut(to: count)
    }
    func close() throws(TakeError) -> Int64 {
        try ask(.close)
        return try file.close()
    }
    func publish() throws(TakeError) {
        try ask(.publish)
        try file.publish()
    }
    func discard() { file.discard() }
}

/// A door that a test opens, for threads that may block.
final class Gate: Sendable {
    private let signal = ThreadSignal()
    private let isReached = Mutex(false)

    /// Blocks the thread until the door is open.
    func pass() {
        isReached.withLock { $0 = true }
        signal.wait()
        signal.post()
    }
    func open() { signal.post() }
    /// Whether someone stands, or stood, before the door.
    var wasReached: Bool { isReached.withLock { $0 } }
}

/// A number that a test changes while others look at it.
final class Room: Sendable {
    private let value: Mutex<Int64>
    init(_ bytes: Int64) { value = Mutex(bytes) }
    var bytes: Int64 { value.withLock { $0 } }
    func set(_ bytes: Int64) { value.withLock { $0 = bytes } }
}

/// The operations in their order.
final class Log: Sendable {
    private let list = Mutex<[FileOperation]>([])
    var operations: [FileOperation] { list.withLock { $0 } }
    func append(_ operation: FileOperation) { list.withLock { $0.append(operation) } }
}
