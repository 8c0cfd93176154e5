// swift-tools-version: 6.2
import Glibc
import PackageDescription

// A package of its own, because it reads the sources with the parser of the toolchain, and only unsafe flags find that.
// The toolchain is the one that reads this manifest: its own library is mapped into this very process.
let toolchain: String = {
    let ownLibrary = "/lib/swift/pm/ManifestAPI/libPackageDescription.so"
    guard let maps = fopen("/proc/self/maps", "r") else { fatalError("no /proc is mounted") }
    defer { fclose(maps) }
    var buffer = [CChar](repeating: 0, count: 8192)
    while fgets(&buffer, Int32(buffer.count), maps) != nil {
        let line = String(
            decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard line.hasSuffix(ownLibrary), let start = line.firstIndex(of: "/") else { continue }
        return String(line[start...].dropLast(ownLibrary.count))
    }
    fatalError("cannot tell which toolchain this is")
}()
let parser = toolchain + "/lib/swift/host"

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-I", parser]),
]
let libraries: [LinkerSetting] = [
    .unsafeFlags(["-L", parser, "-Xlinker", "-rpath", "-Xlinker", parser]),
    .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftSyntax"),
]

let package = Package(
    name: "Architecture",
    targets: [
        .target(name: "Architecture", swiftSettings: strict, linkerSettings: libraries),
        .testTarget(
            name: "ArchitectureTests", dependencies: ["Architecture"], swiftSettings: strict,
            linkerSettings: libraries),
    ]
)
