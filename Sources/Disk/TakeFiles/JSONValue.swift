/// A JSON value whose objects keep the order of their keys.
///
/// Written by hand for that order: a report is read by people, schema first, and `JSONEncoder` either shuffles keys or
/// sorts them. Reading is `JSONDecoder`'s business.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    /// What is infinite or no number becomes null, which is all that JSON has for it.
    case number(Double)
    /// Keeps to the shortest digits that give the same float.
    case float(Float)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package var key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member($0.key, $0.value) })
    }

    package static func integer(_ value: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: value)) }

    // MARK: Text

    /// The value on one line.
    package var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value over several lines, for people; what holds only plain values stays on one.
    package var pretty: String {
        var text = ""
        write(to: &text, indent: 0)
        return text + "\n"
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .unsigned(let value): text += String(value)
        case .number(let value): text += value.isFinite ? value.description : "null"
        case .float(let value): text += value.isFinite ? value.description : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            let indent = isPlain && indent != 0 ? nil : indent
            Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
                Self.write(member.key, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between brackets: (String, String), to text: inout String, indent: Int?,
        _ element: (Element, inout String, Int?) -> Void
    ) {
        text += brackets.0
        let deeper = indent.map { $0 + 2 }
        for (index, item) in elements.enumerated() {
            if index > 0 { text += "," }
            if let deeper { text += "\n" + String(repeating: " ", count: deeper) }
            element(item, &text, deeper)
        }
        if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
        text += brackets.1
    }

    /// Whether nothing in it holds further values.
    private var isPlain: Bool {
        switch self {
        case .object(let members): members.allSatisfy { $0.value.isScalar }
        default: isScalar
        }
    }

    private var isScalar: Bool {
        switch self {
        case .array(let values): values.count <= 2 && values.allSatisfy(\.isScalar)
        case .object: false
        default: true
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
