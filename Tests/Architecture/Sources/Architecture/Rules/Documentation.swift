import SwiftSyntax

extension Rule {
    static let declarationsAreExplained = Rule(
        description: "every type and function at the top of a file is explained, when it is not private",
        bad: [
            Example("struct A {}"), Example("public final class A {}"), Example("let limit = 3"),
            Example("// not a document\nfunc f() {}"), Example("#if os(Linux)\nenum A {}\n#endif"),
        ],
        good: [
            Example("/// A.\nstruct A { let x: Int }"), Example("private struct A {}"),
            Example("/// F.\n@discardableResult\nfunc f() -> Int { func g() {}; return 1 }"),
            Example("extension A {}"), Example("import Synchronization"),
            Example("let command = 1", in: "Sources/Tool/JackTapCommand/main.swift"),
        ],
        applies: { Place.isSource($0) && !$0.path.hasSuffix("/main.swift") }
    ) { file in
        file.all(DeclSyntax.self).filter { declaration in
            isNamed(declaration) && !isPrivate(declaration) && isAtTheTop(declaration)
                && !declaration.leadingTrivia.pieces.contains(where: isDocumentation)
        }.map { file.breach(at: $0, "not explained: what is it for?") }
    }

    private static func isNamed(_ declaration: DeclSyntax) -> Bool {
        declaration.isProtocol((any NamedDeclSyntax).self) || declaration.is(VariableDeclSyntax.self)
    }

    private static func isPrivate(_ declaration: DeclSyntax) -> Bool {
        guard let modifiers = declaration.asProtocol((any WithModifiersSyntax).self) else { return false }
        return modifiers.has(.private) || modifiers.has(.fileprivate)
    }

    private static func isAtTheTop(_ declaration: DeclSyntax) -> Bool {
        !declaration.surroundings.contains {
            $0.is(MemberBlockSyntax.self) || $0.is(CodeBlockSyntax.self) || $0.is(ClosureExprSyntax.self)
                || $0.is(AccessorBlockSyntax.self)
        }
    }

    private static func isDocumentation(_ piece: TriviaPiece) -> Bool {
        switch piece {
        case .docLineComment, .docBlockComment: true
        default: false
        }
    }
}
