internal import Glibc
internal import TapHost
internal import TapRing

/// The command line of a private server: all but its name.
struct ServerCommand {
    private let program: String
    /// What comes before the driver; the name goes here.
    private let options: [String]

    /// - Throws: `serverFailedToStart` when the program is not there, or a command line's file cannot be used.
    init(_ settings: PrivateServer.Settings) throws(HostError) {
        switch settings.driver {
        case .commandLine(let file):
            let words = try CommandLineFile.words(of: file)
            guard let first = words.first else {
                throw .serverCommand(file, "it is empty; it should read like \"/usr/bin/jackd -d dummy\"")
            }
            guard let path = ProgramSearch.path(of: first) else { throw .noServerProgram(first) }
            program = path
            options = Self.withoutName(Array(words.dropFirst()))
        case .dummy:
            program = try Self.jackd()
            options =
                Self.options(settings) + ["-d", "dummy"] + Self.timing(settings)
                + Self.channels(settings, capture: "-C", playback: "-P")
        case .alsa(let device):
            program = try Self.jackd()
            options =
                Self.options(settings) + ["-d", "alsa", "-d", device] + Self.timing(settings)
                + Self.channels(settings, capture: "-i", playback: "-o")
        }
    }

    /// The whole command line for a server of that name. Where the system can do it, the server dies with us.
    func arguments(named name: String) -> [String] {
        let command = [program, "-n", name] + options
        guard let setpriv = ProgramSearch.path(of: "setpriv") else { return command }
        return [setpriv, "--pdeathsig", "TERM", "--"] + command
    }

    private static func jackd() throws(HostError) -> String {
        guard let path = ProgramSearch.path(of: "jackd") else { throw .noServerProgram("jackd") }
        return path
    }

    private static func options(_ settings: PrivateServer.Settings) -> [String] {
        let isRealtime = settings.isRealtime && RealtimePermission.isGranted
        return [isRealtime ? "--realtime" : "--no-realtime", "-p", "\(settings.portMaximum)"]
            + (settings.isSynchronous ? ["-S"] : [])
    }

    private static func timing(_ settings: PrivateServer.Settings) -> [String] {
        ["-r", "\(settings.rate.rawValue)", "-p", "\(settings.framesPerPeriod)"]
    }

    private static func channels(
        _ settings: PrivateServer.Settings, capture: String, playback: String
    ) -> [String] {
        (settings.captures.map { [capture, "\($0)"] } ?? [])
            + (settings.playbacks.map { [playback, "\($0)"] } ?? [])
    }

    /// Takes a name out, and the wish to end with the last client: the server is ours to name and to end. Only what
    /// stands before the driver is the server's; `-n` means something else behind it.
    static func withoutName(_ words: [String]) -> [String] {
        var kept: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "-n", "--name": _ = rest.popFirst()
            case "-T", "--temporary": break
            case "-d", "--driver": return kept + [word] + rest
            case _ where word.hasPrefix("--name="): break
            case _ where word.hasPrefix("--driver="): return kept + [word] + rest
            case _ where word.hasPrefix("--"): kept.append(word)
            case _ where word.hasPrefix("-n"): break
            case _ where word.hasPrefix("-d"): return kept + [word] + rest
            default: kept.append(word)
            }
        }
        return kept
    }
}

/// Finds programs as a shell does.
enum ProgramSearch {
    /// The program's path; nil when there is none that we may run.
    static func path(of program: String) -> String? {
        if program.utf8.contains(UInt8(ascii: "/")) { return isProgram(program) ? program : nil }
        let search =
            unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return search.split(separator: ":").map { "\($0)/\(program)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
