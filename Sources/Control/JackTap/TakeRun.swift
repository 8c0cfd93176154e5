internal import TakeFiles
internal import TapCallback
internal import TapConcurrency
internal import TapHost

/// One take, from the opening of the client to the report. It holds no session, so that a session may be released
/// while it runs.
struct TakeRun: Sendable {
    let configuration: SessionConfiguration
    let host: any TapHost
    let clock: any TakeClock
    let files: any TakeFileMaker
    let control: TakeControl

    /// Runs the take. Every way out of it, also a failure half-way in, leads through the one teardown.
    func run() async throws(SessionError) -> TakeReport {
        var take: PreparedTake?
        var tap: InstalledTap?
        var failure: SessionError?
        do {
            let prepared = try await prepare()
            take = prepared
            try await record(prepared, installing: &tap)
        } catch {
            failure = error
            control.end(.failed(error.description))
        }
        let teardown = Teardown(
            host: host, control: control, configuration: configuration, take: take, tap: tap, failure: failure
        )
        // A task of its own, because this one may be cancelled, and teardown runs its course all the same.
        return try await Task { await teardown.run() }.value.get()
    }

    /// Installs the tap, lets it roll until the take shall end, and removes it.
    /// - Parameter installed: the tap, as soon as it is installed: whoever tears down holds it.
    private func record(
        _ take: PreparedTake, installing installed: inout InstalledTap?
    ) async throws(SessionError) {
        let tap = try installTap(of: take)
        defer { host.removeTap(tap) }
        installed = tap

        try await hosted { () throws(HostError) in try await host.activate(tap, inputs: take.inputNames) }
        var graph = GraphWatch(host: host, control: control, take: take)
        try await hosted { () throws(HostError) in
            try await graph.connect(mayWait: configuration.wait > .zero)
        }

        control.take(.arm)
        control.announce(.armed, take.announcement)
        take.tap.arm()
        let writing = Task { [control] in
            if let reason = await take.writer.run() { control.end(reason) }
        }
        defer { writing.cancel() }
        let watching = Task { [graph] in
            var graph = graph
            await graph.run()
        }
        defer { watching.cancel() }
        _ = await control.ended
        noteScheduling(of: take)
    }

    /// Looked at while the client is still there. The server says only what it asked for, not what the thread has.
    private func noteScheduling(of take: PreparedTake) {
        guard let isRealtime = host.isRealtimeThread else { return }
        take.notes.learn(isRealtime: isRealtime)
        if !isRealtime {
            take.notes.warn(
                "the process thread has no realtime scheduling: raise the rtprio limit (see jack-configs)")
        }
    }

    private func installTap(of take: PreparedTake) throws(SessionError) -> InstalledTap {
        do {
            return try host.installTap(take.tap, callback: makePeriodCallback(into: take.tap), on: take.ports)
        } catch {
            throw SessionError(error)
        }
    }

    /// Does something with the host, unless the take is to end already. A host that fails because the take is to
    /// end has not failed.
    func hosted<Value: Sendable>(
        _ work: () async throws(HostError) -> Value
    ) async throws(SessionError) -> Value {
        try goOn()
        let value: Value
        do {
            value = try await work()
        } catch {
            try goOn()
            throw SessionError(error)
        }
        try goOn()  // it may have taken long
        return value
    }

    private func goOn() throws(SessionError) {
        if let reason = control.reason { throw .nothingRecorded(reason) }
    }
}
