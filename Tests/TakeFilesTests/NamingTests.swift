import TapRing
import Testing

@testable import TakeFiles

@Suite("A take's names")
struct NamingTests {
    private static let noon = WallTime(nanoseconds: 1_764_504_427_250_000_000, isUniversal: true)

    private static func naming(
        _ template: String, ports: [String] = ["system:capture_1"], isPerPort: Bool = false,
        report: TakePlan.ReportPlace = .beside, taken: Set<String> = []
    ) throws -> TakeNaming {
        let plan = TakePlan(
            nameTemplate: template, isPerPort: isPerPort, portNames: ports, rate: SampleRate(48_000),
            report: report)
        return try TakeNaming(plan, at: noon, host: "studio") { taken.contains($0) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var template: String
        var part = 1
        var isPerPort = false
        var ports = ["system:capture_1", "system:capture_2"]
        var paths: [String]
        var testDescription: String { template }
    }

    @Test(
        "come from the template",
        arguments: [
            Row(template: "take.wav", paths: ["take.wav"]),
            Row(template: "dir/take.wav", paths: ["dir/take.wav"]),
            Row(template: "take-%Y%m%d-%H%M%S.wav", paths: ["take-20251130-120707.wav"]),
            Row(template: "100%%.wav", paths: ["100%.wav"]),
            Row(template: "{host}-{take}.wav", paths: ["studio-001.wav"]),
            Row(template: "{take}-{part}.wav", part: 3, paths: ["001-03.wav"]),
            Row(template: "take.wav", part: 2, paths: ["take-02.wav"]),
            Row(template: "take.wav", part: 123, paths: ["take-123.wav"]),
            Row(template: "a.b/take", part: 2, paths: ["a.b/take-02"]),
            Row(template: "{{x}}.wav", paths: ["{x}.wav"]),
            Row(template: "{port}.wav", paths: ["system-capture_1+1.wav"]),
            Row(template: "{port}.wav", ports: ["a:b"], paths: ["a-b.wav"]),
            Row(
                template: "take.wav", isPerPort: true,
                paths: ["take-system-capture_1.wav", "take-system-capture_2.wav"]),
            Row(
                template: "take.wav", part: 2, isPerPort: true,
                paths: ["take-system-capture_1-02.wav", "take-system-capture_2-02.wav"]),
            Row(
                template: "{port}/x.rf64", isPerPort: true,
                paths: ["system-capture_1/x.rf64", "system-capture_2/x.rf64"]),
            Row(template: "%d{port}%H.wav", isPerPort: true, ports: ["50%d:x"], paths: ["3050%d-x12.wav"]),
        ])
    func comeFromTemplate(row: Row) throws {
        let naming = try Self.naming(row.template, ports: row.ports, isPerPort: row.isPerPort)
        #expect(naming.paths(part: row.part) == row.paths)
    }

    @Test("count takes up to the lowest number that is free in every way")
    func countTakes() throws {
        let taken: Set = ["t-001.wav", "t-002.wav.part", "t-003.json", "t-005.wav"]
        #expect(try Self.naming("t-{take}.wav", taken: taken).paths(part: 1) == ["t-004.wav"])
    }

    @Test("say so when every take number is used")
    func runOutOfTakes() {
        let taken = Set((1...999).map { "t-" + ("00\($0)".suffix(3)) + ".wav" })
        let error = #expect(throws: TakeError.self) { try Self.naming("t-{take}.wav", taken: taken) }
        #expect(error?.code == .badName)
    }

    @Test(
        "refuse what is no name",
        arguments: [
            "", "dir/", "{nothing}.wav", "{port.wav", "a}b.wav", "a\0b.wav",
            String(repeating: "x", count: 250) + ".wav",
        ])
    func refuse(template: String) {
        let error = #expect(throws: TakeError.self) { try Self.naming(template) }
        #expect(error?.code == .badName)
    }

    @Test("tell which fields there are")
    func tellFields() {
        let error = #expect(throws: TakeError.self) { try Self.naming("{nothing}.wav") }
        #expect(error?.description.contains("{port} {take} {part} {host}") == true)
    }

    @Test("put the report beside the first file")
    func placeReport() throws {
        #expect(try Self.naming("d.x/take.wav").reportPath(.beside) == "d.x/take.json")
        #expect(try Self.naming("d.x/take").reportPath(.beside) == "d.x/take.json")
        #expect(try Self.naming("take.wav").reportPath(.file("r")) == "r")
        #expect(try Self.naming("take.wav").reportPath(.none) == nil)
    }

    @Test(
        "make ports into safe pieces",
        arguments: [
            ("system:capture_1", "system-capture_1"), ("a b,c[1]", "a b,c[1]"), ("Grüße:音", "Grüße-音"),
            ("../../etc/passwd", "_.__.._etc_passwd"), ("..", "port"), ("", "port"), (".hidden", "_hidden"),
            ("-rf", "_rf"), ("a\nb", "a_b"), ("a\u{202E}b", "a_b"), ("x\\xFF", "x_xFF"),
            ("a*?\"<>|b", "a______b"), ("end. ", "end"), ("~root", "_root"), (" ", "port"),
        ])
    func makePiecesSafe(name: String, piece: String) {
        let made = PortPieces.safe(name)
        #expect(!made.contains("/"))
        #expect(made == piece || name.hasPrefix(".."))
        #expect(made != "." && made != ".." && !made.isEmpty)
    }

    @Test("cut long pieces between characters")
    func cutLongPieces() {
        let long = PortPieces.safe(String(repeating: "ü", count: 300))
        #expect(long == String(repeating: "ü", count: 60))
        #expect(PortPieces.safe("e" + String(repeating: "\u{301}", count: 500)).utf8.count <= 120)
    }

    @Test("keep different ports apart, also on disks that ignore case")
    func keepPortsApart() {
        let names = ["a:b", "a-b", "A-B", "a-b-2", "a/b", "a_b"]
        let pieces = PortPieces.pieces(of: names)
        #expect(Set(pieces.map { $0.lowercased() }).count == names.count)
        #expect(pieces[0] == "a-b")
        let long = PortPieces.pieces(of: Array(repeating: String(repeating: "x", count: 400), count: 12))
        #expect(Set(long).count == 12)
        #expect(long.allSatisfy { $0.utf8.count <= PortPieces.longest })
    }

    @Test(
        "pick the container by their suffix",
        arguments: [("a.wav", Container.wav), ("a.WAV", .wav), ("dir.x/a.rf64", .rf64), ("{port}.wav", .wav)])
    func pickContainer(name: String, container: Container) throws {
        #expect(try Container(suffixOf: name) == container)
    }

    @Test(
        "name the known suffixes when they have another one",
        arguments: ["a.mp3", "a", "wav", ".wav", "a.wav/b"])
    func refuseSuffix(name: String) {
        let error = #expect(throws: TakeError.self) { try Container(suffixOf: name) }
        #expect(error?.code == .unknownSuffix)
        #expect(error?.description.contains(".wav, .rf64") == true)
    }
}
