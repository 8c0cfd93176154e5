import Foundation
import JackTap
import TestSupport
import Testing

@testable import TakeFiles

extension OnServer {
    @Suite("the tool on a server", .timeLimit(.minutes(5)))
    struct ToolTests {
        /// Waits until the tool's files say that it records.
        private func recording(_ tool: ToolProcess, of take: TakeOnServer) async throws {
            try await eventually("the tool records") {
                let sidecar = take.folder.file("take.json.part")
                guard FileManager.default.fileExists(atPath: sidecar) else { return false }
                return try String(contentsOfFile: sidecar, encoding: .utf8).contains("\"started\"")
            }
        }

        @Test("records, and its exit code and report agree")
        func record() async throws {
            try await TakeOnServer.run { take in
                let outcome = try await take.tool(["-d", "24000f"]).outcome
                let report = try take.report()
                #expect(outcome.status == report.exit, "\(outcome.errors)")
                #expect(report.frames.expected == FrameCount(24_000))
                try take.check(report)
            }
        }

        @Test("a signal ends the take in good order", arguments: [SIGINT, SIGTERM, SIGHUP])
        func signal(number: Int32) async throws {
            try await TakeOnServer.run { take in
                let tool = try take.tool([])
                try await recording(tool, of: take)
                tool.signal(number)
                let outcome = await tool.outcome
                let report = try take.report()
                #expect(!outcome.wasKilled)
                #expect(outcome.status == report.exit)
                #expect(["SIGINT", "SIGTERM", "SIGHUP"].contains(report.stoppedBy))
                try take.check(report)
            }
        }

        @Test("stopped for a while, it gives a file of exactly the elapsed frames, the hole at its place")
        func stopped() async throws {
            try await TakeOnServer.run(settings: .testing) { take in
                let tool = try take.tool([])
                try await recording(tool, of: take)
                tool.signal(SIGSTOP)
                let start = take.source.position
                try await eventually("a second has passed on the server") {
                    take.source.position > start + 48_000
                }
                tool.signal(SIGCONT)
                let end = take.source.position
                try await eventually("it records again") { take.source.position > end + 24_000 }
                tool.signal(SIGINT)
                let outcome = await tool.outcome
                let report = try take.report()
                #expect(outcome.status == 3)
                let hole = try #require(report.gaps.filter(\.exact).max { $0.frames < $1.frames })
                #expect(hole.cause == "skipped")
                #expect(hole.frames > FrameCount(46_000))
                #expect(report.files.map(\.frames) == [report.frames.expected])
                try take.check(report)
            }
        }

        @Test(
            "killed, it leaves a file that libsndfile, sox and ffmpeg open, and the source hears nothing of it"
        )
        func killed() async throws {
            try await TakeOnServer.run { take in
                let tool = try take.tool([])
                try await recording(tool, of: take)
                let start = take.source.position
                try await eventually("three seconds are recorded") {
                    take.source.position > start + 3 * 48_000
                }
                tool.signal(SIGKILL)
                _ = await tool.outcome
                let played = FrameCount(take.source.position - start)
                let path = take.path + ".part"
                let frames = try SoundFileReader(path).frames
                #expect(frames + FrameCount(2 * 48_000) > played)
                for command in [
                    ["sox", "-t", "wav", path, "-n", "stat"],
                    ["ffmpeg", "-v", "error", "-i", path, "-f", "null", "-"],
                ] {
                    let outcome = try await ToolProcess.run(command[0], Array(command.dropFirst()))
                    #expect(outcome.status == 0, "\(outcome.errors)")
                }
            }
        }

        @Test("an existing file is refused before anything happens, and stays as it was")
        func existing() async throws {
            try await TakeOnServer.run { take in
                try Data("mine".utf8).write(to: URL(fileURLWithPath: take.path))
                let outcome = try await take.tool(["-d", "1"]).outcome
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains(take.path))
                #expect(outcome.errors.contains("--overwrite"))
                #expect(try String(contentsOfFile: take.path, encoding: .utf8) == "mine")
                #expect(try take.folder.names == ["take.wav"])
            }
        }

        @Test("one mono file a port, named after it")
        func perPort() async throws {
            try await TakeOnServer.run { take in
                let tool = try ToolProcess.jacktap(
                    [
                        "record", "--server", take.server.name, "-o", take.folder.file("{port}.wav"),
                        "--per-port",
                        "-d", "4800f", "--",
                    ] + take.source.ports.map(\.display))
                let outcome = await tool.outcome
                #expect(outcome.status == 0, "\(outcome.errors)")
                let names = try take.folder.names.filter { $0.hasSuffix(".wav") }
                #expect(names.count == 2)
                for name in names {
                    let reader = try SoundFileReader(take.folder.file(name))
                    #expect(reader.channels == 1)
                    #expect(reader.frames == FrameCount(4800))
                }
            }
        }
    }

    @Suite("the tool without a server")
    struct NoServerToolTests {
        @Test("says so at once, starts none, and leaves nothing")
        func noServer() async throws {
            let folder = try TemporaryFolder()
            let tool = try ToolProcess.jacktap([
                "record", "--server", "jacktap-nobody", "-o", folder.file("take.wav"), "--status", "none",
                "system:capture_1",
            ])
            let outcome = await tool.outcome
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("jacktap-nobody"))
            #expect(outcome.errors.split(separator: "\n").count == 1)
            #expect(outcome.output.isEmpty)
            #expect(try folder.names.isEmpty)
        }
    }
}
