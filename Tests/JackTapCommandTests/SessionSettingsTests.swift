import JackTap
import JackTapCommand
import TakeFiles
import TapHost
import TapRing
import Testing

@Suite("The session that the arguments of record ask for")
struct SessionSettingsTests {
    private func session(_ arguments: Argument...) throws -> SessionConfiguration {
        guard
            case .run(let settings) = try ArgumentParser.parse(
                arguments, for: CommandSpec<RecordSettings>.record)
        else { throw UsageError("help") }
        return try settings.session
    }

    @Test("records what is heard, with the library's own defaults, when nothing is said")
    func defaults() throws {
        let session = try session()
        let defaults = SessionConfiguration()
        #expect(session.sources == .whatYouHear)
        #expect(session.fileName == defaults.fileName)
        #expect(session.container == defaults.container)
        #expect(session.encoding == defaults.encoding)
        #expect(session.length == nil)
        #expect(session.ring == defaults.ring)
        #expect(session.ringLimitBytes == defaults.ringLimitBytes)
        #expect(session.onGap == defaults.onGap)
        #expect(session.wait == defaults.wait)
        #expect(session.syncInterval == defaults.syncInterval)
        #expect(session.minimumFreeBytes == defaults.minimumFreeBytes)
        #expect(session.report == .beside)
        #expect(!session.isPerPort && !session.mayOverwrite)
    }

    @Test("records the ports that are named, in their order")
    func ports() throws {
        #expect(try session("b:1", "a:*").sources == .patterns([PortName("b:1"), PortName("a:*")]))
    }

    @Test("has the container of the file name's suffix")
    func container() throws {
        #expect(try session("-o", "x.RF64").container == .rf64)
        #expect(throws: UsageError.self) { try session("-o", "x.flac") }
        #expect(throws: UsageError.self) { try session("-o", "x") }
    }

    @Test("has no limit of memory when a ring is asked for")
    func ring() throws {
        let session = try session("--ring", "1:00")
        #expect(session.ring == .seconds(60))
        #expect(session.ringLimitBytes == nil)
    }

    @Test("has a length in time or in frames")
    func length() throws {
        #expect(try session("-d", "1.5").length == .time(.milliseconds(1500)))
        #expect(try session("-d", "7f").length == .frames(FrameCount(7)))
    }

    @Test("puts the report where it is wanted")
    func report() throws {
        #expect(try session("--report", "r.json").report == .file("r.json"))
        #expect(try session("--no-report").report == .none)
    }
}
