/// One option of a command: how it is written, what it does, and what the help says about it.
package struct OptionSpec<Settings>: Sendable {
    /// The long name, without dashes.
    package let name: String
    package let short: Character?
    /// What the help calls its value; nil for a flag.
    package let placeholder: String?
    /// What the help says; nil for an option that is understood only to say why it is refused.
    package let summary: String?
    /// The value that holds when the option is not given, as the help shows it.
    package let defaultText: String?
    /// Reads the value into the settings. A flag is given the empty text.
    package let store: @Sendable (inout Settings, String) throws(UsageError) -> Void

    /// An option with a value.
    package static func value(
        _ name: String, short: Character? = nil, _ placeholder: String, _ summary: String,
        default defaultText: String? = nil,
        store: @escaping @Sendable (inout Settings, String) throws(UsageError) -> Void
    ) -> Self {
        Self(
            name: name, short: short, placeholder: placeholder, summary: summary, defaultText: defaultText,
            store: store)
    }

    /// An option without a value.
    package static func flag(
        _ name: String, short: Character? = nil, _ summary: String,
        store: @escaping @Sendable (inout Settings) throws(UsageError) -> Void
    ) -> Self {
        Self(name: name, short: short, placeholder: nil, summary: summary, defaultText: nil) {
            (settings, _) throws(UsageError) in
            try store(&settings)
        }
    }

    /// An option that is known, and refused with a reason.
    package static func refused(_ name: String, _ placeholder: String?, because reason: String) -> Self {
        Self(name: name, short: nil, placeholder: placeholder, summary: nil, defaultText: nil) {
            (_, _) throws(UsageError) in
            throw UsageError("--\(name) \(reason)")
        }
    }
}

/// Options that belong together, under one heading of the help.
package struct OptionGroup<Settings>: Sendable {
    package let title: String
    package let options: [OptionSpec<Settings>]

    package init(_ title: String, _ options: [OptionSpec<Settings>]) {
        self.title = title
        self.options = options
    }
}
