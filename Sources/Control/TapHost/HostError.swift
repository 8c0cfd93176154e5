/// A host could not do what was asked: what, which, and what to do.
public struct HostError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        /// No server runs under that name.
        case noServer
        /// The server does not answer within the deadline.
        case serverHung
        /// The server went away.
        case serverLost
        case nameTaken
        case nameTooLong
        case noSuchPort
        case notAnAudioPort
        case tooManyPorts
        /// A tap on these ports is installed already.
        case alreadyTapped
        case connectionRefused
        case activationFailed
        /// The call does not fit the host's state: not open, not active, or closed.
        case wrongState
        /// A private server did not start.
        case serverFailedToStart
        /// The waiting task was cancelled.
        case cancelled
        case other
    }

    public var code: Code
    /// The port, client or server that it is about, printable.
    public var subject: String
    /// The whole sentence: what, which, and what to do.
    public var description: String
    /// The status of the underlying call, as the library gave it.
    public var status: Int32

    public init(_ code: Code, subject: String, _ description: String, status: Int32 = 0) {
        self.code = code
        self.subject = subject
        self.description = description
        self.status = status
    }
}
