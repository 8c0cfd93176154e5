/// A file name with fields: `strftime`'s, and `{port} {take} {part} {host}`. `{{` and `}}` stand for braces.
struct NameTemplate: Sendable, Equatable {
    enum Field: String, CaseIterable {
        case port, take, part, host
    }

    private enum Piece: Equatable {
        case text(String)
        case field(Field)
    }

    private var pieces: [Piece] = []
    /// From the last dot of the last component on; empty when there is none. It contains no field.
    private let suffix: String

    /// - Parameter time: fills the `strftime` fields.
    /// - Throws: `badName` for an unknown field or an unpaired brace.
    init(_ template: String, at time: WallTime) throws(TakeError) {
        suffix = Self.suffix(of: template)
        var rest = template.dropLast(suffix.count)
        var text = ""
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                text.append(character)
            case "{":
                guard let close = rest.firstIndex(of: "}") else { throw Self.unpaired("{", template) }
                let name = String(rest[..<close])
                guard let field = Field(rawValue: name) else { throw Self.unknown(name, template) }
                pieces.append(.text(time.formatted(text)))
                pieces.append(.field(field))
                text = ""
                rest = rest[rest.index(after: close)...]
            case "}":
                throw Self.unpaired("}", template)
            default:
                text.append(character)
            }
        }
        pieces.append(.text(time.formatted(text)))
    }

    func contains(_ field: Field) -> Bool { pieces.contains(.field(field)) }

    /// The name with every field filled in.
    /// - Parameter beforeSuffix: goes between the name and its suffix.
    func filled(beforeSuffix: String = "", _ value: (Field) -> String) -> String {
        let stem = pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .field(let field): value(field)
            }
        }
        return stem.joined() + beforeSuffix + suffix
    }

    /// The last component's suffix with its dot; empty when there is none. A leading dot begins no suffix.
    static func suffix(of name: String) -> Substring {
        let component = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
        guard let dot = component.lastIndex(of: "."), dot != component.startIndex else { return "" }
        let suffix = component[dot...]
        return suffix.contains("}") ? "" : suffix
    }

    private static func suffix(of name: String) -> String { String(suffix(of: name) as Substring) }

    private static func unknown(_ name: String, _ template: String) -> TakeError {
        let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return TakeError(
            .badName, path: template,
            "unknown field {\(name)} in \"\(template)\"; use \(known), or {{ for a brace")
    }

    private static func unpaired(_ brace: String, _ template: String) -> TakeError {
        TakeError(
            .badName, path: template,
            "\"\(brace)\" stands alone in \"\(template)\"; write \(brace)\(brace) for a brace")
    }
}
