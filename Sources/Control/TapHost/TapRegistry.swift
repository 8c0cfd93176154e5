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
    private let onRelease: @Sendable () -> Void

    init(
        tap: Tap, callback: @escaping PeriodCallback, ports: [PortName],
        onRelease: @escaping @Sendable () -> Void
    ) {
        self.tap = tap
        self.ports = ports
        self.onRelease = onRelease
        entry = CallbackEntry(callback)
    }

    deinit { onRelease() }
}

/// What happens to an installed tap.
package enum TapChange: Sendable {
    case installed
    case removed
    /// The last holder has let go of it.
    case released
}

/// The taps of one host. It refuses a second tap on a port before the first is removed.
public final class TapRegistry: Sendable {
    private let installed = Mutex<[InstalledTap]>([])
    private let observer: @Sendable (TapChange) -> Void

    public convenience init() { self.init { _ in } }

    /// - Parameter observer: told of every change, on the thread that makes it.
    package init(observer: @escaping @Sendable (TapChange) -> Void) { self.observer = observer }

    func install(
        _ tap: Tap, callback: @escaping PeriodCallback, on ports: [PortName]
    ) throws(HostError) -> InstalledTap {
        let outcome: Result<InstalledTap, HostError> = installed.withLock { installed in
            if let refusal = refusal(of: tap, on: ports, beside: installed) { return .failure(refusal) }
            let new = InstalledTap(tap: tap, callback: callback, ports: ports) { [observer] in
                observer(.released)
            }
            installed.append(new)
            return .success(new)
        }
        let new = try outcome.get()
        observer(.installed)
        return new
    }

    private func refusal(of tap: Tap, on ports: [PortName], beside installed: [InstalledTap]) -> HostError? {
        let isSame = installed.contains { $0.tap === tap }
        let taken = isSame ? Set(ports) : Set(installed.flatMap(\.ports)).intersection(ports)
        if taken.isEmpty && !isSame { return nil }
        let names = taken.sorted().map { "\"\($0.display)\"" }.joined(separator: ", ")
        return HostError(
            .alreadyTapped, subject: names,
            "cannot install a tap on \(names): \(isSame ? "it" : "one") is installed already; remove it first"
        )
    }

    func remove(_ tap: InstalledTap) {
        tap.tap.remove()
        let wasInstalled = installed.withLock { installed in
            let count = installed.count
            installed.removeAll { $0 === tap }
            return installed.count < count
        }
        if wasInstalled { observer(.removed) }
    }

    /// The ports that carry a tap now.
    public var tappedPorts: [PortName] { installed.withLock { $0.flatMap(\.ports) } }
}
