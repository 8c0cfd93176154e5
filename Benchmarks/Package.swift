// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what it brings along never reaches those who depend on JackTap.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "JackTap", path: "..")],
    targets: [
        .target(
            name: "CBench", dependencies: [.product(name: "TapSimulator", package: "JackTap")],
            cSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CBench", .product(name: "TapSimulator", package: "JackTap"),
                .product(name: "TapRing", package: "JackTap"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ]
)
