import SwiftSyntax

extension Rule {
    static let nothingIsLeftForLater = Rule(
        description: "nothing is left for later",
        bad: [
            Example("// TODO: later"), Example("/// FIXME this"), Example("let x = 1  // XXX"),
            Example("/* HACK */", in: "Sources/Realtime/CTapShim/shim.c"),
        ],
        good: [Example("let toDoubles = 1  // todos are not kept here"), Example("let x = \"XXXL\"")],
        applies: { $0.isIn("Sources") || $0.isIn("Benchmarks") }
    ) { file in
        let marks: Set<Substring> = ["TODO", "FIXME", "XXX", "HACK"]
        return file.lines.enumerated().compactMap { index, line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            guard let mark = words.first(where: marks.contains) else { return nil }
            return Breach(path: file.path, line: index + 1, reason: "\(mark): do it, or file it")
        }
    }

    private static let longestFile = 350

    static let filesAreShort = Rule(
        description: "no file is longer than \(longestFile) lines",
        bad: [Example(String(repeating: "let x = 1\n", count: longestFile + 1))],
        good: [Example(String(repeating: "let x = 1\n", count: longestFile))],
        applies: { $0.isIn("Sources") || $0.isIn("Tests") || $0.isIn("Benchmarks") }
    ) { file in
        let count = file.lines.last?.isEmpty == true ? file.lines.count - 1 : file.lines.count
        guard count > longestFile else { return [] }
        return [Breach(path: file.path, line: count, reason: "\(count) lines: split it by purpose")]
    }

    static let testsAreSentences = Rule(
        description: "every test is Swift Testing's, and its name is a sentence",
        bad: [
            Example("@Test func works() {}", in: "Tests/TapRingTests/X.swift"),
            Example("@Test(\"works\") func works() {}", in: "Tests/TapRingTests/X.swift"),
            Example("@Test(arguments: [1]) func works(_ n: Int) {}", in: "Tests/TapRingTests/X.swift"),
            Example("import XCTest", in: "Tests/TapRingTests/X.swift"),
        ],
        good: [
            Example("@Test(\"a ring is empty at first\") func empty() {}", in: "Tests/TapRingTests/X.swift"),
            Example("func helper() {}", in: "Tests/TestSupport/X.swift"),
        ],
        applies: Place.isTest
    ) { file in
        let tests = file.all(AttributeSyntax.self).filter { attribute in
            guard attribute.attributeName.trimmedDescription == "Test" else { return false }
            let name = attribute.arguments?.as(LabeledExprListSyntax.self)?.first
            guard name?.label == nil, let text = name?.expression.as(StringLiteralExprSyntax.self) else {
                return true
            }
            return !text.trimmedDescription.contains(" ")
        }
        let imports = file.all(ImportDeclSyntax.self).filter { $0.path.first?.name.text == "XCTest" }
        return tests.map { file.breach(at: $0, "a test without a sentence for a name") }
            + imports.map { file.breach(at: $0, "XCTest: this house uses Swift Testing") }
    }

    static let testsDoNotSleep = Rule(
        description: "no test sleeps: it waits for a condition, or plays in virtual time",
        bad: [
            Example(
                "func f() async throws { try await Task.sleep(for: .seconds(1)) }",
                in: "Tests/Scenarios/X.swift"),
            Example("func f() { usleep(1000) }", in: "Tests/JACKTests/X.swift"),
            Example("func f() { Thread.sleep(forTimeInterval: 1) }", in: "Tests/JACKTests/X.swift"),
        ],
        good: [
            Example(
                "func f() async throws { try await Task.sleep(for: limit) }", in: "Tests/TestSupport/X.swift"),
            Example(
                "func f() async throws { try await eventually(\"x\") { y } }", in: "Tests/Scenarios/X.swift"),
        ],
        applies: Place.isTestWithoutSleeps
    ) { file in
        let sleeps: Set = ["Task.sleep", "Thread.sleep", "usleep", "sleep", "nanosleep"]
        let calls = file.all(FunctionCallExprSyntax.self).filter { sleeps.contains($0.callee) }
        return calls.map { file.breach(at: $0, "\($0.callee) in a test") }
    }

    static let manifestIsSafe = Rule(
        description: "the package can be depended on: its manifest has no unsafe flags and no other packages",
        bad: [
            Example("let s: [SwiftSetting] = [.unsafeFlags([\"-O\"])]", in: "Package.swift"),
            Example(
                "let d = [.package(url: \"https://example.org/x\", from: \"1.0.0\")]", in: "Package.swift"),
        ],
        good: [
            Example("let s: [SwiftSetting] = [.strictMemorySafety()]", in: "Package.swift"),
            Example("let s = [.unsafeFlags([\"-I\"])]", in: "Tests/Architecture/Package.swift"),
        ],
        applies: { $0.path == "Package.swift" }
    ) { file in
        let calls = file.all(FunctionCallExprSyntax.self).filter {
            [".unsafeFlags", ".package"].contains($0.callee)
        }
        return calls.map { file.breach(at: $0, "\($0.callee) in the manifest of what ships") }
    }
}
