internal import Synchronization
public import TapCallback

/// A tap that stands on ports of a host, with the callback that the host runs.
public final class InstalledTap: Sendable {
    public let tap: Tap
    /// The ports listened to, one a channel.
    public let ports: [PortName]
    /// The callback in the form that C calls. It lives as long as this object: a host keeps the object until its
    /// client has closed.
    package let entry: CallbackEntry

    init(tap: Tap, callback: @escaping PeriodCallback, ports: [PortName]) {
        self.tap = tap
        self.ports = ports
        entry = CallbackEntry(callback)
    }
}

/// The taps of one host. It refuses a second tap on a port before the first is removed.
public final class TapRegistry: Sendable {
    private let installed = Mutex<[InstalledTap]>([])

    public init() {}

    func install(
        _ tap: Tap, callback: @escaping PeriodCallback, on ports: [PortName]
    ) throws(HostError) -> InstalledTap {
        let new = InstalledTap(tap: tap, callback: callback, ports: ports)
        let taken: Set<PortName> = installed.withLock { installed in
            let taken = Set(installed.flatMap(\.ports)).intersection(ports)
            if taken.isEmpty { installed.append(new) }
            return taken
        }
        guard taken.isEmpty else {
            let names = taken.sorted().map { "\"\($0.display)\"" }.joined(separator: ", ")
            throw HostError(
                .alreadyTapped, subject: names,
                "cannot install a tap on \(names): one is installed already; remove it first")
        }
        return new
    }

    func remove(_ tap: InstalledTap) {
        tap.tap.remove()
        installed.withLock { $0.removeAll { $0 === tap } }
    }

    /// The ports that carry a tap now.
    public var tappedPorts: [PortName] { installed.withLock { $0.flatMap(\.ports) } }
}
