internal import TapHost

/// What a command's arguments ask for.
package enum ParsedCommand<Settings: Sendable>: Sendable {
    case run(Settings)
    /// `--help` stands somewhere among the options.
    case help
    /// `--version` stands somewhere among the options.
    case version
}

/// Reads arguments by a command's table, the way GNU tools do: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`,
/// options and other arguments in any order, `--` before arguments that look like options. The last of a repeated
/// option counts.
package struct ArgumentParser<Settings: Sendable> {
    private let command: CommandSpec<Settings>
    private var settings: Settings
    private var rest: ArraySlice<Argument>

    private init(_ command: CommandSpec<Settings>, _ arguments: [Argument]) {
        self.command = command
        settings = command.defaults
        rest = arguments[...]
    }

    /// Reads the arguments that stand behind the command's name.
    package static func parse(
        _ arguments: [Argument], for command: CommandSpec<Settings>
    ) throws(UsageError) -> ParsedCommand<Settings> {
        switch InformationRequest(in: arguments) {
        case .help: return .help
        case .version: return .version
        case nil: break
        }
        var parser = Self(command, arguments)
        try parser.readAll()
        try command.check(parser.settings)
        return .run(parser.settings)
    }

    private mutating func readAll() throws(UsageError) {
        while let argument = rest.popFirst() {
            if argument == "--" {
                while let operand = rest.popFirst() { try command.storeOperand(&settings, operand) }
            } else if argument.bytes.starts(with: "--".utf8) {
                try readLong(argument)
            } else if argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 {
                try readShort(argument)
            } else {
                try command.storeOperand(&settings, argument)
            }
        }
    }

    private mutating func readLong(_ argument: Argument) throws(UsageError) {
        let body = argument.bytes.dropFirst(2)
        let nameBytes = body.prefix { $0 != UInt8(ascii: "=") }
        let attached = body.dropFirst(nameBytes.count)
        let name = Argument(bytes: Array(nameBytes))
        guard let option = command.options.first(where: { $0.name.utf8.elementsEqual(name.bytes) }) else {
            throw unknown("--" + name.display, like: name)
        }
        guard option.placeholder != nil else {
            guard attached.isEmpty else { throw UsageError("--\(option.name) takes no value") }
            return try option.store(&settings, "")
        }
        let value = attached.isEmpty ? nil : Argument(bytes: Array(attached.dropFirst()))
        try store(option, written: "--\(option.name)", value)
    }

    /// Reads `-o`, `-oVALUE`, or flags written together.
    private mutating func readShort(_ argument: Argument) throws(UsageError) {
        var letters = argument.bytes.dropFirst()
        while let letter = letters.popFirst() {
            let written = Argument(bytes: [UInt8(ascii: "-"), letter])
            guard let option = command.options.first(where: { $0.short?.asciiValue == letter }) else {
                throw unknown(argument.display, like: Argument(bytes: Array(argument.bytes.dropFirst())))
            }
            if option.placeholder == nil {
                try option.store(&settings, "")
            } else {
                let attached = letters.isEmpty ? nil : Argument(bytes: Array(letters))
                letters = []
                try store(option, written: written.display, attached)
            }
        }
    }

    private mutating func store(
        _ option: OptionSpec<Settings>, written: String, _ attached: Argument?
    ) throws(UsageError) {
        let placeholder = option.placeholder ?? ""
        let argument: Argument
        if let attached {
            argument = attached
        } else if let next = rest.first {
            guard !isOption(next) else {
                throw UsageError(
                    "\(written) needs a value (\(placeholder)), but the option \(next.display) follows")
            }
            argument = next
            rest = rest.dropFirst()
        } else {
            throw UsageError("\(written) needs a value (\(placeholder))")
        }
        guard let value = argument.text else {
            throw UsageError("the value \"\(argument.display)\" of \(written) is not valid UTF-8")
        }
        do {
            try option.store(&settings, value)
        } catch {
            throw option.summary == nil ? error : UsageError("\(written): \(error.description)")
        }
    }

    /// Whether an argument is one of this command's options, and so hardly meant as a value.
    private func isOption(_ argument: Argument) -> Bool {
        guard let text = argument.text, text != "-" else { return false }
        if text == "--" { return true }
        return command.options.contains { option in
            text == "--\(option.name)" || text.hasPrefix("--\(option.name)=")
                || option.short.map { text == "-\($0)" } ?? false
        }
    }

    private func unknown(_ written: String, like name: Argument) -> UsageError {
        let names = command.options.filter { $0.summary != nil }.map(\.name) + InformationRequest.names
        let near = NearestNames.nearest(to: name.text ?? "", among: names)
        return UsageError(
            "unknown option \"\(written)\"" + (near.map { " (did you mean \"--\($0)\"?)" } ?? ""))
    }
}

/// `--help` or `--version`: they count wherever they stand, whatever else is wrong with the line.
package enum InformationRequest: Sendable {
    case help, version

    /// The names of these options, without dashes.
    package static let names = ["help", "version"]

    /// The first of them before a `--`.
    package init?(in arguments: [Argument]) {
        for argument in arguments.prefix(while: { $0 != "--" }) {
            if argument == "--help" || argument == "-h" {
                self = .help
                return
            }
            if argument == "--version" {
                self = .version
                return
            }
        }
        return nil
    }
}
