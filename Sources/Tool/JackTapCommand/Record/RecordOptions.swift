internal import TakeFiles
internal import TapHost

extension CommandSpec where Settings == RecordSettings {
    /// The table of `jacktap record`.
    package static var record: Self {
        Self(
            name: "record", operandsPlaceholder: "[PORT...]", summary: "record ports into a take",
            description: RecordHelp.description,
            groups: [takeOptions, lossOptions, serverOptions, safetyOptions, outputOptions],
            notes: RecordHelp.notes, defaults: RecordSettings(),
            storeOperand: { (settings, argument) throws(UsageError) in
                guard !argument.bytes.isEmpty else { throw UsageError("a port name is empty; leave it out") }
                settings.ports.append(PortName(bytes: argument.bytes))
            },
            check: { (settings) throws(UsageError) in try checkTogether(settings) })
    }

    private static var takeOptions: OptionGroup<RecordSettings> {
        OptionGroup(
            "The take",
            [
                .value(
                    "output", short: "o", "NAME",
                    "File name. The suffix picks the container: .wav, or .rf64. See FILE NAMES.",
                    default: "take-%Y%m%d-%H%M%S.wav"
                ) { (settings, text) throws(UsageError) in
                    settings.output = try RecordOptions.fileName(text)
                },
                .value(
                    "duration", short: "d", "TIME",
                    "Record this long, exact to the frame. See TIMES AND SIZES.",
                    default: "until stopped"
                ) { (settings, text) throws(UsageError) in settings.length = try TimeValue.length(text) },
                .value(
                    "encoding", short: "e", "E",
                    "Samples in the file: float32, float64, pcm16, pcm24 or pcm32.",
                    default: "float32"
                ) { (settings, text) throws(UsageError) in settings.encoding = try WordValue.parse(text) },
                .flag("per-port", "Write one mono file per port.") { settings in settings.isPerPort = true },
                .flag("overwrite", "Replace existing files. Without it none ever is.") { settings in
                    settings.mayOverwrite = true
                },
            ])
    }

    private static var lossOptions: OptionGroup<RecordSettings> {
        OptionGroup(
            "When something goes wrong",
            [
                .value(
                    "ring", "TIME",
                    "Length of the memory between JACK and the disk: as long as this the disk may stall. "
                        + "The default takes at most 1 GiB.", default: "10s"
                ) { (settings, text) throws(UsageError) in settings.ring = try TimeValue.positiveTime(text) },
                .value(
                    "on-gap", "POLICY",
                    "When frames are lost: 'silence' holds their place, 'split' begins a new file behind the "
                        + "hole, 'stop' ends the take.", default: "silence"
                ) { (settings, text) throws(UsageError) in settings.onGap = try WordValue.parse(text) },
                .value(
                    "on-server-loss", "POLICY",
                    "When the server goes away: 'stop' ends the take in good order.", default: "stop"
                ) { (_, text) throws(UsageError) in try RecordOptions.checkServerLoss(text) },
                .refused(
                    "server-timeout", "TIME",
                    because: "belongs to --on-server-loss wait, which is not available in this version; "
                        + "leave it out"),
            ])
    }

    private static var serverOptions: OptionGroup<RecordSettings> {
        OptionGroup(
            "The server",
            [
                .value(
                    "wait", "TIME", "Wait this long for the server and the ports to appear.",
                    default: "0"
                ) { (settings, text) throws(UsageError) in settings.wait = try TimeValue.time(text) },
                .value("server", "NAME", "The JACK server to record from.", default: "$JACK_DEFAULT_SERVER") {
                    (settings, text) throws(UsageError) in
                    settings.server.name = try WordValue.parseName(text, of: "server", atMost: 64)
                },
                .value(
                    "client", "NAME", "Our name among the server's clients; refused when it is taken.",
                    default: "jacktap"
                ) {
                    (settings, text) throws(UsageError) in
                    settings.client = try WordValue.parseName(text, of: "client", atMost: 63, without: "/:")
                },
                .value(
                    "own-server", "WHAT",
                    "Run a private jackd for this take: 'dummy', 'alsa:DEVICE', or a file with its command "
                        + "line, as in .jackdrc.", default: "off"
                ) { (settings, text) throws(UsageError) in
                    settings.server.own = try ServerSettings.parseOwn(text)
                },
                .value("rate", "N", "Frames per second of the private server.", default: "48000") {
                    (settings, text) throws(UsageError) in
                    settings.server.rate = try WordValue.parse(
                        text, in: ServerSettings.rates, unit: "frames per second")
                },
                .value("period", "N", "Frames per period of the private server.", default: "1024") {
                    (settings, text) throws(UsageError) in
                    settings.server.period = try WordValue.parse(
                        text, in: ServerSettings.periods, unit: "frames")
                },
            ])
    }

    private static var safetyOptions: OptionGroup<RecordSettings> {
        OptionGroup(
            "The disk",
            [
                .value(
                    "sync-interval", "TIME",
                    "Time between two syncs to the device: what a power cut can cost.", default: "5s"
                ) { (settings, text) throws(UsageError) in
                    settings.syncInterval = try TimeValue.positiveTime(text)
                },
                .value(
                    "min-free", "SIZE", "End the take in good order when the disk has less room than this.",
                    default: "64M"
                ) { (settings, text) throws(UsageError) in
                    settings.minimumFreeBytes = try SizeValue.parse(text)
                },
            ])
    }

    private static var outputOptions: OptionGroup<RecordSettings> {
        OptionGroup(
            "What is told",
            [
                .value(
                    "report", "FILE", "Where the JSON report goes.", default: "beside the take, NAME.json"
                ) { (settings, text) throws(UsageError) in
                    guard !text.isEmpty else { throw UsageError("the file name is empty; give one") }
                    settings.reportFile = text
                },
                .flag("no-report", "Write no report file.") { settings in settings.hasReport = false },
                .value(
                    "status", "STYLE",
                    "Live status on standard output: 'text' draws meters, 'json' writes one object a line, "
                        + "'none' is silent.", default: "text on a terminal, else json"
                ) { (settings, text) throws(UsageError) in settings.status = try WordValue.parse(text) },
            ])
    }

    private static func checkTogether(_ settings: RecordSettings) throws(UsageError) {
        try settings.server.check()
        if settings.reportFile != nil, !settings.hasReport {
            throw UsageError("--report and --no-report exclude each other; give one of them")
        }
        if settings.reportFile == settings.output {
            throw UsageError("--report and --output name the same file; give them different names")
        }
        _ = try settings.session
    }
}

/// Values that only `record` has.
private enum RecordOptions {
    /// A file name, or a template for one. What it may hold is checked where files are named; here only that there
    /// is one.
    static func fileName(_ text: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("the file name is empty; give one") }
        return text
    }

    static func checkServerLoss(_ text: String) throws(UsageError) {
        switch text {
        case "stop": return
        case "wait":
            throw UsageError("\"wait\" is not available in this version; \"stop\" is, and is the default")
        default: throw UsageError("\"\(text)\" is unknown; write stop")
        }
    }
}
