import JACKHost
import Synchronization
import TapCallback
import TapConcurrency
import TapHost
import TapRing
import TestSupport
import Testing

/// A tap with a ring of its own, for tests that look at the host and not at the samples.
func makeTap(channels: Int) throws -> Tap {
    Tap(
        channels: channels,
        ring: try PeriodRing(holding: .milliseconds(100), channels: channels, rate: SampleRate(48_000)))
}

/// Short names for so many channels.
func inputNames(_ count: Int) -> [String] { (0..<count).map { "in_\($0 + 1)" } }

extension JACKHost {
    /// A host for a server.
    convenience init(
        on server: PrivateServer, client: String = "tap", deadline: Duration = .seconds(10)
    ) {
        self.init(
            Configuration(
                serverName: server.name, clientName: client, openDeadline: deadline, callDeadline: deadline))
    }

    /// Installs a tap on `ports`, activates, and connects each port to its channel.
    @discardableResult
    func tapAndConnect(_ ports: [PortName]) async throws -> InstalledTap {
        let tap = try makeTap(channels: ports.count)
        let installed = try installTap(tap, callback: makePeriodCallback(into: tap), on: ports)
        try await activate(installed, inputs: inputNames(ports.count))
        for (channel, port) in ports.enumerated() { try await connect(port, toChannel: channel) }
        return installed
    }

    /// Lets the pump look a few times: tens of milliseconds pass.
    func standStill() async throws {
        let ticker = SystemClock().makeTicker(every: .milliseconds(50))
        defer { ticker.stop() }
        try await ticker.next()
    }

    /// The error of a call that has to fail.
    func error(of call: (JACKHost) async throws -> Void) async -> HostError? {
        do {
            try await call(self)
            return nil
        } catch {
            return error as? HostError
        }
    }
}

/// Runs `body` with an open host on a server, and closes it on every path.
func withOpenHost<Value>(
    on server: PrivateServer, client: String = "tap", deadline: Duration = .seconds(10),
    _ body: (JACKHost) async throws -> Value
) async throws -> Value {
    let host = JACKHost(on: server, client: client, deadline: deadline)
    let result: Result<Value, any Error>
    do {
        _ = try await host.open()
        result = .success(try await body(host))
    } catch {
        result = .failure(error)
    }
    try? await host.close()
    return try result.get()
}

/// The events of a host, from the moment this was made.
final class EventLog: Sendable {
    private final class Noted: Sendable {
        let events = Mutex<[HostEvent]>([])
    }

    private let noted: Noted
    private let listener: Task<Void, Never>

    init(_ host: JACKHost) {
        let noted = Noted()
        let stream = host.events()
        self.noted = noted
        listener = Task {
            for await event in stream { noted.events.withLock { $0.append(event) } }
        }
    }

    deinit { listener.cancel() }

    var all: [HostEvent] { noted.events.withLock { $0 } }
    var kinds: [HostEvent.Kind] { all.map(\.kind) }
    func contains(_ kind: HostEvent.Kind) -> Bool { kinds.contains(kind) }

    /// Waits until an event has come.
    func waits(for kind: HostEvent.Kind) async throws {
        try await eventually("\(kind) is announced; so far: \(kinds)") { contains(kind) }
    }
}
