internal import TapRing

/// What happens to a take, written down as it happens: one JSON object a line in `NAME.json.part`, which the report
/// replaces at the end. After a crash it tells what is known.
struct Sidecar: ~Copyable {
    private let file: PartialFile
    private let mayOverwrite: Bool
    private var waiting = ""
    /// The first failure; nothing is written after it.
    private(set) var failure: TakeError?

    init(_ path: String, mayOverwrite: Bool) throws(TakeError) {
        file = try PartialFile(path, mayOverwrite: mayOverwrite)
        self.mayOverwrite = mayOverwrite
    }

    var partialPath: String { file.partialPath }

    /// Adds a line; ``flush()`` writes it.
    mutating func add(_ kind: String, _ members: [JSONValue.Member]) {
        guard failure == nil else { return }
        waiting += JSONValue.object([JSONValue.Member("kind", .string(kind))] + members).line + "\n"
    }

    mutating func flush() {
        guard !waiting.isEmpty, failure == nil else { return }
        do {
            try file.append(waiting)
        } catch {
            failure = error
        }
        waiting = ""
    }

    /// Puts the report in the place of the lines.
    /// - Throws: what went wrong; the lines stay.
    mutating func finish(with report: TakeReport) throws(TakeError) {
        flush()
        let final = try PartialFile(replacing: file.path, mayOverwrite: mayOverwrite)
        do throws(TakeError) {
            try final.append(report.json)
            try final.sync()
            try final.publish()
        } catch {
            final.discard()
            throw error
        }
        file.discard()
    }

    func discard() { file.discard() }
}
