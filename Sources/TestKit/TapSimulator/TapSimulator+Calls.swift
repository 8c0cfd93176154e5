internal import Synchronization
public import TapHost
internal import TapRing

/// The control calls, as a client of a JACK server makes them.
extension TapSimulator {
    public func open() async throws(HostError) -> ServerDescription {
        try await call(.open) { () throws(HostError) in
            let outcome: Result<ServerDescription, HostError> = state.withLock { state in
                guard state.phase == .closed else {
                    return .failure(.wrongState("open", "it is open already"))
                }
                guard state.server != .down else { return .failure(.noServer(configuration.name)) }
                state.phase = .open
                return .success(
                    ServerDescription(
                        name: configuration.name, version: configuration.version, rate: state.schedule.rate,
                        framesPerPeriod: state.schedule.framesPerPeriod,
                        isRealtime: configuration.isRealtime, clientName: configuration.clientName,
                        frameTimeRule: configuration.frameTimeRule))
            }
            let description = try outcome.get()
            note(.opened)
            announce([.clientRegistered(description.clientName)])
            return description
        }
    }

    public func ports() async throws(HostError) -> [PortDescription] {
        try await call(.ports) { () throws(HostError) in
            try onServer("list the ports", needs: .open) { .success($0.graph.descriptions) }
        }
    }

    public func activate(_ tap: InstalledTap, inputs: [String]) async throws(HostError) {
        precondition(inputs.count == tap.tap.channels, "a tap needs one input a channel")
        try await call(.activate) { () throws(HostError) in
            let names = inputs.map { PortName("\(configuration.clientName):\($0)") }
            let notices: [HostEvent.Kind] = try onServer("activate", needs: .open) { state in
                guard state.phase == .open else {
                    return .failure(.wrongState("activate", "it is active already"))
                }
                guard let notices = state.activate(tap, inputs: names) else {
                    let ports = names.map(\.display).joined(separator: ", ")
                    return .failure(
                        HostError(
                            .activationFailed, subject: ports,
                            "cannot register \(ports): a name is taken; choose other names for the inputs"))
                }
                return .success(notices)
            }
            note(.activated)
            announce(notices)
            clientWasActivated()
        }
    }

    public func connect(_ source: PortName, toChannel channel: Int) async throws(HostError) {
        try await call(.connect) { () throws(HostError) in
            let notices: [HostEvent.Kind] = try onServer("connect", needs: .active) { state in
                guard state.inputs.indices.contains(channel) else { return .failure(.noChannel(channel)) }
                guard let port = state.graph.port(source)?.description else {
                    return .failure(.noPort(source))
                }
                let subject = source.display
                guard port.isAudio else {
                    return .failure(
                        HostError(
                            .notAnAudioPort, subject: subject,
                            "cannot connect \"\(subject)\": it is no audio port; choose one that is"))
                }
                guard port.direction == .output else {
                    return .failure(
                        HostError(
                            .connectionRefused, subject: subject,
                            "cannot connect \"\(subject)\": it takes data in; choose a port that gives data out"
                        ))
                }
                return .success(state.graph.connect(source, state.inputs[channel]))
            }
            note(.connected(source, channel: channel))
            announce(notices)
        }
    }

    public func disconnect(_ source: PortName, fromChannel channel: Int) async throws(HostError) {
        try await call(.disconnect) { () throws(HostError) in
            let notices: [HostEvent.Kind] = try onServer("disconnect", needs: .active) { state in
                guard state.inputs.indices.contains(channel) else { return .failure(.noChannel(channel)) }
                return .success(state.graph.disconnect(source, state.inputs[channel]))
            }
            note(.disconnected(source, channel: channel))
            announce(notices)
        }
    }

    public func captureLatencies() async throws(HostError) -> [LatencyRange] {
        try await call(.captureLatencies) { () throws(HostError) in
            try onServer("read the latencies", needs: .active) { state in
                .success(state.inputs.map { state.graph.captureLatency(of: $0) })
            }
        }
    }

    /// Stops the client. It succeeds in any state, on a lost server too.
    public func deactivate() async throws(HostError) {
        try await call(.deactivate) { () throws(HostError) in await leaveGraph() }
    }

    /// Closes the client. It succeeds in any state, on a lost server too.
    public func close() async throws(HostError) {
        try await call(.close) { () throws(HostError) in
            await leaveGraph()
            announce([.clientUnregistered(configuration.clientName)])
            let (wasOpen, tap) = state.withLock { $0.close() }
            if wasOpen { note(.closed) }
            _ = consume tap  // after the note: this may be what releases it
        }
    }

    // MARK: What they share

    private func leaveGraph() async {
        let (notices, callback, autoplay) = state.withLock { state in
            let notices = state.deactivate()
            defer { if notices != nil { state.autoplay = nil } }
            return (notices, state.callbackEnd(), notices == nil ? nil : state.autoplay)
        }
        autoplay?.cancel()
        await callback?.value
        guard let notices else { return }
        note(.deactivated)
        announce(notices)
    }

    private func call<Value>(
        _ call: HostCall, _ body: () async throws(HostError) -> Value
    ) async throws(HostError) -> Value {
        note(.began(call))
        do throws(HostError) {
            try await gate.pass(call)
            return try await body()
        } catch {
            note(.failed(call, error.code))
            throw error
        }
    }

    private func onServer<Value: Sendable>(
        _ what: String, needs phase: SimulatorState.Phase,
        _ body: (inout SimulatorState) -> Result<Value, HostError>
    ) throws(HostError) -> Value {
        let outcome: Result<Value, HostError> = state.withLock { state in
            if state.phase == .closed { return .failure(.wrongState(what, "the client is not open")) }
            if state.isClientLost { return .failure(.serverLost(configuration.name)) }
            if phase == .active && state.phase != .active {
                return .failure(.wrongState(what, "the client is not active"))
            }
            return body(&state)
        }
        return try outcome.get()
    }
}

extension HostError {
    fileprivate static func wrongState(_ what: String, _ why: String) -> HostError {
        HostError(.wrongState, subject: what, "cannot \(what): \(why)")
    }

    fileprivate static func noServer(_ name: String) -> HostError {
        HostError(.noServer, subject: name, "no server \"\(name)\" runs: start it, or choose another one")
    }

    fileprivate static func serverLost(_ name: String) -> HostError {
        HostError(
            .serverLost, subject: name, "the server \"\(name)\" went away: close the client and open it anew")
    }

    fileprivate static func noPort(_ name: PortName) -> HostError {
        HostError(
            .noSuchPort, subject: name.display,
            "no port \"\(name.display)\": list the ports to see what there is")
    }

    fileprivate static func noChannel(_ channel: Int) -> HostError {
        HostError(.noSuchPort, subject: "\(channel)", "the tap has no channel \(channel)")
    }
}
