import Architecture
import Foundation
import Testing

@Suite struct RuleTests {
    @Test("nothing in the repository breaks a rule", arguments: Rule.all)
    func house(rule: Rule) throws {
        let breaches = try Repository.files().flatMap(rule.check)
        #expect(breaches.isEmpty, "\(rule):\n\(breaches.map(\.description).joined(separator: "\n"))")
    }

    @Test("a rule finds each of its bad examples", arguments: Rule.all)
    func controls(rule: Rule) {
        #expect(!rule.bad.isEmpty)
        for example in rule.bad {
            #expect(
                !rule.check(SourceFile(path: example.path, text: example.text)).isEmpty,
                "not found: \(example)")
        }
    }

    @Test("a rule lets each of its good examples pass", arguments: Rule.all)
    func counterControls(rule: Rule) {
        #expect(!rule.good.isEmpty)
        for example in rule.good {
            let breaches = rule.check(SourceFile(path: example.path, text: example.text))
            #expect(breaches.isEmpty, "\(example): \(breaches)")
        }
    }

    @Test("the whole repository is looked at")
    func coverage() throws {
        let files = try Repository.files()
        for folder in ["Realtime", "Disk", "Control", "Common", "Tool", "TestKit"] {
            #expect(files.contains { $0.isIn("Sources/\(folder)") && $0.syntax != nil }, "\(folder) is empty")
        }
        #expect(files.contains { $0.isIn("Sources/Realtime") && $0.path.hasSuffix(".c") })
        #expect(files.contains { $0.isIn("Tests") })
        #expect(files.contains { $0.path == "Package.swift" })
        #expect(!files.contains { $0.path.contains(".build") })
    }

    @Test("a breach names its file and line")
    func place() {
        let file = SourceFile(path: "Sources/Control/JackTap/X.swift", text: "/// A.\nlet a = try! f()\n")
        #expect(Rule.all.flatMap { $0.check(file) }.map(\.line) == [2])
    }
}

/// The repository that this file stands in.
enum Repository {
    /// Its sources, without build folders. They are read once: every rule looks at all of them.
    static func files() throws -> [SourceFile] { try read.get() }

    private static let read = Result { try readAll() }

    private static func readAll() throws -> [SourceFile] {
        let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        var found = [try file("Package.swift", in: root)]
        for folder in ["Sources", "Tests", "Benchmarks"] {
            let names = FileManager.default.enumerator(
                atPath: root.appending(path: folder).path(percentEncoded: false))
            while let name = names?.nextObject() as? String {
                if name.split(separator: "/").last?.hasPrefix(".build") == true {
                    names?.skipDescendants()
                } else if [".swift", ".c", ".h"].contains(where: name.hasSuffix) {
                    found.append(try file(folder + "/" + name, in: root))
                }
            }
        }
        return found
    }

    private static func file(_ path: String, in root: URL) throws -> SourceFile {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return SourceFile(path: path, text: text)
    }
}
