// swift-tools-version: 6.2
import PackageDescription

/// One list for every Swift target: strict, and free of unsafe flags, so that the package can be depended on.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .defaultIsolation(nil),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

func swift(_ side: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(side)/\(name)", swiftSettings: strict)
}

func suite(_ name: String, _ dependencies: [Target.Dependency], support: Bool = true) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + (support ? ["TestSupport"] : []), path: "Tests/\(name)",
        swiftSettings: strict)
}

let package = Package(
    name: "JackTap",
    products: [
        .library(name: "JackTap", targets: ["JackTap"]),
        .library(name: "TapRing", targets: ["TapRing"]),
        .library(name: "TapSimulator", targets: ["TapSimulator"]),
        .executable(name: "jacktap", targets: ["JackTapCommand"]),
    ],
    targets: [
        // Common: threads, clocks and streams; ordinary Swift that any side but Realtime may use.
        .target(name: "CLinux", path: "Sources/Common/CLinux", cSettings: strictC),
        swift("Common", "TapConcurrency", ["CLinux", "TapRing"]),

        // Realtime: runs on JACK's threads.
        .target(name: "CTapPeriod", path: "Sources/Realtime/CTapPeriod", cSettings: strictC),
        .target(
            name: "CTapShim", dependencies: ["CTapPeriod", "CJACK"], path: "Sources/Realtime/CTapShim",
            cSettings: strictC),
        swift("Realtime", "TapRing", ["CLinux"]),
        swift("Realtime", "TapCallback", ["CTapPeriod", "TapRing"]),

        // Disk: may block.
        .systemLibrary(
            name: "CSndfile", path: "Sources/Disk/CSndfile", pkgConfig: "sndfile",
            providers: [.apt(["libsndfile1-dev"])]),
        swift("Disk", "TakeFiles", ["CLinux", "TapConcurrency", "TapRing", "CSndfile"]),

        // Control: ordinary async Swift.
        .systemLibrary(
            name: "CJACK", path: "Sources/Control/CJACK", pkgConfig: "jack",
            providers: [.apt(["libjack-jackd2-dev"])]),
        swift("Control", "TapHost", ["TapConcurrency", "TapRing", "TapCallback"]),
        swift(
            "Control", "JACKHost",
            [
                "CLinux", "TapConcurrency", "TapRing", "TapCallback", "TapHost", "CTapPeriod", "CTapShim",
                "CJACK",
            ]),
        swift(
            "Control", "JackTap",
            ["TapConcurrency", "TapRing", "TapCallback", "TapHost", "JACKHost", "TakeFiles"]),

        // Tool: the command line.
        .executableTarget(
            name: "JackTapCommand",
            dependencies: ["JackTap", "JACKHost", "TakeFiles", "TapConcurrency", "TapHost", "TapRing"],
            path: "Sources/Tool/JackTapCommand", swiftSettings: strict),

        // TestKit: what users test their own code with.
        swift(
            "TestKit", "TapSimulator",
            ["TapConcurrency", "TapRing", "TapCallback", "TapHost", "CTapPeriod"]),

        // Examples: what the README shows, built as any user would.
        .executableTarget(
            name: "RecordFiveSeconds", dependencies: ["JackTap"], path: "Examples/RecordFiveSeconds"),
        .executableTarget(name: "RingAlone", dependencies: ["TapRing"], path: "Examples/RingAlone"),
        .executableTarget(
            name: "SimulatedTake", dependencies: ["JackTap", "TapSimulator"], path: "Examples/SimulatedTake"),

        // Tests: one folder a module; Scenarios play whole takes in the simulator, JACKTests on a real server.
        .target(
            name: "TestSupport",
            dependencies: [
                "CLinux", "TapConcurrency", "TapRing", "TapHost", "JACKHost", "TakeFiles", "JackTap",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        suite("TapRingTests", ["TapRing"]),
        suite("TapCallbackTests", ["TapRing", "TapCallback", "TapConcurrency", "CTapPeriod"]),
        suite("TapConcurrencyTests", ["CLinux", "TapRing", "TapConcurrency"]),
        suite("TakeFilesTests", ["TapRing", "TapConcurrency", "TakeFiles", "CSndfile"]),
        suite("ExampleTests", [], support: false),
        suite("TapHostTests", ["TapRing", "TapCallback", "TapHost"]),
        suite("TapSimulatorTests", ["TapRing", "TapCallback", "TapConcurrency", "TapHost", "TapSimulator"]),
        suite(
            "JackTapTests",
            ["JackTap", "TakeFiles", "TapCallback", "TapConcurrency", "TapHost", "TapRing", "TapSimulator"]),
        suite(
            "JackTapCommandTests",
            ["JackTapCommand", "JackTap", "JACKHost", "TakeFiles", "TapHost", "TapRing"]),
        suite("Scenarios", ["JackTap", "TakeFiles", "TapConcurrency", "TapSimulator"]),
        .target(
            name: "CShimDriver", dependencies: ["CTapShim"], path: "Tests/CShimDriver", cSettings: strictC),
        suite(
            "JACKTests",
            [
                "CLinux", "CJACK", "CShimDriver", "CTapPeriod", "CTapShim", "JACKHost", "JackTap",
                "TakeFiles",
                "TapCallback", "TapConcurrency", "TapHost", "TapRing", "TapSimulator", "CSndfile",
            ]),
    ]
)

// A build for a few suites, such as a sanitizer's: JACKTAP_SUITES names them, with bars between.
if let suites = Context.environment["JACKTAP_SUITES"]?.split(separator: "|") {
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name[...]) }
}
