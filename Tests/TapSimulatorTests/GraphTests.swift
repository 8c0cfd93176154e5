import TapSimulator
import Testing

@Suite("The graph")
struct GraphTests {
    @Test("a system's ports are physical, in order, with their latencies")
    func systemPorts() {
        let ports = SimulatedServer.systemPorts(captures: 2, playbacks: 1, latency: 64)
        #expect(ports.map(\.name.display) == ["system:capture_1", "system:capture_2", "system:playback_1"])
        #expect(ports.map(\.direction) == [.output, .output, .input])
        #expect(ports.allSatisfy { $0.isPhysical && $0.isAudio })
        #expect(ports[0].captureLatency == LatencyRange(min: 64, max: 64))
        #expect(ports[2].playbackLatency == LatencyRange(min: 64, max: 64))
    }

    @Test("our own inputs are there while the client is active, with their connections, and gone afterwards")
    func ownInputs() async throws {
        let rig = try await Rig(channels: 2)
        let ports = try await rig.simulator.ports()
        let own = ports.filter { $0.name.client == Array("jacktap".utf8) }
        #expect(own.map(\.name) == [rig.input(0), rig.input(1)])
        #expect(own.map(\.direction) == [.input, .input])
        #expect(own.map(\.connections) == [[rig.sources[0]], [rig.sources[1]]])
        #expect(ports.first { $0.name == rig.sources[0] }?.connections == [rig.input(0)])

        try await rig.simulator.deactivate()
        let left = try await rig.simulator.ports()
        #expect(left.count == ports.count - 2)
        #expect(left.allSatisfy { $0.connections.isEmpty })
    }

    @Test("connections that the configuration names are there from the start, from either side")
    func configuredConnections() async throws {
        let out = PortName("synth:out")
        var server = SimulatedServer()
        server.ports = SimulatedServer.systemPorts(captures: 0, playbacks: 2)
        server.ports[1].connections = [out]
        server.ports.append(
            PortDescription(name: out, direction: .output, connections: [server.ports[0].name]))
        let simulator = TapSimulator(server)
        _ = try await simulator.open()
        let ports = try await simulator.ports()
        #expect(ports.last?.connections.sorted() == [server.ports[0].name, server.ports[1].name])
    }

    @Test("a port that is disconnected gives zeros from then on, and its pattern again when it is back")
    func disconnect() async throws {
        let rig = try await Rig(channels: 2)
        let notices = await rig.announcements {
            await rig.simulator.play(
                .periods(1), .disconnectAll(rig.sources[1]), .periods(1), .reconnectAll(rig.sources[1]),
                .periods(1))
        }
        let records = rig.drain()
        #expect(records.map { $0.isSilent(1) } == [false, true, false])
        #expect(records.allSatisfy { $0.isPattern(0, source: 0, from: $0.frameTime) })
        #expect(records[2].isPattern(1, source: 1, from: 512))
        #expect(
            notices == [
                .disconnected(source: rig.sources[1], destination: rig.input(1)),
                .connected(source: rig.sources[1], destination: rig.input(1)),
            ])
    }

    @Test("a port that is removed loses its connections first")
    func removePort() async throws {
        let rig = try await Rig(channels: 1)
        let notices = await rig.announcements {
            await rig.simulator.play(.removePort(rig.sources[0]), .periods(1), .reconnectAll(rig.sources[0]))
        }
        #expect(rig.drain().first?.isSilent(0) == true)
        #expect(
            notices == [
                .disconnected(source: rig.sources[0], destination: rig.input(0)),
                .portUnregistered(rig.sources[0]),
            ])
    }

    @Test("a port that is renamed keeps its connections and its signal")
    func rename() async throws {
        let rig = try await Rig(channels: 1)
        let new = PortName("system:microphone")
        let notices = await rig.announcements {
            await rig.simulator.play(
                .renamePort(from: rig.sources[0], to: new), .periods(1), .disconnectAll(new),
                .reconnectAll(new),
                .periods(1))
        }
        #expect(rig.drain().allSatisfy { $0.isPattern(0, source: 0, from: $0.frameTime) })
        #expect(notices.first == .portRenamed(from: rig.sources[0], to: new))
        #expect(notices.last == .connected(source: new, destination: rig.input(0)))
        #expect(try await rig.simulator.ports().first { $0.name == rig.input(0) }?.connections == [new])
    }

    @Test("one of our own inputs may be renamed by others")
    func renameOwn() async throws {
        let rig = try await Rig(channels: 1)
        let new = PortName("jacktap:other")
        await rig.simulator.play(.renamePort(from: rig.input(0), to: new), .periods(1))
        try await rig.simulator.connect(PortName("system:capture_2"), toChannel: 0)
        #expect(rig.drain().first?.isSilent(0) == false)
        #expect(try await rig.simulator.ports().first { $0.name == new }?.connections.count == 2)
    }

    @Test("a port that is added has a signal of its own, and those of the others stay")
    func addPort() async throws {
        let rig = try await Rig(channels: 2)
        let synth = PortDescription(name: PortName("synth:out"), direction: .output)
        let notices = await rig.announcements {
            await rig.simulator.play(
                .removePort(rig.sources[0]), .addPort(synth),
                .connect(source: synth.name, destination: rig.input(0)),
                .periods(1))
        }
        let record = try #require(rig.drain().first)
        #expect(record.isPattern(0, source: 2, from: 0))
        #expect(record.isPattern(1, source: 1, from: 0))
        #expect(notices.suffix(2).first == .portRegistered(synth.name))
    }

    @Test("two sources of one input are added")
    func mix() async throws {
        let rig = try await Rig(channels: 1) {
            $0.signal = SimulatedSignal { source, _ in Float(source + 1) }
        }
        try await rig.simulator.connect(PortName("system:capture_2"), toChannel: 0)
        await rig.simulator.play(.periods(1))
        #expect(rig.drain().first?.planes[0].allSatisfy { $0 == 3 } == true)
    }

    @Test("a patchbay's connections and ours are the same thing")
    func patchbay() async throws {
        let rig = try await Rig(channels: 1)
        await rig.simulator.play(.disconnect(source: rig.sources[0], destination: rig.input(0)))
        let notices = try await rig.announcements {
            try await rig.simulator.disconnect(rig.sources[0], fromChannel: 0)  // is so already
            try await rig.simulator.connect(rig.sources[0], toChannel: 0)
            try await rig.simulator.connect(rig.sources[0], toChannel: 0)
        }
        #expect(notices == [.connected(source: rig.sources[0], destination: rig.input(0))])
    }

    @Test("an input's latency covers all its sources, and follows them")
    func latency() async throws {
        let rig = try await Rig(channels: 2)
        #expect(
            try await rig.simulator.captureLatencies()
                == Array(repeating: LatencyRange(min: 256, max: 256), count: 2))
        let notices = try await rig.announcements {
            await rig.simulator.play(.latency(rig.sources[1], LatencyRange(min: 512, max: 600)))
            try await rig.simulator.connect(rig.sources[1], toChannel: 0)
            await rig.simulator.play(.disconnectAll(rig.sources[1]), .reconnectAll(rig.sources[1]))
        }
        #expect(notices.first == .latencyChanged)
        #expect(
            try await rig.simulator.captureLatencies() == [
                LatencyRange(min: 256, max: 600), LatencyRange(min: 512, max: 600),
            ])
        try await rig.simulator.disconnect(rig.sources[1], fromChannel: 1)
        #expect(try await rig.simulator.captureLatencies()[1] == LatencyRange(min: 0, max: 0))
    }
}
