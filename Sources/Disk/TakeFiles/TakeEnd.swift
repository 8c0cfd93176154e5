internal import TapConcurrency

/// Why a take ended. The first reason wins.
public enum TakeEnd: Sendable, Equatable {
    /// The asked length is reached.
    case length
    /// `stop()` was called.
    case stopped
    /// The task was cancelled.
    case cancelled
    /// A signal asked for it, by name: `SIGINT`.
    case signal(String)
    /// A hole came, and the policy is to stop.
    case gap
    case serverLost(String)
    /// No period came for longer than the stall timeout.
    case stalled
    /// The disk has less room than asked for.
    case lowDisk
    case diskFailed(TakeError)
    /// Something else went wrong, in words.
    case failed(String)

    /// The name that stands in the report under `stoppedBy`.
    public var name: String {
        switch self {
        case .length: "duration"
        case .stopped: "stop"
        case .cancelled: "cancel"
        case .signal(let name): name
        case .gap: "gap"
        case .serverLost: "server-lost"
        case .stalled: "stalled"
        case .lowDisk: "low-disk"
        case .diskFailed: "disk-error"
        case .failed: "error"
        }
    }
}

/// A file could not be made, written or finished: what, which, and what to do.
public struct TakeError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        case fileExists, noSuchDirectory, notWritable, unknownSuffix, badName
        case tooManyChannels, formatRefused, noRoom
        case writeFailed, syncFailed, verificationFailed, renameFailed
        case other
    }

    public var code: Code
    /// The path it is about.
    public var path: String
    public var description: String
    /// `errno` or libsndfile's error number.
    public var status: Int32

    public init(_ code: Code, path: String, _ description: String, status: Int32 = 0) {
        self.code = code
        self.path = path
        self.description = description.printable
        self.status = status
    }
}

/// The exit code of a take and of the tool; the highest that applies wins.
public enum Verdict: Int32, Sendable, Comparable, Codable {
    case complete = 0
    case couldNotStart = 1
    case framesMissing = 3
    case serverLost = 4
    case diskFailed = 5
    case stalled = 6
    case notVerified = 7
    case usage = 64

    public static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
}
