import Glibc

/// What the figures were taken on; without it they mean nothing.
enum Machine {
    /// One line.
    static var description: String {
        let processor =
            lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.drop(while: { $0 == " " }) } ?? "unknown processor"
        let kernel = lines(of: "/proc/sys/kernel/osrelease").first ?? "unknown kernel"
        let clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
        return
            "\(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, Linux \(kernel), "
            + "clock \(lines(of: clock).first ?? "unknown")"
    }

    private static func lines(of path: String) -> [Substring] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&text, 1, text.count, file)
        return String(decoding: text[..<count], as: UTF8.self).split(separator: "\n")
    }
}
