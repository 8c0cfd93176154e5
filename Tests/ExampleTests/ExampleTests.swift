import Foundation
import Testing

@Suite("The examples that the documentation shows are the ones that are built")
struct ExampleTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(
        "the README shows them word for word",
        arguments: ["RecordFiveSeconds", "RingAlone", "SimulatedTake"])
    func shown(example: String) throws {
        let readme = try text("README.md")
        let source = try text("Examples/\(example)/\(example).swift")
        #expect(readme.contains("```swift\n\(source)```"))
    }

    @Test("the example of the library fits in twenty-five lines")
    func length() throws {
        let lines = try text("Examples/RecordFiveSeconds/RecordFiveSeconds.swift").split(separator: "\n")
        #expect(lines.count <= 25)
    }
}
