internal import CTapShim
internal import TapConcurrency
internal import TapHost

/// Waits until a new server takes clients, or until it is clear that it never will.
struct StartWatch {
    enum Result {
        case ready
        /// Another server has that name.
        case nameInUse
        case failed(HostError)
    }

    let process: ServerProcess
    let name: String

    /// Unless the server is ready, it has been ended.
    func result() async -> Result {
        let outcome = await withDeadline(Self.limit) { try await poll() }
        if case .finished(.success(.ready)) = outcome { return .ready }
        await process.end()
        switch outcome {
        case .finished(.success(let result)): return result
        case .finished(.failure), .cancelled:
            return .failed(.cancelled(ServerName(given: name), while: "starting a server"))
        case .expired:
            return .failed(
                .serverFailedToStart(
                    name, "it took no client within \(Self.limit)", output: process.output.lines))
        }
    }

    private static let limit = Duration.seconds(5)

    private func poll() async throws -> Result {
        let prober = ServerProber()
        while true {
            try await Task.sleep(for: .milliseconds(5))
            if process.hasEnded { return ended() }
            switch await prober.probe(name) {
            case TAP_OPEN_GOOD: return .ready
            case TAP_OPEN_OTHER_SERVER, TAP_OPEN_LOST_SERVER:
                return .failed(
                    .serverFailedToStart(
                        name,
                        "this process has a client on another server, and libjack serves one at a time; close it"
                    ))
            default: continue
            }
        }
    }

    private func ended() -> Result {
        let lines = process.output.lines
        if lines.contains(where: { $0.contains("\(name)' server already active") }) { return .nameInUse }
        return .failed(.serverFailedToStart(name, nil, output: lines))
    }
}

/// Asks a server whether it is there, on a thread that may hang with it.
private actor ServerProber {
    private let thread = DedicatedThread(named: "jacktap-probe")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    func probe(_ name: String) -> tap_open_fault {
        unsafe name.withCString { unsafe tap_library_try_server("jacktap-probe", $0) }
    }
}
