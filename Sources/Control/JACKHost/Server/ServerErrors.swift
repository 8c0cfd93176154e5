internal import TapHost

/// What can go wrong with a private server, in words.
extension HostError {
    /// - Parameter output: what the server wrote.
    static func serverFailedToStart(_ name: String, _ reason: String?, output: [String] = []) -> HostError {
        let said = output.filter { line in !boilerplate.contains { line.hasPrefix($0) } }.suffix(6)
        var parts = reason.map { [$0] } ?? []
        if !said.isEmpty { parts.append("it says: " + said.joined(separator: "; ")) }
        if said.contains(where: { $0.contains("Too many servers") }) {
            parts.append(
                "JACK has places for eight servers; end those that nobody needs, and when none runs any more remove "
                    + "/dev/shm/jack-shm-registry")
        }
        return HostError(
            .serverFailedToStart, subject: name,
            "the private JACK server \"\(name)\" did not start: "
                + (parts.isEmpty ? "it ended without a word" : parts.joined(separator: "; ")))
    }

    static func noServerName(busy: [String]) -> HostError {
        HostError(
            .serverFailedToStart, subject: "jacktap-private",
            "cannot start a private JACK server: all \(ServerSlot.count) names jacktap-private-0 to "
                + "jacktap-private-\(ServerSlot.count - 1) are in use"
                + (busy.isEmpty ? "" : " (servers run as \(busy.joined(separator: ", ")))")
                + "; end another jacktap that runs a server of its own")
    }

    static func noServerProgram(_ program: String) -> HostError {
        HostError(
            .serverFailedToStart, subject: program,
            "cannot start a private JACK server: the program \"\(program)\" is not there; install it with "
                + "\"apt install jackd2\"")
    }

    static func serverCommand(_ file: String, _ reason: String) -> HostError {
        HostError(
            .serverFailedToStart, subject: file, "cannot start a JACK server from \"\(file)\": \(reason)")
    }

    /// Lines that every jackd writes.
    private static let boilerplate = [
        "jackdmp", "Copyright", "This is free software", "under certain conditions",
        "no message buffer overruns",
        "JACK server starting", "self-connect-mode",
    ]
}
