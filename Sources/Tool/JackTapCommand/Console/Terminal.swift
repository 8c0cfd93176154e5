internal import Glibc

/// What is known of a file descriptor that may be a terminal, and of the environment that describes it.
package struct Terminal: Sendable {
    /// The parts of the environment that matter to what is drawn.
    package struct Environment: Sendable {
        package var term: String?
        package var hasNoColor = false
        package var locale: String?

        package init(term: String? = nil, hasNoColor: Bool = false, locale: String? = nil) {
            self.term = term
            self.hasNoColor = hasNoColor
            self.locale = locale
        }

        /// That of this process. The locale is the first that is set of `LC_ALL`, `LC_CTYPE` and `LANG`.
        package static var ofProcess: Environment {
            Environment(
                term: variable("TERM"), hasNoColor: variable("NO_COLOR") != nil,
                locale: variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG"))
        }

        /// An environment variable that is set to something.
        package static func variable(_ name: String) -> String? {
            // SAFETY: nothing in this process changes the environment while it runs.
            guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
            return unsafe String(cString: value)
        }
    }

    package let descriptor: Int32
    package let environment: Environment

    package init(descriptor: Int32, environment: Environment = .ofProcess) {
        self.descriptor = descriptor
        self.environment = environment
    }

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether lines can be drawn over in place.
    package var canRedraw: Bool { isTerminal && environment.term != nil && environment.term != "dumb" }

    /// What can be drawn now; the size is asked for each time, so that a resized window just works.
    package var style: MeterStyle {
        let size = size
        let locale = (environment.locale ?? "").lowercased()
        return MeterStyle(
            columns: size.columns, rows: size.rows, isColored: canRedraw && !environment.hasNoColor,
            isUnicode: locale.contains("utf-8") || locale.contains("utf8"))
    }

    private var size: (columns: Int, rows: Int) {
        var size = winsize()
        let status = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        guard status == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
