internal import CTapShim
internal import TapHost

/// Which server is meant: a name, or whatever libjack takes when none is given.
struct ServerName: Sendable {
    /// As configured; nil means the default server.
    let given: String?

    /// The name that libjack uses, printable.
    var display: String { PortName(resolved).display }

    /// The command that would start such a server.
    var startCommand: String {
        resolved == "default" ? "jackd -d alsa" : "jackd -n \(display) -d alsa"
    }

    /// The name that libjack uses.
    var resolved: String {
        if let given { return given }
        // SAFETY: libjack's rule in C: a static string, or the environment's.
        return unsafe String(cString: tap_library_server_name(nil))
    }

    /// Lends the name as C wants it: NULL for the default server.
    func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let given else { return body(nil) }
        return unsafe given.withCString { unsafe body($0) }
    }
}
