import JackTap
import Testing

@testable import JackTap

@Suite("Which connections a take's inputs have")
struct PortConnectionsTests {
    let microphone = PortName("system:capture_1")
    let speaker = PortName("system:playback_1")
    let synth = PortName("synth:out")
    let inputs = [PortName("jacktap:in_1"), PortName("jacktap:in_2")]

    private func connections() -> PortConnections {
        PortConnections(channels: [.direct(microphone), .follow(speaker)], inputs: inputs)
    }

    private func graph(feeding sources: [PortName]) -> [PortDescription] {
        [
            PortDescription(name: microphone, direction: .output),
            PortDescription(name: speaker, direction: .input, connections: sources),
        ]
    }

    @Test("an output port is connected directly, an input port stands for what feeds it")
    func initialConnections() {
        let changes = connections().changes(for: graph(feeding: [synth]))
        #expect(changes == [.connect(microphone, channel: 0), .connect(synth, channel: 1)])
    }

    @Test("a source that begins to feed the followed port is connected, and let go when it stops")
    func following() {
        var connections = connections()
        let begin = connections.changes(for: .connected(source: synth, destination: speaker))
        #expect(begin == [.connect(synth, channel: 1)])
        connections.made(begin[0])
        #expect(connections.changes(for: .connected(source: synth, destination: speaker)).isEmpty)
        let end = connections.changes(for: .disconnected(source: synth, destination: speaker))
        #expect(end == [.disconnect(synth, channel: 1)])
    }

    @Test("what somebody else undid is not made again, nor undone a second time")
    func patchbayWins() {
        var connections = connections()
        connections.made(.connect(microphone, channel: 0))
        let channel1 = connections.saw(.disconnected(source: microphone, destination: inputs[0]))
        #expect(channel1 == 0)
        #expect(connections.changes(for: .disconnected(source: microphone, destination: inputs[0])).isEmpty)
        #expect(connections.changes(for: graph(feeding: [])).isEmpty)
        #expect(connections.silentChannels == [0, 1])
    }

    @Test("a source of that name that appears again is connected again")
    func sourceReturns() {
        var connections = connections()
        connections.made(.connect(microphone, channel: 0))
        let channel2 = connections.saw(.portUnregistered(microphone))
        #expect(channel2 == 0)
        #expect(connections.changes(for: .portRegistered(microphone)) == [.connect(microphone, channel: 0)])
    }

    @Test("after lost notices a look at the whole graph finds what changed")
    func resynchronise() {
        var connections = connections()
        connections.made(.connect(microphone, channel: 0))
        connections.made(.connect(synth, channel: 1))
        let other = PortName("organ:out")
        let changes = Set(connections.changes(for: graph(feeding: [other])))
        #expect(changes == [.connect(other, channel: 1), .disconnect(synth, channel: 1)])
    }

    @Test("a connection somebody else makes to our input counts as feeding it")
    func foreignConnection() {
        var connections = connections()
        let channel3 = connections.saw(.connected(source: synth, destination: inputs[0]))
        #expect(channel3 == 0)
        #expect(connections.silentChannels == [1])
    }
}
