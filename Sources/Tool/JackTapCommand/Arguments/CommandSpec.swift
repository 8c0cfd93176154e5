/// A command: one table that the parser and the help are both made from.
///
/// Not `getopt_long`: it knows no types, so the values would be read elsewhere and the help written a third time, and
/// it accepts abbreviations, which break scripts when a new option comes.
package struct CommandSpec<Settings: Sendable>: Sendable {
    package let name: String
    /// What the help calls the arguments that are no options, such as `[PORT...]`; nil when there are none.
    package let operandsPlaceholder: String?
    /// One line, for the list of commands.
    package let summary: String
    /// What the command does, in paragraphs.
    package let description: [String]
    package let groups: [OptionGroup<Settings>]
    /// What comes behind the options in the help.
    package let notes: [HelpSection]
    package let defaults: Settings
    /// Takes one argument that is no option.
    package let storeOperand: @Sendable (inout Settings, Argument) throws(UsageError) -> Void
    /// Looks at everything together: contradictions.
    package let check: @Sendable (Settings) throws(UsageError) -> Void

    package init(
        name: String, operandsPlaceholder: String? = nil, summary: String, description: [String],
        groups: [OptionGroup<Settings>], notes: [HelpSection], defaults: Settings,
        storeOperand: @escaping @Sendable (inout Settings, Argument) throws(UsageError) -> Void = {
            (_, argument) throws(UsageError) in
            throw UsageError("unexpected argument \"\(argument.display)\"")
        },
        check: @escaping @Sendable (Settings) throws(UsageError) -> Void = { (_) throws(UsageError) in }
    ) {
        self.name = name
        self.operandsPlaceholder = operandsPlaceholder
        self.summary = summary
        self.description = description
        self.groups = groups
        self.notes = notes
        self.defaults = defaults
        self.storeOperand = storeOperand
        self.check = check
    }

    /// Every option, the refused ones too.
    package var options: [OptionSpec<Settings>] { groups.flatMap(\.options) }
}

/// A section of the help behind the options.
package struct HelpSection: Sendable {
    package enum Body: Sendable {
        /// Paragraphs, wrapped to the width.
        case text([String])
        /// A term and what it means, in two columns.
        case table([(term: String, meaning: String)])
        /// Commands, as they are typed, each with what it does.
        case examples([(command: String, meaning: String)])
    }

    package let title: String
    package let body: Body

    package init(_ title: String, _ body: Body) {
        self.title = title
        self.body = body
    }
}
