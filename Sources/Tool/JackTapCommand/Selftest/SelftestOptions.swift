internal import TapRing

/// Everything that the arguments of `selftest` say.
package struct SelftestSettings: Sendable {
    package var channels = 8
    package var length = TimeValue.duration(.seconds(5))
    package var rate = 48_000
    package var period = 256
    /// The take stays where it was recorded.
    package var isKept = false

    package static let channelCounts = 1...1024

    package init() {}
}

extension CommandSpec where Settings == SelftestSettings {
    /// The table of `jacktap selftest`.
    package static var selftest: Self {
        Self(
            name: "selftest", summary: "private server, known signal, record, check every sample",
            description: [
                "Tests the whole path on this machine, without audio hardware: starts a private jackd (dummy "
                    + "driver), adds a client whose every sample encodes its channel and position, records it "
                    + "through the real tap, ring and writer, reads the file back and checks every sample of "
                    + "every channel.",
                "The server runs in synchronous mode: it waits for its clients, so that a busy machine makes it "
                    + "slower instead of making it skip periods. Server and files are gone afterwards.",
            ],
            groups: [options], notes: [exitStatus, examples], defaults: SelftestSettings())
    }

    private static var options: OptionGroup<SelftestSettings> {
        OptionGroup(
            "Options",
            [
                .value("channels", "N", "Channels to record.", default: "8") {
                    (settings, text) throws(UsageError) in
                    settings.channels = try WordValue.parse(
                        text, in: SelftestSettings.channelCounts, unit: "channels")
                },
                .value(
                    "duration", short: "d", "TIME",
                    "How long to record: 5, 1:30, 500ms, 10m, or 48000f for frames.", default: "5s"
                ) { (settings, text) throws(UsageError) in settings.length = try TimeValue.length(text) },
                .value("rate", "N", "Frames per second of the server.", default: "48000") {
                    (settings, text) throws(UsageError) in
                    settings.rate = try WordValue.parse(
                        text, in: ServerSettings.rates, unit: "frames per second")
                },
                .value("period", "N", "Frames per period of the server.", default: "256") {
                    (settings, text) throws(UsageError) in
                    settings.period = try WordValue.parse(text, in: ServerSettings.periods, unit: "frames")
                },
                .flag("keep", "Keep the recorded take, and say where it is.") { settings in
                    settings.isKept = true
                },
            ])
    }

    private static var exitStatus: HelpSection {
        HelpSection(
            "EXIT STATUS",
            .table([
                ("0", "every sample of every channel is right"),
                ("1", "could not start, or was interrupted"),
                ("3", "the machine lost frames: the table says where"),
                ("4", "the private server was lost"),
                ("5", "the disk is full or fails"),
                ("6", "the server stalled"),
                ("7", "samples in the file are wrong"),
                ("64", "wrong usage"),
            ]))
    }

    private static var examples: HelpSection {
        HelpSection(
            "EXAMPLES",
            .examples([
                ("jacktap selftest", "Eight channels for five seconds:"),
                ("jacktap selftest --channels 64 --period 64 -d 1:00", "A heavier one:"),
            ]))
    }
}
