import SwiftSyntax

extension Rule {
    /// What a side must not import.
    private struct Wall {
        let folders: [String]
        let forbidden: Set<String>
    }

    private static let jack: Set<String> = ["CJACK", "CTapShim", "JACKHost"]
    private static let control: Set<String> = ["TapHost", "JackTap", "TapSimulator"]

    private static let walls = [
        Wall(folders: ["Sources"], forbidden: ["Foundation", "Dispatch", "XCTest", "Testing"]),
        Wall(
            folders: ["Sources/Realtime"],
            forbidden: jack.union(control).union([
                "FoundationEssentials", "TapConcurrency", "TakeFiles", "CSndfile",
            ])),
        Wall(
            folders: ["Sources/Disk"],
            forbidden: jack.union(control).union(["TapCallback", "CTapPeriod"])),
        Wall(
            folders: ["Sources/Common", "Sources/Control/TapHost", "Sources/TestKit"],
            forbidden: jack.union(["TakeFiles", "CSndfile", "JackTap"])),
        Wall(folders: ["Sources/Control", "Sources/Tool"], forbidden: ["CSndfile"]),
        Wall(folders: ["Sources/Control/JackTap", "Sources/Tool"], forbidden: ["CJACK", "CTapShim"]),
        Wall(folders: ["Sources/Common"], forbidden: control.union(["TapCallback", "CTapPeriod"])),
        Wall(folders: ["Sources/Control/JACKHost"], forbidden: ["TakeFiles", "JackTap", "TapSimulator"]),
    ]

    static let importsStayOnTheirSide = Rule(
        description: "a side imports nothing of a side that it does not know",
        bad: [
            Example("import Foundation", in: "Sources/Realtime/TapRing/X.swift"),
            Example("internal import Dispatch", in: "Sources/Control/JackTap/X.swift"),
            Example("import struct Foundation.Data", in: "Sources/Tool/JackTapCommand/X.swift"),
            Example("import TakeFiles", in: "Sources/Realtime/TapCallback/X.swift"),
            Example("import FoundationEssentials", in: "Sources/Realtime/TapRing/X.swift"),
            Example("import CJACK", in: "Sources/Disk/TakeFiles/X.swift"),
            Example("import CJACK", in: "Sources/Control/JackTap/X.swift"),
            Example("import CTapShim", in: "Sources/TestKit/TapSimulator/X.swift"),
            Example("import CSndfile", in: "Sources/Control/JackTap/X.swift"),
            Example("#if DEBUG\nimport Foundation\n#endif", in: "Sources/Control/TapHost/X.swift"),
            Example("@testable import TapRing", in: "Sources/TestKit/TapSimulator/X.swift"),
            Example("@preconcurrency import Glibc", in: "Sources/Common/TapConcurrency/X.swift"),
        ],
        good: [
            Example("import FoundationEssentials", in: "Sources/Disk/TakeFiles/X.swift"),
            Example("internal import CSndfile", in: "Sources/Disk/TakeFiles/X.swift"),
            Example(
                "internal import CJACK\ninternal import CTapShim", in: "Sources/Control/JACKHost/X.swift"),
            Example("// import Foundation\nimport Synchronization", in: "Sources/Realtime/TapRing/X.swift"),
        ],
        applies: Place.isSource
    ) { file in
        let forbidden = walls.filter { wall in wall.folders.contains { file.isIn($0) } }
            .reduce(into: Set<String>()) { $0.formUnion($1.forbidden) }
        return file.all(ImportDeclSyntax.self).flatMap { declaration -> [Breach] in
            let module = declaration.path.first?.name.text ?? ""
            var breaches: [Breach] = []
            if forbidden.contains(module) {
                breaches.append(file.breach(at: declaration, "\(module) must not be imported here"))
            }
            for attribute in declaration.attributeNames
            where ["testable", "preconcurrency"].contains(attribute) {
                breaches.append(file.breach(at: declaration, "@\(attribute) import in what ships"))
            }
            return breaches
        }
    }

    static let headersStayOnTheirSide = Rule(
        description: "C includes JACK's headers only in the shim, libsndfile's only in its module",
        bad: [
            Example("#include <jack/jack.h>", in: "Sources/Common/CLinux/linux_calls.c"),
            Example("# include \"jack/types.h\"", in: "Sources/Realtime/CTapPeriod/include/tap_period.h"),
            Example("#include <sndfile.h>", in: "Sources/Realtime/CTapShim/shim.c"),
        ],
        good: [
            Example("#include <jack/jack.h>", in: "Sources/Realtime/CTapShim/shim.c"),
            Example("#include <jack/jack.h>", in: "Sources/Control/CJACK/jack_module.h"),
            Example("#include <sndfile.h>", in: "Sources/Disk/CSndfile/sndfile_module.h"),
            Example("/* like jack/jack.h */\n#include <time.h>", in: "Sources/Common/CLinux/linux_calls.c"),
        ],
        applies: { $0.isIn("Sources") && $0.syntax == nil }
    ) { file in
        file.lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("#"), text.contains("include") else { return nil }
            let isJACK = text.contains("jack/")
            guard isJACK || text.contains("sndfile.h") else { return nil }
            let homes =
                isJACK ? ["Sources/Realtime/CTapShim", "Sources/Control/CJACK"] : ["Sources/Disk/CSndfile"]
            if homes.contains(where: { file.isIn($0) }) { return nil }
            return Breach(path: file.path, line: index + 1, reason: "\(text) does not belong here")
        }
    }
}
