import Foundation
import JackTap
import TestSupport
import Testing

@testable import TakeFiles

/// A folder, a server and a source of the known signal, for takes of it.
struct TakeOnServer {
    let folder: TemporaryFolder
    let server: PrivateServer
    let source: SignalSource

    /// Runs `body` with a synchronous server, which waits for its clients, so that nothing is lost to a busy machine.
    static func run(
        channels: Int = 2, settings: PrivateServer.Settings = .testing { $0.isSynchronous = true },
        _ body: (TakeOnServer) async throws -> Void
    ) async throws {
        try await withPrivateServer(settings) { server in
            let source = try await SignalSource.start(server: server.name, channels: channels)
            let take = TakeOnServer(folder: try TemporaryFolder(), server: server, source: source)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(take))
            } catch {
                result = .failure(error)
            }
            await source.stop()
            try result.get()
        }
    }

    var path: String { folder.file("take.wav") }

    func configuration(length: TakeLength? = nil) -> SessionConfiguration {
        SessionConfiguration(
            sources: .patterns(source.ports), fileName: path, mayOverwrite: true, length: length,
            ring: .seconds(5))
    }

    func host() -> JACKHost { JACKHost(.init(serverName: server.name)) }

    func session(length: TakeLength? = nil) -> CaptureSession {
        CaptureSession(configuration(length: length), host: host())
    }

    /// The tool, recording the source.
    func tool(_ options: [String]) throws -> ToolProcess {
        try .jacktap(
            ["record", "--server", server.name, "-o", path] + options + ["--"] + source.ports.map(\.display))
    }

    /// The report that the tool left.
    func report() throws -> TakeReport {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("take.json")))
        return try JSONDecoder().decode(TakeReport.self, from: bytes)
    }

    /// Checks every sample of a file against the source, and the balance of its report. What the source itself did not
    /// play in time is not judged.
    func check(_ report: TakeReport, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let gaps = report.gaps.filter { $0.exact && $0.filled }.map { range($0.at, $0.frames) }
        let suspects = report.suspect.map { range($0.at, $0.frames) }
        let origin = try origin()
        var checker = PatternChecker(
            channels: source.ports.count, origin: origin, gaps: gaps,
            unjudged: suspects + source.skipped(from: origin))
        var reader = try SoundFileReader(path)
        var position: Int64 = 0
        while try reader.withNextBlock(
            atMost: FrameCount(4096), { checker.check(interleaved: $0, from: position) }) != nil
        {
            position = reader.position.rawValue
        }
        #expect(checker.faults.isEmpty, sourceLocation: sourceLocation)
        #expect(checker.isGood, sourceLocation: sourceLocation)
        let inFile = report.frames.recorded + report.frames.silenceFilled
        #expect(reader.frames == inFile, sourceLocation: sourceLocation)
        let exact = report.gaps.filter(\.exact).reduce(FrameCount.zero) { $0 + $1.frames }
        #expect(report.frames.recorded + exact == report.frames.expected, sourceLocation: sourceLocation)
    }

    /// The source's position at the take's first frame.
    private func origin() throws -> Int64 {
        var reader = try SoundFileReader(path)
        let first = try reader.withNextBlock(atMost: FrameCount(1)) { block in block.indices.map { block[$0] }
        }
        return try #require(KnownSignal.origin(of: first ?? [], at: 0, near: source.position))
    }

    private func range(_ at: FrameCount, _ frames: FrameCount) -> Range<Int64> {
        at.rawValue..<(at + frames).rawValue
    }
}
