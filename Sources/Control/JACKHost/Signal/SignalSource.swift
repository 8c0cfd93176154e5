internal import CJACK
internal import CTapShim
internal import Synchronization
internal import TapConcurrency
package import TapHost

/// A client that plays the known signal on ports of its own, for a take that is to be checked sample by sample.
package final class SignalSource: Sendable {
    /// Frames that the source did not play in time; whatever was recorded there is its own fault.
    package struct SkippedSpan: Sendable, Equatable {
        /// As ``SignalSource/position``.
        package var position: Int64
        package var frames: Int64
    }

    /// Its output ports, one a channel.
    package let ports: [PortName]
    private let player: SourcePlayer
    private let control: SourceControl

    private init(ports: [PortName], player: SourcePlayer, control: SourceControl) {
        self.ports = ports
        self.player = player
        self.control = control
    }

    /// Opens the client on a server, and plays.
    /// - Parameter server: nil means the default server.
    package static func start(
        server: String?, name: String = "jacktap-source", channels: Int, deadline: Duration = .seconds(5)
    ) async throws(HostError) -> SignalSource {
        let control = SourceControl()
        let attempt = OpenAttempt()
        let serverName = ServerName(given: server)
        let outcome = await withDeadline(deadline) {
            try await control.open(attempt, name: name, server: serverName, channels: channels)
        }
        switch outcome {
        case .finished(.success(let player)):
            return SignalSource(ports: player.ports, player: player, control: control)
        case .finished(.failure(let error)):
            throw error as? HostError ?? HostError(.other, subject: name, "\(error)")
        case .expired:
            await control.abandon(attempt, within: deadline)
            throw .serverHung(serverName, while: "opening the source", limit: deadline)
        case .cancelled:
            await control.abandon(attempt, within: deadline)
            throw .cancelled(serverName, while: "opening the source")
        }
    }

    /// The position behind the last frame that was played: JACK's frame time, counted on in 64 bits. It grows at any time
    /// until the source has stopped.
    package var position: Int64 { player.facts.position }

    /// What was skipped so far.
    package var skipped: [SkippedSpan] { player.facts.skipped }

    /// Skipped spans that there was no room for: then no take can be judged.
    package var skippedLost: Int { player.facts.skippedLost }

    /// What was skipped, in frames of a take.
    /// - Parameter origin: the source's position at the start of the take.
    package func skipped(from origin: Int64) -> [Range<Int64>] {
        skipped.map { $0.position - origin..<$0.position + $0.frames - origin }
    }

    /// Closes the client. Idempotent; gives up on a hung server after three seconds.
    package func stop() async {
        _ = await withDeadline(.seconds(3), heedsCancellation: false) { [control] in await control.close() }
    }
}

/// The thread of one source.
private actor SourceControl {
    private let thread = DedicatedThread(named: "jacktap-source")
    private var player: SourcePlayer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    isolated deinit { close() }

    func open(
        _ attempt: OpenAttempt, name: String, server: ServerName, channels: Int
    ) throws(HostError) -> SourcePlayer {
        let player = try SourcePlayer(name: name, server: server, channels: channels)
        guard attempt.complete() else {
            player.close()
            throw .cancelled(server, while: "opening the source")
        }
        self.player = player
        return player
    }

    func close() {
        player?.close()
        player = nil
    }

    nonisolated func abandon(_ attempt: OpenAttempt, within limit: Duration) async {
        guard !attempt.abandon() else { return }
        _ = await withDeadline(limit, heedsCancellation: false) { await self.close() }
    }
}

/// The source in C. Its figures may be read from any thread; opened and closed by its thread alone.
private final class SourcePlayer: Sendable {
    struct Facts: Sendable {
        var position: Int64 = 0
        var skipped: [SignalSource.SkippedSpan] = []
        var skippedLost = 0
    }

    @safe
    private struct State: @unchecked Sendable {
        // SAFETY: used only under the lock that holds this, until it is nil; C's side of it is atomic.
        var source: OpaquePointer?
        var last = Facts()
    }

    let ports: [PortName]
    private let state: Mutex<State>

    init(name: String, server: ServerName, channels: Int) throws(HostError) {
        var messages = MessageReader()
        var opening = unsafe tap_opening()
        let source: OpaquePointer? = unsafe server.withCString { server in
            unsafe name.withCString { unsafe tap_source_open($0, server, UInt32(channels), &opening) }
        }
        guard let source = unsafe source else {
            throw unsafe HostError.opening(name, on: server, opening, said: messages.rest())
        }
        ports = (0..<channels).map { channel in
            unsafe PortName(bytes: JACKBytes.copy(jack_port_name(tap_source_port(source, UInt32(channel)))))
        }
        let status = unsafe tap_source_activate(source)
        guard status == 0 else {
            unsafe tap_source_close(source)
            throw .activationFailed(PortName(name).display, status: status)
        }
        state = unsafe Mutex(State(source: source))
    }

    var facts: Facts {
        state.withLock { state in unsafe state.source.map { unsafe Self.facts(of: $0) } ?? state.last }
    }

    /// Idempotent.
    func close() {
        let source: OpaquePointer? = unsafe state.withLock { state in
            guard let source = unsafe state.source else { return nil }
            unsafe state.last = Self.facts(of: source)
            unsafe state.source = nil
            return unsafe source
        }
        if let source = unsafe source { unsafe tap_source_close(source) }
    }

    private static func facts(of source: OpaquePointer) -> Facts {
        var facts = unsafe Facts(
            position: Int64(tap_source_position(source)), skippedLost: Int(tap_source_skipped_lost(source)))
        var span = tap_source_span()
        while unsafe tap_source_skipped(source, UInt32(facts.skipped.count), &span) {
            facts.skipped.append(
                SignalSource.SkippedSpan(position: Int64(span.position), frames: Int64(span.frames)))
        }
        return facts
    }
}
