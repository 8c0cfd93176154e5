package import TakeFiles
package import TapHost

/// Everything that the arguments of `record` say.
package struct RecordSettings: Sendable {
    /// How the live status is shown.
    package enum StatusStyle: String, Sendable, CaseIterable {
        case text, json, none
    }

    /// The names and globs, in the order given; none means what is heard.
    package var ports: [PortName] = []
    package var output = "take-%Y%m%d-%H%M%S.wav"
    package var length: TimeValue?
    package var encoding = SampleEncoding.float32
    package var isPerPort = false
    package var mayOverwrite = false
    /// nil: ten seconds, but no more memory than ``ringLimitBytes``.
    package var ring: Duration?
    package var onGap = GapPolicy.silence
    package var wait = Duration.zero
    package var server = ServerSettings()
    /// Our name; nil takes "jacktap", with a suffix where that is taken.
    package var client: String?
    package var syncInterval = Duration.seconds(5)
    package var minimumFreeBytes: Int64 = 64 << 20
    /// nil: beside the take.
    package var reportFile: String?
    package var hasReport = true
    /// nil: by what standard output is.
    package var status: StatusStyle?

    /// The ring's length unless one is asked for.
    package static let defaultRing = Duration.seconds(10)
    /// The most memory that a ring takes unless a length is asked for.
    package static let ringLimitBytes = 1 << 30

    package init() {}
}
