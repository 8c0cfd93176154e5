internal import Glibc

/// The names of a take's files.
struct TakeNaming: Sendable {
    private let template: NameTemplate
    private let isPerPort: Bool
    private let pieces: [String]
    private let host: String
    private var take = 1

    /// Fills in what is known before the first frame. It makes nothing.
    /// - Parameters:
    ///   - isTaken: whether a path exists; `{take}` becomes the lowest number that leads to no such path.
    /// - Throws: `badName`.
    init(_ plan: TakePlan, at time: WallTime, host: String, isTaken: (String) -> Bool) throws(TakeError) {
        guard !TakePath.name(of: plan.nameTemplate).isEmpty, !plan.nameTemplate.utf8.contains(0) else {
            throw TakeError(
                .badName, path: plan.nameTemplate,
                "\"\(plan.nameTemplate)\" is no file name; name a file, such as \"take.wav\"")
        }
        template = try NameTemplate(plan.nameTemplate, at: time)
        isPerPort = plan.isPerPort
        pieces = PortPieces.pieces(of: plan.portNames)
        self.host = PortPieces.safe(host)
        try chooseTake(plan, isTaken)
        for path in paths(part: 1) { try Self.check(path) }
    }

    /// The paths of one part's files, one a port or one in all.
    /// - Parameter part: counts from 1.
    func paths(part: Int) -> [String] {
        guard isPerPort else { return [path(part: part, port: joinedPiece)] }
        return pieces.map { path(part: part, port: $0) }
    }

    /// Where the report goes; nil for nowhere.
    func reportPath(_ place: TakePlan.ReportPlace) -> String? {
        switch place {
        case .none: return nil
        case .file(let path): return path
        case .beside:
            guard let first = paths(part: 1).first else { return nil }
            return first.dropLast(NameTemplate.suffix(of: first).count) + ".json"
        }
    }

    private mutating func chooseTake(_ plan: TakePlan, _ isTaken: (String) -> Bool) throws(TakeError) {
        guard template.contains(.take) else { return }
        while take <= 999 {
            var names = paths(part: 1)
            if plan.report == .beside { names += [reportPath(.beside)].compactMap { $0 } }
            if !names.contains(where: { isTaken($0) || isTaken(PartialFile.partialPath(of: $0)) }) { return }
            take += 1
        }
        throw TakeError(
            .badName, path: plan.nameTemplate,
            "all takes of \"\(plan.nameTemplate)\" from 001 to 999 exist; choose another name")
    }

    private func path(part: Int, port: String) -> String {
        var tail = isPerPort && !template.contains(.port) ? "-\(port)" : ""
        if part > 1, !template.contains(.part) { tail += "-\(Self.padded(part, to: 2))" }
        return template.filled(beforeSuffix: tail) { field in
            switch field {
            case .port: port
            case .take: Self.padded(take, to: 3)
            case .part: Self.padded(part, to: 2)
            case .host: host
            }
        }
    }

    /// `{port}` in the name of a file that holds several ports: the first, and how many more there are.
    private var joinedPiece: String {
        guard let first = pieces.first else { return "port" }
        return pieces.count == 1 ? first : "\(first)+\(pieces.count - 1)"
    }

    private static func check(_ path: String) throws(TakeError) {
        let longest = 255 - ".json.part".utf8.count
        guard TakePath.name(of: path).utf8.count <= longest else {
            throw TakeError(
                .badName, path: path, "the name \"\(path)\" is too long; use at most \(longest) bytes")
        }
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension TakeNaming {
    /// The names for a take that begins now, on this machine.
    init(_ plan: TakePlan) throws(TakeError) {
        try self.init(plan, at: .now, host: Self.hostName) { path in
            var facts = stat()
            return unsafe lstat(path, &facts) == 0
        }
    }

    private static var hostName: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, unsafe gethostname(start, 255) == 0 else { return "host" }
            unsafe buffer[255] = 0
            return unsafe String(cString: start)
        }
    }
}
