package import TapHost

/// Everything that the arguments of `ports` say.
package struct PortsSettings: Sendable {
    package var patterns: [PortName] = []
    package var isJSON = false
    /// nil: the default server.
    package var server: String?

    package init() {}
}

extension CommandSpec where Settings == PortsSettings {
    /// The table of `jacktap ports`.
    package static var ports: Self {
        Self(
            name: "ports", operandsPlaceholder: "[PORT...]",
            summary: "list ports, with latency and connections",
            description: [
                "Lists the ports of a JACK server in natural order: name, type, direction, whether it is physical, "
                    + "capture latency in frames, and what it is connected to.",
                "With PORT, an exact name or a glob ('*', '?'), only those that match; see 'jacktap record "
                    + "--help'. Bytes of a name that cannot be printed stand as \\xNN, a backslash as \\\\; 'record' "
                    + "takes names in this form.",
            ],
            groups: [
                OptionGroup(
                    "Options",
                    [
                        .flag("json", "Write a JSON array, one object a port.") { settings in
                            settings.isJSON = true
                        },
                        .value("server", "NAME", "The JACK server to ask.", default: "$JACK_DEFAULT_SERVER") {
                            (settings, text) throws(UsageError) in
                            settings.server = try WordValue.parseName(text, of: "server", atMost: 64)
                        },
                    ])
            ],
            notes: [exitStatus, examples], defaults: PortsSettings(),
            storeOperand: { (settings, argument) throws(UsageError) in
                guard !argument.bytes.isEmpty else { throw UsageError("a port name is empty; leave it out") }
                settings.patterns.append(PortName(bytes: argument.bytes))
            })
    }

    private static var exitStatus: HelpSection {
        HelpSection(
            "EXIT STATUS",
            .table([
                ("0", "the ports are listed"), ("1", "no server, or no such port"), ("64", "wrong usage"),
            ]))
    }

    private static var examples: HelpSection {
        HelpSection(
            "EXAMPLES",
            .examples([
                ("jacktap ports", "Everything:"),
                ("jacktap ports 'system:*'", "The ports of the audio interface:"),
                (
                    "jacktap ports --json | jq -r '.[] | select(.connections == []) | .name'",
                    "The names of all ports that are not connected:"
                ),
            ]))
    }
}
