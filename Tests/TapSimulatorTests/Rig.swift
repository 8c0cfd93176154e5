import TapSimulator
import Testing

/// A simulator with an armed tap on its first ports, and everything that the tap stored.
final class Rig: Sendable {
    let simulator: TapSimulator
    let tap: Tap
    let installed: InstalledTap
    let sources: [PortName]
    private let ring: PeriodRing

    var clock: VirtualClock { simulator.clock }

    /// Opens, activates and connects one channel to each of the first sources.
    init(channels: Int = 2, ringBytes: Int = 1 << 20, _ change: (inout SimulatedServer) -> Void = { _ in })
        async throws
    {
        var server = SimulatedServer()
        server.ports = SimulatedServer.systemPorts(captures: max(channels, 2), playbacks: 2)
        server.autoplay = .off
        change(&server)
        simulator = TapSimulator(server)
        sources = server.ports.filter { $0.direction == .output }.prefix(channels).map(\.name)
        ring = try PeriodRing(byteCount: ringBytes)
        tap = Tap(channels: channels, ring: ring)
        _ = try await simulator.open()
        installed = try simulator.installTap(tap, callback: makePeriodCallback(into: tap), on: sources)
        try await simulator.activate(installed, inputs: (1...channels).map { "in_\($0)" })
        for (channel, source) in sources.enumerated() {
            try await simulator.connect(source, toChannel: channel)
        }
        tap.arm()
    }

    func input(_ channel: Int) -> PortName { PortName("jacktap:in_\(channel + 1)") }

    /// Everything that was stored; once.
    func drain() -> [Record] {
        var consumer = ring.takeConsumer()
        var records: [Record] = []
        while let record = consumer.withNextPeriod({ Record($0) }) { records.append(record) }
        return records
    }

    func takeConsumer() -> RingConsumer { ring.takeConsumer() }
}

/// A copy of a stored period.
struct Record: Sendable {
    let header: PeriodHeader
    let planes: [[Float]]

    init(_ period: borrowing StoredPeriod) {
        header = period.header
        planes = (0..<Int(period.header.channels)).map { channel in
            period.withPlane(channel) { samples in samples.indices.map { samples[$0] } }
        }
    }

    var frames: UInt32 { header.frames }
    var frameTime: UInt32 { header.frameTimeBefore }

    /// Whether a channel holds a source's pattern from a position on.
    func isPattern(_ channel: Int, source: Int, from position: UInt32) -> Bool {
        planes[channel].enumerated().allSatisfy { index, sample in
            sample == SimulatedSignal.patternSample(source: source, position: position &+ UInt32(index))
        }
    }

    func isSilent(_ channel: Int) -> Bool { planes[channel].allSatisfy { $0 == 0 } }
}

extension AsyncStream where Element: Sendable {
    /// The values that wait in the stream now, and what ends them.
    func collect(until isLast: @escaping (Element) -> Bool) async -> [Element] {
        var values: [Element] = []
        for await value in self {
            if isLast(value) { break }
            values.append(value)
        }
        return values
    }
}

extension Rig {
    /// Everything that was announced to a stream while `body` ran.
    func announcements(_ body: () async throws -> Void) async rethrows -> [HostEvent.Kind] {
        let stream = simulator.events()
        try await body()
        await simulator.play(.notice(.message("end of test")))
        return await stream.collect { $0.kind == .message("end of test") }.map(\.kind)
    }
}
