import SwiftSyntax

extension Rule {
    static let signaturesHoldNoCType = Rule(
        description: "no C type stands in a public signature, and no C module is imported publicly",
        bad: [
            Example("public func open(_ client: jack_client_t) {}"),
            Example("public struct X { public var time: timespec }"),
            Example("public func f() -> UnsafePointer<tap_period> { g() }"),
            Example("public init(_ file: OpaquePointer) {}"),
            Example("public typealias Entry = tap_entry"),
            Example("public enum E { case failed(jack_status_t) }"),
            Example("public protocol P { func f(_ x: sf_count_t) }"),
            Example("public extension X { func f() -> SF_INFO { g() } }"),
            Example("public let status: CInt = 0"),
            Example("public import CJACK"),
        ],
        good: [
            Example("func open(_ client: jack_client_t) {}"),
            Example("package static var function: tap_entry { entry }"),
            Example("public func f() { let x: timespec = g() }"),
            Example("public struct X { private let handle: UnsafeMutablePointer<sem_t> }"),
            Example("public struct X { var inner: jack_port_t }"),
            Example("public var context: UnsafeMutableRawPointer { box }"),
            Example("public func f(_ x: some Sequence<UInt32>) async throws -> [Float] { [] }"),
            Example("package import CTapPeriod"),
            Example("@safe public struct X { public init(_ f: @escaping () -> Void) {} }"),
        ],
        applies: Place.isSource
    ) { file in
        let imports = file.all(ImportDeclSyntax.self).filter { declaration in
            declaration.has(.public) && isCModule(declaration.path.first?.name.text ?? "")
        }
        return imports.map { file.breach(at: $0, "a C module is imported publicly") }
            + file.all(IdentifierTypeSyntax.self).compactMap { type in
                guard type.parent?.is(AttributeSyntax.self) != true, isCType(type.name.text),
                    isInPublicSignature(type)
                else { return nil }
                return file.breach(at: type, "\(type.name.text) is C's, and the signature is public")
            }
    }

    private static func isCModule(_ name: String) -> Bool {
        let second = name.dropFirst().first
        return name.hasPrefix("C") && second?.isUppercase == true
    }

    /// Swift's types begin with a capital letter, C's in this house do not; the rest are the known ones.
    private static func isCType(_ name: String) -> Bool {
        let known: Set = [
            "OpaquePointer", "CInt", "CUnsignedInt", "CLong", "CUnsignedLong", "CChar", "CVarArg",
        ]
        return known.contains(name) || name.hasPrefix("SF_") || name.hasPrefix("SNDFILE")
            || name.hasPrefix("Jack") && name != "JackTap" && !name.hasPrefix("JackTap")
            || name.first?.isLowercase == true
    }

    /// Whether a type stands in a declaration that is public all the way out, and not in a body or an initial value.
    private static func isInPublicSignature(_ type: IdentifierTypeSyntax) -> Bool {
        var declaresPublic = false
        for around in type.surroundings {
            if around.is(CodeBlockSyntax.self) || around.is(AccessorBlockSyntax.self)
                || around.is(InitializerClauseSyntax.self) || around.is(ClosureExprSyntax.self)
            {
                return false
            }
            if around.is(EnumCaseDeclSyntax.self) { continue }  // as public as its enum
            guard let declaration = around.asProtocol((any WithModifiersSyntax).self),
                around.isProtocol((any DeclSyntaxProtocol).self)
            else { continue }
            let isPublic = declaration.has(.public) || declaration.has(.open)
            if declaresPublic || around.is(ProtocolDeclSyntax.self) || around.is(EnumDeclSyntax.self)
                || around.is(ExtensionDeclSyntax.self)
            {
                // A type around a public member, or one that its members are as public as.
                return isPublic || (declaresPublic && around.is(ExtensionDeclSyntax.self))
            }
            // A requirement of a protocol, or a member of a public extension, says nothing itself.
            let saysNothing = ![Keyword.private, .fileprivate, .internal, .package].contains {
                declaration.has($0)
            }
            if isPublic {
                declaresPublic = true
            } else if saysNothing, isInPublicContainer(around) {
                return true
            } else {
                return false
            }
        }
        return declaresPublic
    }

    private static func isInPublicContainer(_ node: Syntax) -> Bool {
        for around in node.surroundings {
            if let container = around.as(ProtocolDeclSyntax.self) { return container.has(.public) }
            if let container = around.as(ExtensionDeclSyntax.self) { return container.has(.public) }
            if around.isProtocol((any DeclGroupSyntax).self) || around.is(CodeBlockSyntax.self) {
                return false
            }
        }
        return false
    }
}
