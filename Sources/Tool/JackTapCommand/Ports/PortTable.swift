package import TakeFiles
package import TapHost

/// A list of ports, for people and for scripts.
package enum PortTable {
    private static let headings = ["PORT", "TYPE", "DIRECTION", "PHYSICAL", "LATENCY", "CONNECTIONS"]

    /// An aligned table, a line a port.
    package static func text(_ ports: [PortDescription]) -> String {
        let rows = [headings] + ports.map(row)
        let widths = headings.indices.map { column in
            rows.map { DisplayText.columns(of: $0[column]) }.max() ?? 0
        }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - DisplayText.columns(of: cell))
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func row(_ port: PortDescription) -> [String] {
        let latency = port.captureLatency
        return [
            port.name.display, typeName(port), port.direction.rawValue, port.isPhysical ? "yes" : "no",
            latency.min == latency.max ? "\(latency.min)" : "\(latency.min)-\(latency.max)",
            port.connections.isEmpty ? "-" : port.connections.map(\.display).joined(separator: ", "),
        ]
    }

    /// A JSON array, an object a port. A name that is not UTF-8 stands as it is printed, and as its bytes.
    package static func json(_ ports: [PortDescription]) -> JSONValue { .array(ports.map(object)) }

    private static func object(_ port: PortDescription) -> JSONValue {
        var members = [JSONValue.Member("name", .string(name(port.name)))]
        if String(validating: port.name.bytes, as: UTF8.self) == nil {
            members.append(.init("nameBytes", .array(port.name.bytes.map { .integer($0) })))
        }
        members += [
            .init("type", .string(typeName(port))),
            .init("direction", .string(port.direction.rawValue)),
            .init("physical", .bool(port.isPhysical)),
            .init("captureLatency", range(port.captureLatency)),
            .init("playbackLatency", range(port.playbackLatency)),
            .init("connections", .array(port.connections.map { .string(name($0)) })),
            .init("aliases", .array(port.aliases.map { .string(name($0)) })),
        ]
        return .object(members)
    }

    private static func name(_ name: PortName) -> String {
        String(validating: name.bytes, as: UTF8.self) ?? name.display
    }

    private static func typeName(_ port: PortDescription) -> String {
        switch port.type {
        case PortDescription.audioType: "audio"
        case "8 bit raw midi": "midi"
        default: PortName(port.type).display
        }
    }

    private static func range(_ range: LatencyRange) -> JSONValue {
        .array([.integer(range.min), .integer(range.max)])
    }
}
