/// What a take's report says that only the session knows.
package struct TakeFacts: Sendable {
    /// Why the take ends.
    package var end: TakeEnd
    /// JackTap's version.
    package var jacktap: String
    package var server: TakeReport.Server
    /// Minimum and maximum of each channel, frames.
    package var captureLatencies: [[UInt32]]
    package var ringSeconds: Double
    package var ringBytes: Int
    package var warnings: [String]

    package init(
        end: TakeEnd, jacktap: String, server: TakeReport.Server, captureLatencies: [[UInt32]] = [],
        ringSeconds: Double, ringBytes: Int, warnings: [String] = []
    ) {
        self.end = end
        self.jacktap = jacktap
        self.server = server
        self.captureLatencies = captureLatencies
        self.ringSeconds = ringSeconds
        self.ringBytes = ringBytes
        self.warnings = warnings
    }
}

extension TakeEnd {
    /// The least verdict of a take that ended like this.
    var verdict: Verdict {
        switch self {
        case .length, .stopped, .cancelled, .signal: .complete
        case .gap, .failed: .framesMissing
        case .serverLost: .serverLost
        case .lowDisk, .diskFailed: .diskFailed
        case .stalled: .stalled
        }
    }
}
