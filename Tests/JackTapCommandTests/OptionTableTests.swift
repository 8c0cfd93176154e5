import JackTapCommand
import TakeFiles
import TapHost
import TapRing
import Testing

@Suite("The options of record")
struct RecordOptionTests {
    private func parse(_ arguments: Argument...) throws(UsageError) -> RecordSettings {
        guard case .run(let settings) = try ArgumentParser.parse(arguments, for: .record) else {
            throw UsageError("help")
        }
        return settings
    }

    private func message(_ arguments: Argument...) -> String? {
        do throws(UsageError) {
            _ = try ArgumentParser.parse(arguments, for: CommandSpec<RecordSettings>.record)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("are all read")
    func everything() throws {
        let settings = try parse(
            "a:b", "-o", "x.wav", "-d", "48000f", "-e", "pcm24", "--per-port", "--ring", "2s", "--on-gap",
            "split",
            "--on-server-loss", "stop", "--wait", "1m", "--server", "studio", "--client", "rec",
            "--sync-interval", "1s", "--min-free", "1G", "--report", "r.json", "--status", "json",
            "--overwrite",
            "c:*")
        #expect(settings.ports == [PortName("a:b"), PortName("c:*")])
        #expect(settings.output == "x.wav")
        #expect(settings.length == .frames(FrameCount(48_000)))
        #expect(settings.encoding == .pcm24)
        #expect(settings.isPerPort)
        #expect(settings.ring == .seconds(2))
        #expect(settings.onGap == .split)
        #expect(settings.wait == .seconds(60))
        #expect(settings.server.name == "studio")
        #expect(settings.client == "rec")
        #expect(settings.syncInterval == .seconds(1))
        #expect(settings.minimumFreeBytes == 1 << 30)
        #expect(settings.reportFile == "r.json")
        #expect(settings.hasReport)
        #expect(settings.status == .json)
        #expect(settings.mayOverwrite)
    }

    @Test("of a private server are read")
    func ownServer() throws {
        #expect(try parse("--own-server", "dummy").server.own == .dummy)
        #expect(try parse("--own-server", "alsa:hw:0,1").server.own == .alsa(device: "hw:0,1"))
        #expect(try parse("--own-server", "./dummy").server.own == .commandLine(file: "./dummy"))
        let settings = try parse("--own-server=dummy", "--rate", "96000", "--period", "64")
        #expect(settings.server.rate == 96_000)
        #expect(settings.server.period == 64)
    }

    @Test(
        "that contradict each other are refused, whatever their order",
        arguments: [
            (
                ["--report", "x", "--no-report"],
                "--report and --no-report exclude each other; give one of them"
            ),
            (
                ["--no-report", "--report", "x"],
                "--report and --no-report exclude each other; give one of them"
            ),
            (["--rate", "48000"], "--rate belongs to --own-server: a running server has its own rate"),
            (["--period", "64"], "--period belongs to --own-server: a running server has its own period"),
            (
                ["--own-server", "dummy", "--server", "x"],
                "--server and --own-server exclude each other; give one of them"
            ),
            (
                ["--own-server", "my.jackdrc", "--rate", "48000"],
                "--rate does not go with --own-server my.jackdrc: change it in that file"
            ),
            (
                ["--report", "take.wav", "-o", "take.wav"],
                "--report and --output name the same file; give them different names"
            ),
        ] as [([Argument], String)])
    func contradictions(arguments: [Argument], expected: String) {
        #expect(throws: UsageError(expected)) {
            try ArgumentParser.parse(arguments, for: CommandSpec<RecordSettings>.record)
        }
    }

    @Test("that are not available in this version say so")
    func unavailable() {
        #expect(
            message("--on-server-loss", "wait")
                == "--on-server-loss: \"wait\" is not available in this version; \"stop\" is, and is the default"
        )
        #expect(message("--server-timeout", "30s")?.hasPrefix("--server-timeout belongs to") == true)
        #expect(message("--on-server-loss", "halt") == "--on-server-loss: \"halt\" is unknown; write stop")
    }

