import SwiftSyntax

extension Rule {
    static let realtimeClaimsAreChecked = Rule(
        description:
            "what says that it is realtime-safe is checked by the compiler, and what is checked says so",
        bad: [
            Example(
                "/// Stores.\n/// - Realtime: safe.\nfunc store() {}", in: "Sources/Realtime/TapRing/X.swift"),
            Example(
                "/// Stores.\n/// - Realtime: safe.\n@_noLocks func store() {}",
                in: "Sources/Realtime/TapRing/X.swift"),
            Example(
                "/// Stores.\n@_noLocks @_noAllocation public func store() {}",
                in: "Sources/Realtime/TapRing/X.swift"),
            Example(
                "@_semantics(\"no_performance_analysis\") func f() {}", in: "Sources/Realtime/TapRing/X.swift"
            ),
            Example(
                "struct A {\n    /// Frames.\n    /// - Realtime: safe.\n    public var frames: Int { 1 }\n}",
                in: "Sources/Realtime/TapCallback/X.swift"),
        ],
        good: [
            Example(
                "/// Stores.\n/// - Realtime: safe.\n@_noLocks @_noAllocation\nfunc store() {}",
                in: "Sources/Realtime/TapRing/X.swift"),
            Example(
                "struct A {\n    /// Frames.\n    /// - Realtime: safe.\n    var frames: Int { @_noLocks "
                    + "@_noAllocation get { 1 } }\n}",
                in: "Sources/Realtime/TapCallback/X.swift"),
            Example(
                "/// Builds.\n/// - Realtime: the closure is safe.\nfunc make() {}",
                in: "Sources/Realtime/TapCallback/X.swift"),
            Example(
                "@_noLocks @_noAllocation private func store() {}", in: "Sources/Realtime/TapRing/X.swift"),
        ],
        applies: Place.isRealtime
    ) { file in
        let attributes = file.all(AttributeSyntax.self).filter {
            $0.trimmedDescription.contains("no_performance_analysis")
        }
        var breaches = attributes.map { file.breach(at: $0, "the compiler's check is switched off") }
        for declaration in file.all(DeclSyntax.self) {
            guard
                declaration.is(FunctionDeclSyntax.self) || declaration.is(InitializerDeclSyntax.self)
                    || declaration.is(VariableDeclSyntax.self),
                let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)
            else { continue }
            let claims = declaration.leadingTrivia.comments.contains("- Realtime: safe.")
            // A getter carries the attributes itself.
            let accessors = declaration.as(VariableDeclSyntax.self)?.all(AccessorDeclSyntax.self) ?? []
            let names =
                (declaration.asProtocol((any WithAttributesSyntax).self)?.attributeNames ?? [])
                + accessors.flatMap(\.attributeNames)
            let isChecked = names.contains("_noLocks") && names.contains("_noAllocation")
            let isPrivate = modifiers.has(.private) || modifiers.has(.fileprivate)
            if claims && !isChecked {
                breaches.append(file.breach(at: declaration, "claims to be realtime-safe, unchecked"))
            } else if isChecked && !claims && (modifiers.has(.public) || modifiers.has(.package))
                && !isPrivate
            {
                breaches.append(file.breach(at: declaration, "is realtime-safe, and does not say so"))
            }
        }
        return breaches
    }

    static let orderingsHaveAReason = Rule(
        description: "every atomic ordering has its reason on its line",
        bad: [
            Example("func f() { x.store(1, ordering: .releasing) }", in: "Sources/Realtime/TapRing/X.swift"),
            Example(
                "func f() {\n    // a reason elsewhere\n    g()\n    _ = x.load(ordering: .acquiring)\n}",
                in: "Sources/Realtime/TapCallback/X.swift"),
        ],
        good: [
            Example(
                "func f() { x.store(1, ordering: .releasing) }  // publishes the samples",
                in: "Sources/Realtime/TapRing/X.swift"),
            Example(
                "func f() {\n    // nobody else stores it\n    _ = x.load(ordering: .relaxed)\n}",
                in: "Sources/Realtime/TapRing/X.swift"),
            Example("func f() { sort(ordering: .ascending) }", in: "Sources/Realtime/TapRing/X.swift"),
        ],
        applies: Place.isRealtime
    ) { file in
        let orderings: Set = [
            ".relaxed", ".acquiring", ".releasing", ".acquiringAndReleasing", ".sequentiallyConsistent",
        ]
        let arguments = file.all(LabeledExprSyntax.self).filter { argument in
            argument.label?.text.hasSuffix("rdering") == true
                && orderings.contains(argument.expression.trimmedDescription)
        }
        return arguments.compactMap { argument in
            let line = file.line(of: argument)
            let above = file.text(ofLine: line - 1).drop { $0 == " " }
            if file.text(ofLine: line).contains("//") || above.hasPrefix("//") { return nil }
            return file.breach(at: argument, "an ordering without a reason")
        }
    }
}
