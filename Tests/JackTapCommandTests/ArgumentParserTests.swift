import JackTapCommand
import Testing

@Suite("The argument parser")
struct ArgumentParserTests {
    struct Settings: Sendable, Equatable {
        var name = "default"
        var count = 0
        var isLoud = false
        var operands: [Argument] = []
    }

    private static let command = CommandSpec<Settings>(
        name: "try", operandsPlaceholder: "[THING...]", summary: "try it", description: ["Tries it."],
        groups: [
            OptionGroup(
                "Options",
                [
                    .value("name", short: "n", "NAME", "A name.", default: "default") { $0.name = $1 },
                    .value("count", short: "c", "N", "A count.") { (settings, text) throws(UsageError) in
                        settings.count = try WordValue.parse(text, in: 1...9, unit: "things")
                    },
                    .flag("loud", short: "l", "Louder.") { $0.isLoud = true },
                    .refused("later", "TIME", because: "is not available in this version"),
                ])
        ], notes: [], defaults: Settings(), storeOperand: { $0.operands.append($1) },
        check: { (settings) throws(UsageError) in
            if settings.isLoud, settings.count == 9 {
                throw UsageError("--loud and --count 9 exclude each other")
            }
        })

    private func parse(_ arguments: Argument...) throws(UsageError) -> Settings? {
        guard case .run(let settings) = try ArgumentParser.parse(arguments, for: Self.command) else {
            return nil
        }
        return settings
    }

    private func message(_ arguments: Argument...) -> String? {
        do throws(UsageError) {
            _ = try ArgumentParser.parse(arguments, for: Self.command)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("keeps the defaults when nothing is given")
    func defaults() throws { #expect(try parse() == Settings()) }

    @Test(
        "reads a value in all four spellings",
        arguments: [["--name", "x=y"], ["--name=x=y"], ["-n", "x=y"], ["-nx=y"]] as [[Argument]])
    func spellings(arguments: [Argument]) throws {
        guard case .run(let settings) = try ArgumentParser.parse(arguments, for: Self.command) else {
            Issue.record("nothing to run")
            return
        }
        #expect(settings == Settings(name: "x=y"))
    }

    @Test("takes options and other arguments in any order")
    func order() throws {
        #expect(
            try parse("a", "-l", "b", "--count=3", "-")
                == Settings(count: 3, isLoud: true, operands: ["a", "b", "-"]))
    }

    @Test("takes short flags together, the last with a value")
    func together() throws { #expect(try parse("-lc4") == Settings(count: 4, isLoud: true)) }

    @Test("takes everything behind -- as it is")
    func end() throws {
        #expect(try parse("--", "--loud", "--help", "--") == Settings(operands: ["--loud", "--help", "--"]))
    }

    @Test("lets the last of a repeated option count")
    func repetition() throws { #expect(try parse("--name=a", "-nb", "--name", "c")?.name == "c") }

    @Test("takes an empty value, and a value that begins with a dash")
    func oddValues() throws {
        #expect(try parse("--name=")?.name == "")
        #expect(try parse("--name", "-5")?.name == "-5")
        #expect(try parse("--name", "-")?.name == "-")
        #expect(try parse("--name=--loud")?.name == "--loud")
    }

    @Test("hands over arguments that are not UTF-8 byte by byte")
    func bytes() throws {
        let odd = Argument(bytes: [0x61, 0xFF])
        #expect(try parse(odd)?.operands == [odd])
        #expect(message("--name", odd) == "the value \"a\\xFF\" of --name is not valid UTF-8")
    }

    @Test("asks for a missing value")
    func missing() {
        #expect(message("--name") == "--name needs a value (NAME)")
        #expect(message("-c") == "-c needs a value (N)")
        #expect(message("--name", "--loud") == "--name needs a value (NAME), but the option --loud follows")
        #expect(
            message("--name", "--count=1") == "--name needs a value (NAME), but the option --count=1 follows")
        #expect(message("--name", "--") == "--name needs a value (NAME), but the option -- follows")
    }

    @Test("refuses a value for a flag")
    func flagValue() { #expect(message("--loud=yes") == "--loud takes no value") }

    @Test("suggests the nearest option for an unknown one")
    func unknown() {
        #expect(message("--cuont", "3") == "unknown option \"--cuont\" (did you mean \"--count\"?)")
        #expect(message("--cuont=3") == "unknown option \"--cuont\" (did you mean \"--count\"?)")
        #expect(message("--zzzzzz") == "unknown option \"--zzzzzz\"")
        #expect(message("--hlep") == "unknown option \"--hlep\" (did you mean \"--help\"?)")
        #expect(message("-x") == "unknown option \"-x\"")
        #expect(message("-lx") == "unknown option \"-lx\"")
        #expect(message(Argument(bytes: [0x2D, 0x2D, 0xFF])) == "unknown option \"--\\xFF\"")
    }

    @Test("accepts no abbreviation")
    func abbreviation() { #expect(message("--lou") == "unknown option \"--lou\" (did you mean \"--loud\"?)") }

    @Test("names the option whose value is wrong")
    func wrongValue() {
        #expect(message("--count", "x") == "--count: \"x\" is not a whole number of things")
        #expect(message("-c10") == "-c: \"10\" is out of range; give 1 to 9 things")
    }

    @Test("says why a known option is refused, and never suggests it")
    func refused() {
        #expect(message("--later", "3s") == "--later is not available in this version")
        #expect(message("--latr")?.contains("did you mean \"--later\"") != true)
    }

    @Test("looks at everything together at the end")
    func together2() { #expect(message("-l", "-c9") == "--loud and --count 9 exclude each other") }

    @Test(
        "answers --help and --version wherever they stand, whatever else is wrong",
        arguments: [
            ["--help"], ["-h"], ["a", "--bogus", "--help"], ["--name", "--help"], ["--version", "-c"],
        ]
            as [[Argument]])
    func information(arguments: [Argument]) throws {
        let parsed = try ArgumentParser.parse(arguments, for: Self.command)
        switch parsed {
        case .help: #expect(!arguments.contains("--version"))
        case .version: #expect(arguments.contains("--version"))
        case .run: Issue.record("it would run")
        }
    }
}
