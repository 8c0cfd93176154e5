internal import JackTap

/// What stands above the commands: their list, the help, and the version.
package enum MainHelp {
    /// The commands, by the names that people type.
    package static let commands: [(name: String, summary: String)] = [
        (CommandSpec<RecordSettings>.record.name, CommandSpec<RecordSettings>.record.summary),
        (CommandSpec<PortsSettings>.ports.name, CommandSpec<PortsSettings>.ports.summary),
        (CommandSpec<SelftestSettings>.selftest.name, CommandSpec<SelftestSettings>.selftest.summary),
    ]

    /// What `jacktap --version` prints.
    package static var version: String { "jacktap \(JackTapVersion.current)\n" }

    /// What `jacktap --help` prints.
    package static var text: String {
        let description =
            "Records JACK ports to disk, and never loses a frame without saying so. 'jacktap COMMAND --help' "
            + "shows each command with all its options and examples."
        var lines = ["Usage: jacktap COMMAND [OPTION...] [ARGUMENT...]", ""]
        lines += HelpText.wrap(description, width: HelpText.width)
        lines.append("")
        lines += HelpText.layOut(
            HelpSection("Commands", .table(commands.map { (term: $0.name, meaning: $0.summary) })))
        lines += ["", "Information:"] + HelpText.informationLines + [""]
        lines += HelpText.layOut(
            HelpSection(
                "EXAMPLES",
                .examples([
                    ("jacktap record", "Record what you hear, until Ctrl-C:"),
                    ("jacktap record 'system:capture_*' -d 10m -o band.wav", "Every input, for ten minutes:"),
                    ("jacktap selftest", "Does it work on this machine?"),
                ])))
        return lines.joined(separator: "\n") + "\n"
    }
}
