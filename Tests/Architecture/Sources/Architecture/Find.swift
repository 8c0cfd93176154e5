import SwiftSyntax

extension SyntaxProtocol {
    /// Every node of a kind inside this one.
    func all<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] {
        var found: [Node] = []
        var waiting: [Syntax] = [Syntax(self)]
        while let next = waiting.popLast() {
            if let node = next.as(kind) { found.append(node) }
            waiting.append(contentsOf: next.children(viewMode: .sourceAccurate).reversed())
        }
        return found
    }

    /// The nodes around this one, from the inside out.
    var surroundings: some Sequence<Syntax> { sequence(first: Syntax(self), next: \.parent).dropFirst() }
}

extension FunctionCallExprSyntax {
    /// What is called, as it is written, without generic arguments.
    var callee: String {
        calledExpression.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription
            ?? calledExpression.trimmedDescription
    }

    /// Closure literals among the arguments.
    var closures: [ClosureExprSyntax] {
        arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
            + [trailingClosure].compactMap(\.self) + additionalTrailingClosures.map(\.closure)
    }
}

extension Trivia {
    /// The comments in it, joined.
    var comments: String {
        pieces.compactMap { piece in
            switch piece {
            case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
                .docBlockComment(let text):
                text
            default: nil
            }
        }.joined(separator: "\n")
    }
}

extension WithAttributesSyntax {
    /// The names of the attributes.
    var attributeNames: [String] {
        attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
    }
}

extension WithModifiersSyntax {
    /// Whether it is declared with a modifier.
    func has(_ modifier: Keyword) -> Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(modifier) && $0.detail == nil }
    }
}
