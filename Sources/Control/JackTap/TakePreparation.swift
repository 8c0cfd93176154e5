internal import Glibc
internal import TakeFiles
internal import TapCallback
internal import TapConcurrency
internal import TapHost
internal import TapRing

/// What happens before anything is installed: the client opens, the ports are found, ring and files are made.
extension TakeRun {
    func prepare() async throws(SessionError) -> PreparedTake {
        let waitEnd = clock.now().advanced(by: configuration.wait)
        let server = try await openClient(until: waitEnd)
        let events = host.events()  // before the ports are listed, so that no change falls between
        let channels = try await findChannels(on: server, until: waitEnd)
        control.adopt(channels.map(\.port))
        let ring = try makeRing(for: channels.count, at: server.rate)
        let tap = Tap(channels: channels.count, ring: ring)
        let writer = TakeWriter(
            plan: plan(for: channels, on: server), consumer: ring.takeConsumer(), counts: { tap.counts },
            clock: clock, files: files, statuses: control.statuses,
            announce: { [weak control] kind, text in control?.announce(writerKind: kind, text) })
        do {
            try await writer.prepare()
        } catch {
            throw SessionError(error)
        }
        control.adopt(writer)
        let notes = TakeNotes()
        if !ring.isLocked {
            notes.warn("the ring is not locked in memory: raise the memlock limit (see jack-configs)")
        }
        return PreparedTake(
            server: server, channels: channels, ring: ring, tap: tap, writer: writer, events: events,
            notes: notes)
    }

    private func openClient(until waitEnd: MonotonicTime) async throws(SessionError) -> ServerDescription {
        try await patiently(until: waitEnd, for: [.noServer]) { () throws(HostError) in
            let server = try await host.open()
            control.clientHasOpened()
            return server
        }
    }

    private func findChannels(
        on server: ServerDescription, until waitEnd: MonotonicTime
    ) async throws(SessionError) -> [ChannelSource] {
        try await patiently(until: waitEnd, for: [.noSuchPort]) { () throws(HostError) in
            let ports = try await host.ports()
            return try configuration.sources.resolve(ports: ports, ownClient: server.clientName)
        }
    }

    /// Does something with the host, again and again while it fails for lack of what may yet appear.
    private func patiently<Value: Sendable>(
        until waitEnd: MonotonicTime, for missing: [HostError.Code],
        _ work: () async throws(HostError) -> Value
    ) async throws(SessionError) -> Value {
        var announced: String?
        while true {
            var lack: HostError?
            let value = try await hosted { () throws(HostError) -> Value? in
                do throws(HostError) {
                    return try await work()
                } catch {
                    guard missing.contains(error.code), clock.now() < waitEnd else { throw error }
                    lack = error
                    return nil
                }
            }
            if let value { return value }
            if let lack, announced != lack.subject {
                announced = lack.subject
                control.announce(.waiting, "waiting: \(lack.description)")
            }
            try await pause(.milliseconds(100))
        }
    }

    private func pause(_ duration: Duration) async throws(SessionError) {
        do {
            try await Task.sleep(for: duration)
        } catch {
            throw .nothingRecorded(control.reason ?? .cancelled)
        }
    }

    private func makeRing(for channels: Int, at rate: SampleRate) throws(SessionError) -> PeriodRing {
        let wanted = PeriodRing.byteCount(holding: configuration.ring, channels: channels, rate: rate)
        let memory = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
        guard min(wanted, configuration.ringLimitBytes ?? wanted) < memory / 2 else {
            throw SessionError(
                .memory,
                "cannot reserve a ring of \(wanted >> 20) MiB: that is more than half of this machine's memory "
                    + "(\(memory >> 20) MiB); shorten --ring")
        }
        do {
            return try PeriodRing(byteCount: min(wanted, configuration.ringLimitBytes ?? wanted))
        } catch {
            throw SessionError(error)
        }
    }

    private func plan(for channels: [ChannelSource], on server: ServerDescription) -> TakePlan {
        TakePlan(
            nameTemplate: configuration.fileName, container: configuration.container,
            encoding: configuration.encoding, isPerPort: configuration.isPerPort,
            mayOverwrite: configuration.mayOverwrite, portNames: channels.map(\.port.display),
            rate: server.rate, length: configuration.length?.frames(at: server.rate),
            onGap: configuration.onGap,
            frameTimeCountsNewPeriod: server.frameTimeRule == .countsNewPeriod,
            lookInterval: configuration.lookInterval, syncInterval: configuration.syncInterval,
            minimumFreeBytes: configuration.minimumFreeBytes,
            stallTimeout: configuration.stallTimeout, report: configuration.report)
    }
}
