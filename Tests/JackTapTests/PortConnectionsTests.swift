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
        var connections = connections()
        let changes = connections.changes(for: graph(feeding: [synth]))
        #expect(
            changes == [
                .connect(.init(source: microphone, channel: 0)), .connect(.init(source: synth, channel: 1)),
            ])
    }

    @Test("a source that begins to feed the followed port is connected, and let go when it stops")
    func following() {
        var connections = connections()
        let begin = connections.changes(for: .connected(source: synth, destination: speaker))
        #expect(begin == [.connect(.init(source: synth, channel: 1))])
        connections.made(begin[0])
        #expect(connections.changes(for: .connected(source: synth, destination: speaker)).isEmpty)
        let end = connections.changes(for: .disconnected(source: synth, destination: speaker))
        #expect(end == [.disconnect(.init(source: synth, channel: 1))])
    }

    @Test("what somebody else undid is not made again, nor undone a second time")
    func patchbayWins() {
        var connections = connections()
        connections.made(.connect(.init(source: microphone, channel: 0)))
        let channel1 = connections.saw(.disconnected(source: microphone, destination: inputs[0]))
        #expect(channel1 == 0)
        #expect(connections.changes(for: .disconnected(source: microphone, destination: inputs[0])).isEmpty)
        let anew = connections.changes(for: graph(feeding: []))
        #expect(anew.isEmpty)
        #expect(connections.silentChannels == [0, 1])
    }

    @Test("a source of that name that appears again is connected again")
    func sourceReturns() {
        var connections = connections()
        connections.made(.connect(.init(source: microphone, channel: 0)))
        let channel2 = connections.saw(.portUnregistered(microphone))
        #expect(channel2 == 0)
        #expect(
            connections.changes(for: .portRegistered(microphone)) == [
                .connect(.init(source: microphone, channel: 0))
            ])
    }

    @Test("after lost notices a look at the whole graph finds what changed")
    func resynchronise() {
        var connections = connections()
        connections.made(.connect(.init(source: microphone, channel: 0)))
        connections.made(.connect(.init(source: synth, channel: 1)))
        let other = PortName("organ:out")
        let changes = Set(connections.changes(for: graph(feeding: [other])))
        #expect(
            changes == [
                .connect(.init(source: other, channel: 1)), .disconnect(.init(source: synth, channel: 1)),
            ])
    }

    @Test("when notices were lost, what the graph no longer has is made again")
    func resynchroniseDirect() {
        var connections = connections()
        connections.made(.connect(.init(source: microphone, channel: 0)))
        let ours = [
            PortDescription(name: inputs[0], direction: .input),
            PortDescription(name: inputs[1], direction: .input),
        ]
        let changes = connections.changes(for: graph(feeding: []) + ours)
        #expect(changes == [.connect(.init(source: microphone, channel: 0))])
    }

    @Test("what somebody else connected to our input is never undone")
    func foreignStays() {
        var connections = connections()
        _ = connections.saw(.connected(source: synth, destination: inputs[1]))
        let input = PortDescription(name: inputs[1], direction: .input, connections: [synth])
        let changes = connections.changes(for: graph(feeding: []) + [input])
        #expect(!changes.contains(.disconnect(.init(source: synth, channel: 1))))
    }

    @Test("a port whose client is not active yet is tried again when the graph changes")
    func refused() {
        var connections = connections()
        let change = PortConnections.Change.connect(.init(source: microphone, channel: 0))
        connections.wasRefused(change)
        #expect(connections.changes(for: .graphReordered) == [change])
        connections.made(change)
        #expect(connections.changes(for: .graphReordered).isEmpty)
    }

    @Test("a renamed source keeps its channel, and a renamed port is still followed")
    func renamed() {
        var connections = connections()
        connections.made(.connect(.init(source: microphone, channel: 0)))
        let new = PortName("system:voice")
        let monitor = PortName("system:monitor")
        let channel = connections.saw(.portRenamed(from: microphone, to: new))
        #expect(channel == 0)
        _ = connections.saw(.portRenamed(from: speaker, to: monitor))
        let gone = connections.saw(.portUnregistered(new))
        #expect(gone == 0)
        let changes = connections.changes(for: .connected(source: synth, destination: monitor))
        #expect(changes == [.connect(.init(source: synth, channel: 1))])
    }

    @Test("a connection somebody else makes to our input counts as feeding it")
    func foreignConnection() {
        var connections = connections()
        let channel3 = connections.saw(.connected(source: synth, destination: inputs[0]))
        #expect(channel3 == 0)
        #expect(connections.silentChannels == [1])
    }
}
