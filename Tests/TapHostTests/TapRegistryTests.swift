import Synchronization
import TapCallback
import TapHost
import TapRing
import Testing

/// A host of which only the taps are needed.
private final class TapsOnly: TapHost {
    let taps: TapRegistry
    var isRealtimeThread: Bool? { nil }

    init(_ taps: TapRegistry = TapRegistry()) { self.taps = taps }

    private struct Unused: Error {}
    private var unused: HostError { HostError(.other, subject: "", "not part of this host") }

    func open() async throws(HostError) -> ServerDescription { throw unused }
    func ports() async throws(HostError) -> [PortDescription] { throw unused }
    func activate(_ tap: InstalledTap, inputs: [String]) async throws(HostError) { throw unused }
    func connect(_ source: PortName, toChannel channel: Int) async throws(HostError) { throw unused }
    func disconnect(_ source: PortName, fromChannel channel: Int) async throws(HostError) { throw unused }
    func captureLatencies() async throws(HostError) -> [LatencyRange] { throw unused }
    func deactivate() async throws(HostError) { throw unused }
    func close() async throws(HostError) { throw unused }
    func events() -> AsyncStream<HostEvent> { AsyncStream { $0.finish() } }
}

@Suite("Taps on ports")
struct TapRegistryTests {
    private let host = TapsOnly()
    private let left = PortName("system:capture_1")
    private let right = PortName("system:capture\n2")

    private func makeTap(channels: Int = 1) throws -> Tap {
        Tap(channels: channels, ring: try PeriodRing(byteCount: 4096))
    }

    private func install(_ tap: Tap, on ports: [PortName]) throws(HostError) -> InstalledTap {
        try host.installTap(tap, callback: makePeriodCallback(into: tap), on: ports)
    }

    @Test("a second tap on the same ports is refused, and the error names the ports")
    func secondTap() throws {
        let first = try install(makeTap(channels: 2), on: [left, right])
        let second = try makeTap(channels: 2)
        let error = #expect(throws: HostError.self) { try install(second, on: [left, right]) }
        #expect(error?.code == .alreadyTapped)
        #expect(error?.subject == "\"system:capture\\x0A2\", \"system:capture_1\"")
        #expect(error?.description.contains("\"system:capture_1\"") == true)
        #expect(error?.description.contains("remove it first") == true)
        #expect(host.taps.tappedPorts == [left, right])
        withExtendedLifetime(first) {}
    }

    @Test("a tap that shares one port of two is refused, and only that port is named")
    func overlap() throws {
        let first = try install(makeTap(channels: 2), on: [left, right])
        let second = try makeTap()
        let error = #expect(throws: HostError.self) { try install(second, on: [right]) }
        #expect(error?.subject == "\"system:capture\\x0A2\"")
        withExtendedLifetime(first) {}
    }

    @Test("taps on different ports stand beside each other")
    func differentPorts() throws {
        let first = try install(makeTap(), on: [left])
        let second = try install(makeTap(), on: [right])
        #expect(host.taps.tappedPorts == [left, right])
        _ = (first, second)
    }

    @Test("the same tap is not installed twice, not even on other ports")
    func sameTap() throws {
        let tap = try makeTap()
        let first = try install(tap, on: [left])
        let error = #expect(throws: HostError.self) { try install(tap, on: [right]) }
        #expect(error?.code == .alreadyTapped)
        withExtendedLifetime(first) {}
    }

    @Test("after removal the ports are free again, and the tap accepts nothing")
    func removal() throws {
        let tap = try makeTap()
        let first = try install(tap, on: [left])
        host.removeTap(first)
        #expect(tap.isRemoved)
        #expect(host.taps.tappedPorts.isEmpty)
        let second = try install(makeTap(), on: [left])
        #expect(host.taps.tappedPorts == [left])
        withExtendedLifetime(second) {}
    }

    @Test("removing twice, and after another tap has taken the port, changes nothing")
    func removalTwice() throws {
        let first = try install(makeTap(), on: [left])
        host.removeTap(first)
        host.removeTap(first)
        let second = try install(makeTap(), on: [left])
        host.removeTap(first)
        #expect(host.taps.tappedPorts == [left])
        #expect(!second.tap.isRemoved)
    }

    @Test("removal needs no server")
    func removalNeedsNoServer() throws {
        let installed = try install(makeTap(), on: [left])
        host.removeTap(installed)  // every other call of this host throws
        #expect(installed.tap.isRemoved)
    }

    @Test("an observer learns of installation, removal and release, in that order and once each")
    func observer() throws {
        let changes = Changes()
        let host = TapsOnly(TapRegistry { changes.note($0) })
        do {
            let tap = try makeTap()
            let installed = try host.installTap(tap, callback: makePeriodCallback(into: tap), on: [left])
            host.removeTap(installed)
            host.removeTap(installed)
            #expect(changes.all == [.installed, .removed])
        }
        #expect(changes.all == [.installed, .removed, .released])
    }

    @Test("a refused tap leaves no trace with the observer")
    func observerOfRefusal() throws {
        let changes = Changes()
        let host = TapsOnly(TapRegistry { changes.note($0) })
        let tap = try makeTap()
        let installed = try host.installTap(tap, callback: makePeriodCallback(into: tap), on: [left])
        #expect(throws: HostError.self) { try host.installTap(tap, callback: { _ in }, on: [left]) }
        #expect(changes.all == [.installed])
        withExtendedLifetime(installed) {}
    }

    private final class Changes: Sendable {
        private let noted = Mutex<[TapChange]>([])

        var all: [TapChange] { noted.withLock { $0 } }
        func note(_ change: TapChange) { noted.withLock { $0.append(change) } }
    }
}
