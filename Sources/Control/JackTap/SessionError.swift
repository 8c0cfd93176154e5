public import TakeFiles
internal import TapHost
internal import TapRing

/// A take that left no verified file: what, which, and what to do.
public struct SessionError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        /// The host refused or failed.
        case host
        /// The files could not be made.
        case files
        /// The ring could not be had.
        case memory
        /// The take ended before its first frame.
        case nothingRecorded
        /// A take of this session is running.
        case busy
        /// The disk did not finish within the deadline: the partial files stay, and may be truncated.
        case flushExpired
    }

    public var code: Code
    public var description: String
    /// The exit code that fits.
    public var verdict: Verdict
    /// Files that stay behind unfinished.
    public var partialFiles: [String]

    init(_ code: Code, _ description: String, verdict: Verdict = .couldNotStart, partialFiles: [String] = [])
    {
        self.code = code
        self.description = description
        self.verdict = verdict
        self.partialFiles = partialFiles
    }

    init(_ error: HostError) { self.init(.host, error.description) }
    init(_ error: TakeError) { self.init(.files, error.description) }
    init(_ error: RingError) { self.init(.memory, error.description) }

    /// The take ended for `reason` before its first frame.
    static func nothingRecorded(_ reason: TakeEnd) -> SessionError {
        switch reason {
        case .serverLost(let why):
            SessionError(
                .nothingRecorded, "the server was lost before the first frame: \(why)", verdict: .serverLost)
        case .stalled:
            SessionError(
                .nothingRecorded,
                "the server runs no periods: nothing was recorded; is its driver running?", verdict: .stalled)
        case .diskFailed(let error):
            SessionError(.files, error.description, verdict: .diskFailed)
        case .lowDisk:
            SessionError(
                .files, "the disk became full before the first frame: make room, or lower --min-free",
                verdict: .diskFailed)
        case .failed(let why):
            SessionError(.nothingRecorded, why)
        default:
            SessionError(
                .nothingRecorded, "ended by \(reason.name) before the first frame: nothing was recorded")
        }
    }
}
