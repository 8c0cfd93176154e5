internal import Synchronization
internal import TakeFiles
internal import TapCallback
internal import TapConcurrency
internal import TapHost
internal import TapRing

/// A take whose client is open and whose files are made, before anything is installed.
struct PreparedTake: Sendable {
    let server: ServerDescription
    let channels: [ChannelSource]
    let ring: PeriodRing
    let tap: Tap
    let writer: TakeWriter
    /// Everything that the host announced since before the ports were listed.
    let events: AsyncStream<HostEvent>
    let notes: TakeNotes

    /// The ports listened to, one a channel.
    var ports: [PortName] { channels.map(\.port) }

    /// Short names of our inputs, one a channel.
    var inputNames: [String] { channels.indices.map { "in_\($0 + 1)" } }

    /// Full names of our inputs, one a channel.
    var inputs: [PortName] { inputNames.map { PortName("\(server.clientName):\($0)") } }

    /// One line for a person, before the first period.
    var announcement: String {
        "recording \(channels.count) \(channels.count == 1 ? "channel" : "channels") at "
            + "\(server.rate.rawValue) Hz, period \(server.framesPerPeriod), as \"\(server.clientName)\""
    }
}

/// What is learnt about a take while it runs, for its report.
final class TakeNotes: Sendable {
    private let latencies = Mutex<[LatencyRange]>([])
    private let scheduling = Mutex<Bool?>(nil)
    private let texts = Mutex<[String]>([])

    var captureLatencies: [LatencyRange] { latencies.withLock { $0 } }
    func learn(_ ranges: [LatencyRange]) { latencies.withLock { $0 = ranges } }

    /// Whether the process thread has realtime scheduling, as far as that is known.
    var isRealtime: Bool? { scheduling.withLock { $0 } }
    func learn(isRealtime: Bool) { scheduling.withLock { $0 = isRealtime } }

    var warnings: [String] { texts.withLock { $0 } }
    func warn(_ text: String) { texts.withLock { $0.append(text) } }
}
