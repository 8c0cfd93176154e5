import SwiftParser
public import SwiftSyntax

/// One file of the repository, parsed when it is Swift.
public struct SourceFile: Sendable {
    /// Where it stands, from the repository's root.
    public let path: String
    /// Its lines.
    public let lines: [Substring]
    /// Its syntax, when it is Swift.
    public let syntax: SourceFileSyntax?
    private let nodes: [Syntax]
    private let converter: SourceLocationConverter?

    /// Parses `text` when `path` says that it is Swift.
    public init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        syntax = path.hasSuffix(".swift") ? Parser.parse(source: text) : nil
        nodes = syntax?.all(Syntax.self) ?? []
        converter = syntax.map { SourceLocationConverter(fileName: path, tree: $0) }
    }

    /// Every node of a kind; none when the file is not Swift.
    func all<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] { nodes.compactMap { $0.as(kind) } }

    /// The line a node begins at, from 1.
    public func line(of node: some SyntaxProtocol) -> Int {
        converter?.location(for: node.positionAfterSkippingLeadingTrivia).line ?? 0
    }

    /// The text of a line, counted from 1.
    public func text(ofLine number: Int) -> Substring {
        lines.indices.contains(number - 1) ? lines[number - 1] : ""
    }

    /// A breach at a node.
    public func breach(at node: some SyntaxProtocol, _ reason: String) -> Breach {
        Breach(path: path, line: line(of: node), reason: reason)
    }

    /// Whether it stands in `folder`, or below.
    public func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }
}

/// A place that breaks a rule.
public struct Breach: Equatable, CustomStringConvertible, Sendable {
    /// The file, from the repository's root.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// What is wrong there.
    public let reason: String

    /// As compilers write it, so that editors find the place.
    public var description: String { "\(path):\(line): \(reason)" }
}
