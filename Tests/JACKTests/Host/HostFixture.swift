import JACKHost
import TapCallback
import TapHost
import TapRing
import TestSupport

/// A tap with a ring of its own, for tests that look at the host and not at the samples.
func makeTap(channels: Int) throws -> Tap {
    let ring = try PeriodRing(
        holding: .milliseconds(100), channels: channels, rate: SampleRate(48_000))
    return Tap(channels: channels, ring: ring)
}

/// A host for a server, with short deadlines that a test can wait for.
func makeHost(on server: PrivateServer, client: String = "tap") -> JACKHost {
    JACKHost(.init(serverName: server.name, clientName: client))
}

/// Short names for so many channels.
func inputNames(_ count: Int) -> [String] { (1...count).map { "in_\($0)" } }

extension JACKHost {
    /// Installs a tap on `ports`, activates, and connects each port to its channel.
    func tapAndConnect(_ ports: [PortName]) async throws -> InstalledTap {
        let tap = try makeTap(channels: ports.count)
        let installed = try installTap(tap, callback: makePeriodCallback(into: tap), on: ports)
        try await activate(installed, inputs: inputNames(ports.count))
        for (channel, port) in ports.enumerated() { try await connect(port, toChannel: channel) }
        return installed
    }
}
