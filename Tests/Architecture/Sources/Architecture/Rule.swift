/// One thing that never stands in the sources, with examples that prove that the rule bites.
public struct Rule: Sendable, CustomStringConvertible {
    /// The rule, as a sentence.
    public let description: String
    /// Texts that break it; each with the place where it would stand.
    public let bad: [Example]
    /// Texts that look alike and are right.
    public let good: [Example]
    /// Whether a file is asked at all.
    public let applies: @Sendable (SourceFile) -> Bool
    /// The places in a file that break it.
    public let breaches: @Sendable (SourceFile) -> [Breach]

    /// A text and the place where it would stand.
    public struct Example: Sendable, CustomStringConvertible {
        /// From the repository's root.
        public let path: String
        /// The text.
        public let text: String

        /// The text, as a test's argument.
        public var description: String { "\(path): \(text)" }

        init(_ text: String, in path: String = "Sources/Control/JackTap/Example.swift") {
            self.path = path
            self.text = text
        }
    }

    /// The breaches of a file, none when the rule does not apply to it.
    public func check(_ file: SourceFile) -> [Breach] { applies(file) ? breaches(file) : [] }

    /// Every rule.
    public static let all: [Rule] = [
        .importsStayOnTheirSide, .headersStayOnTheirSide, .signaturesHoldNoCType, .closuresStayOutOfC,
        .tasksHaveAnOwner, .cancelledSleepsAreHeard, .unsafeClaimsHaveAReason, .nothingTraps,
        .nothingIsLeftForLater, .filesAreShort, .realtimeClaimsAreChecked, .orderingsHaveAReason,
        .noGlobalState, .declarationsAreExplained, .testsAreSentences, .testsDoNotSleep, .manifestIsSafe,
    ]
}

/// Where a rule applies.
enum Place {
    /// What ships.
    static func isSource(_ file: SourceFile) -> Bool { file.isIn("Sources") && file.syntax != nil }
    /// What runs on JACK's threads.
    static func isRealtime(_ file: SourceFile) -> Bool { file.isIn("Sources/Realtime") && file.syntax != nil }
    /// Tests and their support; not the examples in this package.
    static func isTest(_ file: SourceFile) -> Bool {
        file.isIn("Tests") && !file.isIn("Tests/Architecture") && file.syntax != nil
    }
    /// Tests whose subject is not what a sleep and its cancellation do.
    static func isTestWithoutSleeps(_ file: SourceFile) -> Bool {
        isTest(file) && !file.isIn("Tests/TestSupport") && !file.isIn("Tests/TapConcurrencyTests")
    }
}
