internal import Foundation
internal import Synchronization

/// A child process of a test: its output is kept, it gets signals by its id, and it is reaped on every path.
public final class ToolProcess: Sendable {
    public struct Outcome: Sendable {
        public var status: Int32
        /// Whether a signal ended it; ``status`` is its number then.
        public var wasKilled: Bool
        public var output: String
        public var errors: String
    }

    private let process = Process()
    private let output = Collector()
    private let errors = Collector()
    private let ended = Mutex<(outcome: Outcome?, waiters: [CheckedContinuation<Outcome, Never>])>((nil, []))

    public var id: Int32 { process.processIdentifier }
    public var outputSoFar: String { output.text }
    public var errorsSoFar: String { errors.text }

    public init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.terminationHandler = { [weak self] process in
            self?.finish(
                status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal)
        }
        output.begin()
        errors.begin()
        try process.run()
    }

    /// The tool under test, from the same build as the test.
    public static func jacktap(
        _ arguments: [String], environment: [String: String] = [:], directory: String? = nil
    ) throws -> ToolProcess {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let tool = own.deletingLastPathComponent().appendingPathComponent("jacktap").path
        return try ToolProcess(tool, arguments, environment: environment, directory: directory)
    }

    /// Runs a program to its end.
    public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        try await ToolProcess("/usr/bin/env", [name] + arguments).outcome
    }

    public func signal(_ number: Int32) {
        if process.isRunning { kill(id, number) }
    }

    /// Waits for its end.
    public var outcome: Outcome {
        get async {
            await withCheckedContinuation { continuation in
                let outcome = ended.withLock { ended in
                    if ended.outcome == nil { ended.waiters.append(continuation) }
                    return ended.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// Ends it if it still runs, and waits for that.
    public func reap() async {
        signal(SIGCONT)
        signal(SIGKILL)
        _ = await outcome
    }

    private func finish(status: Int32, wasKilled: Bool) {
        let outcome = Outcome(
            status: status, wasKilled: wasKilled, output: output.finish(), errors: errors.finish())
        let waiters = ended.withLock { ended in
            ended.outcome = outcome
            defer { ended.waiters = [] }
            return ended.waiters
        }
        waiters.forEach { $0.resume(returning: outcome) }
    }
}

/// Reads a pipe to its end on a thread of its own.
private final class Collector: Sendable {
    let pipe = Pipe()
    private let bytes = Mutex(Data())
    private let done = DispatchSemaphore(value: 0)

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func begin() {
        let thread = Thread { [self] in
            while true {
                let chunk = pipe.fileHandleForReading.availableData
                if chunk.isEmpty { break }
                bytes.withLock { $0.append(chunk) }
            }
            done.signal()
        }
        thread.start()
    }

    /// Waits for the end of the pipe; the child has ended.
    func finish() -> String {
        done.wait()
        return text
    }
}
