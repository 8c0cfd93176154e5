import Foundation
import TakeFiles
import TestSupport
import Testing

extension OnServer {
    @Suite("the ready server settings")
    struct ReadyConfigTests {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../jack-configs").standardizedFileURL

        /// What a name such as `dummy-48k-256` promises.
        private struct Promise {
            let rate: UInt32
            let period: UInt32

            init(_ name: String) throws {
                let parts = name.split(separator: "-")
                try #require(parts.count == 3)
                rate = try #require(UInt32(parts[1].dropLast())) * 1000
                period = try #require(UInt32(parts[2]))
            }
        }

        @Test("start a server that is what their name says", arguments: ["dummy-48k-256", "dummy-96k-64"])
        func dummy(name: String) async throws {
            let promise = try Promise(name)
            let place = try TemporaryFolder()
            let settings = Self.folder.appending(path: "\(name).jackdrc").path(percentEncoded: false)
            let tool = try ToolProcess.jacktap([
                "record", "--own-server", settings, "-d", "4800f", "-o", place.file("take.wav"),
                "--status", "none", "system:capture_1",
            ])
            let outcome = await tool.outcome
            #expect(try place.names == ["take.json", "take.wav"], "\(outcome.errors)")
            let text = try Data(contentsOf: URL(filePath: place.file("take.json")))
            let report = try JSONDecoder().decode(TakeReport.self, from: text)
            #expect(report.server.rate == promise.rate)
            #expect(report.server.period == promise.period)
        }

        @Test(
            "are one command line each, without quotes and comments, which every reader of .jackdrc understands"
        )
        func form() throws {
            let files = try FileManager.default.contentsOfDirectory(
                at: Self.folder, includingPropertiesForKeys: nil
            ).filter { $0.pathExtension == "jackdrc" }
            #expect(files.count == 3)
            for file in files {
                let text = try String(contentsOf: file, encoding: .utf8)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.map(\.isEmpty) == [false, true])
                #expect(text.hasPrefix("/usr/bin/jackd "))
                #expect(!text.contains("  ") && !text.contains { "\"'#\\".contains($0) })
            }
        }
    }
}
