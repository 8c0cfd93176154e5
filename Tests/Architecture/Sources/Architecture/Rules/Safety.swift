import SwiftSyntax

extension Rule {
    static let unsafeClaimsHaveAReason = Rule(
        description: "@unchecked Sendable and nonisolated(unsafe) say why they are true, at the place",
        bad: [
            Example("final class A: @unchecked Sendable { let x = 1 }"),
            Example("/// A box.\nstruct A: ~Copyable, @unchecked Sendable {\n    let x: Int\n}"),
            Example("nonisolated(unsafe) var x = 1"),
            Example("extension A: @unchecked Sendable {}"),
            Example("// SAFETY: of something else.\nlet y = 1\n\nnonisolated(unsafe) let x = z"),
        ],
        good: [
            Example("// SAFETY: only read.\nfinal class A: @unchecked Sendable {}"),
            Example("struct A: @unchecked Sendable {\n    // SAFETY: only read.\n    let x: P\n}"),
            Example("nonisolated(unsafe) let x = y  // SAFETY: only read."),
            Example("extension A: @unchecked Sendable {}  // SAFETY: as A."),
            Example("struct A: Sendable {}"),
        ],
        applies: { Place.isSource($0) || Place.isTest($0) }
    ) { file in
        let unchecked = file.all(InheritedTypeSyntax.self).filter { type in
            type.type.as(AttributedTypeSyntax.self)?.attributeNames.contains("unchecked") == true
        }
        let nonisolated = file.all(DeclModifierSyntax.self).filter { modifier in
            modifier.name.tokenKind == .keyword(.nonisolated) && modifier.detail?.detail.text == "unsafe"
        }
        return unchecked.filter { !hasReason($0, in: file) }
            .map { file.breach(at: $0, "@unchecked without a // SAFETY: reason") }
            + nonisolated.filter { !hasReason($0, in: file) }
            .map { file.breach(at: $0, "nonisolated(unsafe) without a // SAFETY: reason") }
    }

    /// The reason stands above the declaration, on the line itself, or first in the body.
    private static func hasReason(_ node: some SyntaxProtocol, in file: SourceFile) -> Bool {
        if file.text(ofLine: file.line(of: node)).contains("// SAFETY:") { return true }
        guard
            let declaration = node.surroundings.first(where: { $0.isProtocol((any DeclSyntaxProtocol).self) })
        else { return false }
        if declaration.leadingTrivia.comments.contains("SAFETY:") { return true }
        guard let members = declaration.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members.first
        else { return false }
        return members.leadingTrivia.comments.contains("SAFETY:")
    }

    static let nothingTraps = Rule(
        description:
            "nothing in what ships traps on a value that the world decides: no try!, as!, forced unwrap",
        bad: [
            Example("let x = try! f()"), Example("let x = y as! Int"), Example("let x = y!"),
            Example("f(y![0])"), Example("var x: Int!"),
            Example("unowned(unsafe) let x: A"), Example("fatalError(\"not yet\")"),
        ],
        good: [
            Example("let x = !y"), Example("let x = y != z"), Example("let x = try? f()"),
            Example("let x = y as? Int"), Example("precondition(x > 0, \"no frames\")"),
        ],
        applies: Place.isSource
    ) { file in
        let tries = file.all(TryExprSyntax.self).filter {
            $0.questionOrExclamationMark?.tokenKind == .exclamationMark
        }
        let casts = file.all(UnresolvedAsExprSyntax.self).filter {
            $0.questionOrExclamationMark?.tokenKind == .exclamationMark
        }
        let optionals = file.all(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        let unowned = file.all(DeclModifierSyntax.self).filter {
            $0.name.tokenKind == .keyword(.unowned) && $0.detail != nil
        }
        let fatal = file.all(FunctionCallExprSyntax.self).filter { $0.callee == "fatalError" }
        return tries.map { file.breach(at: $0, "try!") } + casts.map { file.breach(at: $0, "as!") }
            + file.all(ForceUnwrapExprSyntax.self).map { file.breach(at: $0, "forced unwrap") }
            + optionals.map { file.breach(at: $0, "implicitly unwrapped optional") }
            + unowned.map { file.breach(at: $0, "unowned(unsafe)") }
            + fatal.map {
                file.breach(at: $0, "fatalError: precondition for a broken caller, throw for the world")
            }
    }

    static let noGlobalState = Rule(
        description: "no global or static variable, no singleton",
        bad: [
            Example("var count = 0"), Example("struct A { static var count = 0 }"),
            Example("final class A { static let shared = A() }"), Example("nonisolated(unsafe) var x = 1"),
        ],
        good: [
            Example("let limit = 3"), Example("struct A { static let limit = 3 }"),
            Example("struct A { static var zero: A { A() } }"), Example("var now: Int { clock() }"),
            Example("func f() { var count = 0 }"), Example("struct A { var count = 0 }"),
            Example("var settings = 1", in: "Sources/Tool/JackTapCommand/main.swift"),
        ],
        applies: { Place.isSource($0) && !$0.path.hasSuffix("/main.swift") }
    ) { file in
        let variables = file.all(VariableDeclSyntax.self).filter { variable in
            let isStatic = variable.has(.static) || variable.has(.class)
            let isGlobal = variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
            guard isStatic || isGlobal else { return false }
            let isStored = variable.bindings.contains { $0.accessorBlock == nil }
            let isSingleton = variable.bindings.contains { $0.pattern.trimmedDescription == "shared" }
            return variable.bindingSpecifier.tokenKind == .keyword(.var) && isStored || isSingleton
        }
        return variables.map { file.breach(at: $0, "global state: hand it in instead") }
    }
}
