/// The prose of `jacktap record --help`.
enum RecordHelp {
    static let description = [
        "Records JACK ports into a sound file, and never loses a frame without saying so: whatever is missing "
            + "stands in the report with its position, its length and its cause, and silence holds its place in "
            + "the file, so that all channels stay aligned.",
        "The take ends after --duration, or at SIGINT (Ctrl-C), SIGTERM or SIGHUP; a second signal shortens the "
            + "writing of what is still in memory, but the file is finished all the same. While the take runs its "
            + "name ends in .part; it gets its final name when it was synced, closed and checked. Standard input is "
            + "never read.",
    ]

    static let notes = [ports, times, fileNames, json, environment, exitStatus, examples]

    private static let ports = HelpSection(
        "PORTS",
        .text([
            "PORT is an exact port name, or a glob: '*' stands for any characters, '?' for one, and a backslash "
                + "takes their meaning away. A port that really has such a name wins over the glob. Names can be "
                + "given as 'jacktap ports' prints them, \\xNN being a byte. Quote globs, so that the shell leaves "
                + "them alone.",
            "Each name is one channel, in the order given. A glob stands for the audio output ports that match, "
                + "in natural order (in_2 before in_10), without those that are in the list already; when no output "
                + "port matches, for the input ports.",
            "An output port is recorded directly. An input port, such as system:playback_1, means whatever feeds "
                + "it, followed as connections come and go; while nothing feeds it, silence is recorded, and said. "
                + "Without PORT: what feeds the first two physical playback ports, that is, what you hear.",
        ]))

    private static let times = HelpSection(
        "TIMES AND SIZES",
        .text([
            "TIME is 90 or 90s (seconds), 1:30, 1:00:00, 1500ms, 10m or 2h; fractions are allowed. --duration "
                + "takes frames as well: 48000f. SIZE is a number of bytes, or 512K, 64M, 1G or 1T in powers of "
                + "1024."
        ]))

    private static let fileNames = HelpSection(
        "FILE NAMES",
        .text([
            "NAME may hold strftime fields for the time when the take begins (%Y %m %d %H %M %S ..., %% for a "
                + "percent sign), {port} (the port's name, made safe), {take} (the lowest number from 001 on that is "
                + "free), {part} (the number of the part, with --on-gap split) and {host}; {{ and }} are braces. "
                + "With --per-port a name without {port} gets the port's name at its end. A .wav file turns itself "
                + "into RF64 beyond 4 GiB."
        ]))

    private static let json = HelpSection(
        "STATUS IN JSON, BY TYPE",
        .table([
            (
                "status",
                "twice a second, and when the phase changes: phase, frames, seconds, rate, peaks (one a channel since "
                    + "the last status; 1 is full scale), clipped (samples, one count a channel), ring, lostFrames, "
                    + "suspectFrames, xruns, disk, undrainedBytes"
            ),
            ("event", "whenever something happens: kind, text"),
            ("report", "at the end: report, the same as in the report's file"),
            ("error", "at the end, when there is no report: exit, text"),
        ]))

    private static let environment = HelpSection(
        "ENVIRONMENT",
        .table([
            ("JACK_DEFAULT_SERVER", "the server, unless --server or --own-server says another"),
            ("NO_COLOR", "when set, the meters have no colours"),
            ("TERM", "when it is \"dumb\", lines of text are written instead of meters"),
            ("LC_ALL, LC_CTYPE, LANG", "whether the meters may use more than ASCII"),
        ]))

    private static let exitStatus = HelpSection(
        "EXIT STATUS",
        .table([
            ("0", "complete, nothing lost, verified"),
            ("1", "could not start (no server, no such port, file exists): nothing recorded"),
            ("3", "the take is kept, frames are missing or suspect: the report lists them"),
            ("4", "ended early: the server is lost"),
            ("5", "ended early: the disk is full or fails"),
            ("6", "ended early: the server ran no periods any more"),
            ("7", "the file did not pass verification"),
            ("64", "wrong usage"),
        ]))

    private static let examples = HelpSection(
        "EXAMPLES",
        .examples([
            ("jacktap record", "What you hear, until Ctrl-C:"),
            ("jacktap record 'system:capture_*' -d 1:00:00", "Every input of the interface, for an hour:"),
            (
                "jacktap record 'system:capture_*' --per-port \\\n    -o 'band-%Y%m%d-{port}.wav' -e pcm24",
                "One 24-bit file per input:"
            ),
            (
                "jacktap record 'ardour:Master/audio_out *' -o mix.wav --wait 30s",
                "A program's output, waiting for it to start:"
            ),
            (
                "jacktap record system:capture_1 --status json |\n    jq -c 'select(.type == \"status\").peaks'",
                "Levels for a script:"
            ),
            (
                "jacktap record --own-server dummy --rate 96000 -d 48000f",
                "Without hardware or a running server:"
            ),
        ]))
}