    @Test("with impossible values are refused")
    func impossible() {
        #expect(message("-d", "0") != nil)
        #expect(message("--ring", "0") != nil)
        #expect(message("--ring", "10f") != nil)
        #expect(message("--sync-interval", "0") != nil)
        #expect(message("--wait", "-1") != nil)
        #expect(message("--wait", "0") == nil)
        #expect(message("-o", "") != nil)
        #expect(message("") != nil)
        #expect(message("--own-server", "dummy", "--rate", "0") != nil)
        #expect(message("--own-server", "dummy", "--period", "8193") != nil)
        #expect(message("--own-server", "alsa:") != nil)
        #expect(message("--own-server", "alsa") != nil)
    }

    @Test("have the defaults that the help shows")
    func shownDefaults() throws {
        let command = CommandSpec<RecordSettings>.record
        let defaults = RecordSettings()
        let shown = ["output", "encoding", "on-gap", "wait", "client", "sync-interval", "min-free"]
        for option in command.options where shown.contains(option.name) {
            var settings = RecordSettings()
            settings.output = "other.wav"
            settings.encoding = .pcm16
            settings.onGap = .stop
            settings.wait = .seconds(99)
            settings.client = "other"
            settings.syncInterval = .seconds(99)
            settings.minimumFreeBytes = 99
            try option.store(&settings, try #require(option.defaultText))
            let same: Bool? =
                switch option.name {
                case "output": settings.output == defaults.output
                case "encoding": settings.encoding == defaults.encoding
                case "on-gap": settings.onGap == defaults.onGap
                case "wait": settings.wait == defaults.wait
                case "client": settings.client == "jacktap" && defaults.client == nil
                case "sync-interval": settings.syncInterval == defaults.syncInterval
                case "min-free": settings.minimumFreeBytes == defaults.minimumFreeBytes
                default: nil
                }
            #expect(same == true, "--\(option.name)")
        }
        let ring = try #require(command.options.first { $0.name == "ring" }?.defaultText)
        #expect(try TimeValue.time(ring) == RecordSettings.defaultRing)
    }
}

@Suite("The options of ports and selftest")
struct OtherOptionTests {
    @Test("of ports are read")
    func ports() throws {
        let arguments: [Argument] = ["--json", "--server", "x", "a*"]
        guard case .run(let settings) = try ArgumentParser.parse(arguments, for: .ports) else { return }
        #expect(settings.isJSON)
        #expect(settings.server == "x")
        #expect(settings.patterns == [PortName("a*")])
    }

    @Test("of selftest are read, and their defaults are those that the help shows")
    func selftest() throws {
        let arguments: [Argument] = [
            "--channels", "64", "-d", "1s", "--rate", "96000", "--period", "64", "--keep",
        ]
        guard case .run(let settings) = try ArgumentParser.parse(arguments, for: .selftest) else { return }
        #expect(settings.channels == 64)
        #expect(settings.length == .duration(.seconds(1)))
        #expect(settings.rate == 96_000)
        #expect(settings.period == 64)
        #expect(settings.isKept)
        let defaults = SelftestSettings()
        var shown = settings
        for option in CommandSpec<SelftestSettings>.selftest.options {
            if let text = option.defaultText { try option.store(&shown, text) }
        }
        #expect(shown.channels == defaults.channels)
        #expect(shown.length == defaults.length)
        #expect(shown.rate == defaults.rate)
        #expect(shown.period == defaults.period)
    }

    @Test(
        "of selftest refuse what is impossible",
        arguments: [
            ["--channels", "0"], ["--channels", "1025"], ["--channels", "x"], ["-d", "0"], ["--rate", "12"],
            ["--period", "8"],
            ["operand"], ["--on-gap", "stop"],
        ] as [[Argument]])
    func impossible(arguments: [Argument]) {
        #expect(throws: UsageError.self) {
            try ArgumentParser.parse(arguments, for: CommandSpec<SelftestSettings>.selftest)
        }
    }
}
