/// Which server to go to, or to run.
package struct ServerSettings: Sendable, Hashable {
    /// A private server to run.
    package enum Own: Sendable, Hashable {
        case dummy
        case alsa(device: String)
        /// A file that holds jackd's command line, such as `.jackdrc`.
        case commandLine(file: String)
    }

    /// nil: the default server.
    package var name: String?
    package var own: Own?
    package var rate: Int?
    package var period: Int?

    package static let rates = 1000...768_000
    /// Frames; JACK's libraries go no further.
    package static let periods = 16...8192

    package init() {}

    /// Reads the value of `--own-server`.
    package static func parseOwn(_ text: String) throws(UsageError) -> Own {
        if text == "dummy" { return .dummy }
        if text.hasPrefix("alsa:") {
            let device = String(text.dropFirst(5))
            guard !device.isEmpty else { throw UsageError("\"alsa:\" names no device; write alsa:hw:0") }
            return .alsa(device: device)
        }
        if text == "alsa" { throw UsageError("\"alsa\" names no device; write alsa:hw:0") }
        guard !text.isEmpty else { throw UsageError("write dummy, alsa:DEVICE or a file name") }
        return .commandLine(file: text)
    }

    /// Finds settings that contradict each other.
    package func check() throws(UsageError) {
        guard let own else {
            let stray = rate != nil ? "rate" : period != nil ? "period" : nil
            if let stray {
                throw UsageError("--\(stray) belongs to --own-server: a running server has its own \(stray)")
            }
            return
        }
        if name != nil { throw UsageError("--server and --own-server exclude each other; give one of them") }
        if case .commandLine(let file) = own, rate != nil || period != nil {
            let stray = rate != nil ? "rate" : "period"
            throw UsageError("--\(stray) does not go with --own-server \(file): change it in that file")
        }
    }
}
