import Foundation
import JackTapCommand
import TakeFiles
import TapHost
import Testing

@Suite("The table of ports")
struct PortTableTests {
    private let ports = [
        PortDescription(
            name: PortName("system:capture_1"), direction: .output, isPhysical: true,
            captureLatency: LatencyRange(min: 256, max: 256),
            connections: [PortName("a:in_1"), PortName("b:in\n1")],
            aliases: [PortName("card:left")]),
        PortDescription(
            name: PortName(bytes: [0x61, 0x3A, 0xFF]), direction: .input, type: "8 bit raw midi",
            captureLatency: LatencyRange(min: 64, max: 512)),
        PortDescription(name: PortName("x:ピアノ"), direction: .output, type: "odd\ttype"),
    ]

    @Test("is aligned, one line a port, with nothing that a terminal could take amiss")
    func text() {
        #expect(
            PortTable.text(ports) == """
                PORT              TYPE         DIRECTION  PHYSICAL  LATENCY  CONNECTIONS
                system:capture_1  audio        output     yes       256      a:in_1, b:in\\x0A1
                a:\\xFF            midi         input      no        64-512   -
                x:ピアノ          odd\\x09type  output     no        0        -

                """)
    }

    @Test("says in JSON everything that is known, as valid UTF-8")
    func json() throws {
        let text = PortTable.json(ports).pretty
        let array = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.count == 3)
        #expect(array[0]["name"] as? String == "system:capture_1")
        #expect(array[0]["nameBytes"] == nil)
        #expect(array[0]["type"] as? String == "audio")
        #expect(array[0]["direction"] as? String == "output")
        #expect(array[0]["physical"] as? Bool == true)
        #expect(array[0]["captureLatency"] as? [Int] == [256, 256])
        #expect(array[0]["connections"] as? [String] == ["a:in_1", "b:in\n1"])
        #expect(array[0]["aliases"] as? [String] == ["card:left"])
        #expect(array[1]["name"] as? String == "a:\\xFF")
        #expect(array[1]["nameBytes"] as? [Int] == [0x61, 0x3A, 0xFF])
        #expect(array[2]["type"] as? String == "odd\\x09type")
    }

    @Test("of no ports is a heading, and an empty array")
    func empty() {
        #expect(PortTable.text([]).split(separator: "\n").count == 1)
        #expect(PortTable.json([]).pretty == "[]\n")
    }
}
