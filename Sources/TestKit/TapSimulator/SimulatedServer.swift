public import TapHost
public import TapRing

/// What a simulated server is when it starts. Every value has a default; change what a test is about.
public struct SimulatedServer: Sendable {
    /// Where a period's callback runs.
    public enum ProcessThread: Sendable, Equatable {
        /// A plain thread of its own, as JACK's process thread is: no task, no actor, no executor.
        case plain
        /// A detached task.
        case detachedTask
        /// Whatever thread plays the script.
        case caller
    }

    /// When periods run without a script.
    public enum Autoplay: Sendable, Equatable {
        /// Never: only scripts let periods run and time pass.
        case off
        /// From the removal of the tap until the client has closed. A script decides every period that is recorded, and
        /// yet the callback sees the removal.
        case afterRemoval
        /// From activation until the client has closed, whenever no script is being played.
        case whileActive
    }

    public var name = "simulated"
    public var version = "1.9.21"
    public var rate = SampleRate(48_000)
    public var framesPerPeriod: UInt32 = 256
    public var isRealtime = true
    /// How the frame time counts when the period changes.
    public var frameTimeRule = FrameTimeRule.countsNewPeriod
    /// The frame time of the first period that runs.
    public var firstFrameTime = FrameTime(rawValue: 0)
    /// The name that the client is given.
    public var clientName = "jacktap"
    /// The server's ports. Connections between them stand in their `connections`.
    public var ports = SimulatedServer.systemPorts(captures: 2, playbacks: 2)
    public var signal = SimulatedSignal.pattern
    /// How long each callback takes, by the virtual clock.
    public var callbackDuration = Duration.microseconds(10)
    public var processThread = ProcessThread.plain
    public var autoplay = Autoplay.afterRemoval

    /// A server of default values, changed by a closure: `SimulatedServer { $0.framesPerPeriod = 64 }`.
    public init(_ change: (inout SimulatedServer) -> Void = { _ in }) { change(&self) }

    /// The physical ports of a sound card: `system:capture_1`… and `system:playback_1`….
    /// - Parameter latency: of each port, in frames.
    public static func systemPorts(
        captures: Int, playbacks: Int = 0, latency: UInt32 = 256
    ) -> [PortDescription] {
        let range = LatencyRange(min: latency, max: latency)
        let inward = (1...).prefix(captures).map { number in
            PortDescription(
                name: PortName("system:capture_\(number)"), direction: .output, isPhysical: true,
                captureLatency: range)
        }
        let outward = (1...).prefix(playbacks).map { number in
            PortDescription(
                name: PortName("system:playback_\(number)"), direction: .input, isPhysical: true,
                playbackLatency: range)
        }
        return inward + outward
    }
}
