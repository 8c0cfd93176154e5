import TapConcurrency
import TapSimulator
import TestSupport
import Testing

@Suite("Control calls")
struct CallTests {
    private func code(_ call: () async throws(HostError) -> Void) async -> HostError.Code? {
        do throws(HostError) {
            try await call()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("opening tells what the server is")
    func description() async throws {
        var server = SimulatedServer()
        server.name = "studio"
        server.rate = SampleRate(96_000)
        server.framesPerPeriod = 64
        server.clientName = "recorder"
        server.frameTimeRule = .countsOldPeriod
        server.isRealtime = false
        let description = try await TapSimulator(server).open()
        #expect(
            description
                == ServerDescription(
                    name: "studio", version: "1.9.21", rate: SampleRate(96_000), framesPerPeriod: 64,
                    isRealtime: false, clientName: "recorder", frameTimeRule: .countsOldPeriod))
    }

    @Test(
        "whether its thread is a realtime one is known while the client is active", arguments: [false, true])
    func realtimeThread(_ isRealtime: Bool) async throws {
        let simulator = TapSimulator()
        #expect(simulator.isRealtimeThread == nil)
        let rig = try await Rig(channels: 1) { $0.isRealtime = isRealtime }
        #expect(rig.simulator.isRealtimeThread == isRealtime)
    }

    @Test("calls that do not fit the state are refused", arguments: [false, true])
    func wrongState(_ isOpen: Bool) async throws {
        let simulator = TapSimulator()
        if isOpen { _ = try await simulator.open() }
        let port = PortName("system:capture_1")
        #expect(
            await code { () throws(HostError) in try await simulator.connect(port, toChannel: 0) }
                == .wrongState)
        #expect(
            await code { () throws(HostError) in try await simulator.disconnect(port, fromChannel: 0) }
                == .wrongState)
        #expect(
            await code { () throws(HostError) in _ = try await simulator.captureLatencies() } == .wrongState)
        let list = await code { () throws(HostError) in _ = try await simulator.ports() }
        let open = await code { () throws(HostError) in _ = try await simulator.open() }
        #expect(list == (isOpen ? nil : .wrongState))
        #expect(open == (isOpen ? .wrongState : nil))
    }

    @Test("activating twice, and with a name that is taken, is refused")
    func activateTwice() async throws {
        let rig = try await Rig(channels: 1)
        let again = await code { () throws(HostError) in
            try await rig.simulator.activate(rig.installed, inputs: ["in_1"])
        }
        #expect(again == .wrongState)
        try await rig.simulator.deactivate()
        await rig.simulator.play(.addPort(PortDescription(name: rig.input(0), direction: .input)))
        let taken = await code { () throws(HostError) in
            try await rig.simulator.activate(rig.installed, inputs: ["in_1"])
        }
        #expect(taken == .activationFailed)
    }

    @Test("what cannot be connected is refused, and says why")
    func connectionErrors() async throws {
        let midi = PortDescription(name: PortName("keys:out"), direction: .output, type: "8 bit raw midi")
        let rig = try await Rig(channels: 1) { $0.ports.append(midi) }
        func connect(_ port: PortName, _ channel: Int = 0) async -> HostError.Code? {
            await code { () throws(HostError) in try await rig.simulator.connect(port, toChannel: channel) }
        }
        #expect(await connect(PortName("system:capture_9")) == .noSuchPort)
        #expect(await connect(midi.name) == .notAnAudioPort)
        #expect(await connect(PortName("system:playback_1")) == .connectionRefused)
        #expect(await connect(rig.sources[0], 1) == .noSuchPort)
        #expect(await connect(rig.sources[0]) == nil)  // it is connected already
    }

    @Test("an injected failure is thrown, and the call has no effect", arguments: HostCall.allCases)
    func failure(_ call: HostCall) async throws {
        let rig = try await Rig(channels: 1)
        let error = HostError(.other, subject: "x", "made to fail", status: 5)
        rig.simulator.fail(call, with: error, times: 1)
        #expect(await thrown(by: call, on: rig) == error)
        #expect(rig.simulator.journal.events.last == .failed(call, .other))
        if call == .deactivate || call == .close {
            #expect(rig.simulator.journal.count(of: .deactivated) == 0)
            try await rig.simulator.close()
            #expect(rig.simulator.journal.events.last == .closed)
        }
    }

    private func thrown(by call: HostCall, on rig: Rig) async -> HostError? {
        do throws(HostError) {
            switch call {
            case .open: _ = try await rig.simulator.open()
            case .ports: _ = try await rig.simulator.ports()
            case .activate: try await rig.simulator.activate(rig.installed, inputs: ["in_1"])
            case .connect: try await rig.simulator.connect(rig.sources[0], toChannel: 0)
            case .disconnect: try await rig.simulator.disconnect(rig.sources[0], fromChannel: 0)
            case .captureLatencies: _ = try await rig.simulator.captureLatencies()
            case .deactivate: try await rig.simulator.deactivate()
            case .close: try await rig.simulator.close()
            }
            return nil
        } catch {
            return error
        }
    }

    @Test("a failure may come later, and a number of times")
    func failureLater() async throws {
        let rig = try await Rig(channels: 1)
        rig.simulator.fail(.ports, with: HostError(.other, subject: "", ""), after: 2, times: 2)
        var outcomes: [Bool] = []
        for _ in 0..<6 { outcomes.append(await thrown(by: .ports, on: rig) == nil) }
        #expect(outcomes == [true, true, false, false, true, true])
    }

    @Test("a failure that is released is over")
    func failureReleased() async throws {
        let rig = try await Rig(channels: 1)
        rig.simulator.fail(.ports, with: HostError(.other, subject: "", ""))
        rig.simulator.release(.ports)
        #expect(await thrown(by: .ports, on: rig) == nil)
    }

    @Test("a call that hangs heeds no cancellation, and has its effect when it is released")
    func hang() async throws {
        let rig = try await Rig(channels: 1)
        rig.simulator.hang(.close)
        let close = Task { try await rig.simulator.close() }
        await rig.simulator.journal.reached(.began(.close))
        close.cancel()
        for _ in 0..<100 { await Task.yield() }
        #expect(!rig.simulator.journal.events.contains(.closed))
        rig.simulator.releaseAll()
        try await close.value
        #expect(rig.simulator.journal.events.contains(.closed))
    }

    @Test("in a hung server every call hangs, teardown too, and goes on when the server does")
    func hungServer() async throws {
        let rig = try await Rig(channels: 1)
        await rig.simulator.play(.hang)
        let ports = Task { try await rig.simulator.ports() }
        let deactivate = Task { try await rig.simulator.deactivate() }
        await rig.simulator.journal.reached(.began(.ports))
        await rig.simulator.journal.reached(.began(.deactivate))
        for _ in 0..<100 { await Task.yield() }
        #expect(
            rig.simulator.journal.events.last == .began(.deactivate)
                || rig.simulator.journal.events.last == .began(.ports))
        await rig.simulator.play(.unhang)
        #expect(try await ports.value.isEmpty == false)
        try await deactivate.value
        #expect(rig.simulator.journal.events.contains(.deactivated))
    }

    @Test("calls into a hung server that dies fail")
    func hungServerDies() async throws {
        let rig = try await Rig(channels: 1)
        await rig.simulator.play(.hang)
        let ports = Task { try await rig.simulator.ports() }
        await rig.simulator.journal.reached(.began(.ports))
        await rig.simulator.play(.shutdown(reason: "killed"))
        let error = await #expect(throws: HostError.self) { try await ports.value }
        #expect(error?.code == .serverLost)
    }

    @Test("a closed client hears nothing, an open one hears of its own coming and going")
    func ownNotices() async throws {
        let simulator = TapSimulator()
        let stream = simulator.events()
        await simulator.play(.xrunNotice)
        _ = try await simulator.open()
        await simulator.play(.notice(.graphReordered))
        try await simulator.close()
        await simulator.play(.xrunNotice)
        _ = try await simulator.open()
        let notices = await stream.collect { $0.kind == .clientUnregistered("jacktap") }.map(\.kind)
        #expect(notices == [.clientRegistered("jacktap"), .graphReordered])
    }
}
