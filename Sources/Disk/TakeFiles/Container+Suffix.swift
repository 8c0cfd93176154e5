extension Container {
    /// The suffixes of file names, and what each stands for.
    static let suffixes: [(suffix: String, container: Container)] = [("wav", .wav), ("rf64", .rf64)]

    /// The container that a file name's suffix picks: `.wav` or `.rf64`, in any case of letters.
    /// - Throws: `unknownSuffix`, with the known ones.
    public init(suffixOf name: String) throws(TakeError) {
        let suffix = NameTemplate.suffix(of: name).dropFirst().lowercased()
        guard let known = Self.suffixes.first(where: { $0.suffix == suffix }) else {
            let list = Self.suffixes.map { ".\($0.suffix)" }.joined(separator: ", ")
            let what =
                suffix.isEmpty ? "\"\(name)\" has no suffix" : "unknown suffix \".\(suffix)\" of \"\(name)\""
            throw TakeError(.unknownSuffix, path: name, "\(what); use one of \(list)")
        }
        self = known.container
    }
}
