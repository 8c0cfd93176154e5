package import JackTap
package import TakeFiles

/// The live status for scripts: one JSON object a line, with stable keys.
package enum StatusJSON {
    /// A look at the take.
    package static func line(_ status: TakeStatus) -> String {
        JSONValue.object([
            "type": "status",
            "phase": .string(status.phase.rawValue),
            "frames": .integer(status.frames.rawValue),
            "seconds": .number(status.rate.rawValue > 0 ? status.frames.seconds(at: status.rate) : 0),
            "rate": .integer(status.rate.rawValue),
            "peaks": .array(status.peaks.map { .float($0) }),
            "clipped": .array(status.clippedSamples.map { .integer($0) }),
            "ring": .object([
                "percent": .number(status.ringPercent), "highWaterPercent": .number(status.highWaterPercent),
            ]),
            "lostFrames": .integer(status.lostFrames.rawValue),
            "suspectFrames": .integer(status.suspectFrames.rawValue),
            "xruns": .integer(status.xruns),
            "disk": .object([
                "freeBytes": status.freeBytes.map { .integer($0) } ?? .null,
                "secondsLeft": status.secondsLeft.map { .number($0) } ?? .null,
            ]),
            "undrainedBytes": .integer(status.undrainedBytes),
        ]).line + "\n"
    }

    /// Something that happened.
    package static func line(_ event: SessionEvent) -> String {
        JSONValue.object([
            "type": "event", "kind": .string(event.kind.rawValue), "text": .string(event.text),
        ]).line + "\n"
    }

    /// The end: the whole report.
    package static func line(_ report: TakeReport) -> String {
        JSONValue.object(["type": "report", "report": report.jsonValue]).line + "\n"
    }

    /// The end without a report.
    package static func line(error text: String, exit: Int32) -> String {
        JSONValue.object(["type": "error", "exit": .integer(exit), "text": .string(text)]).line + "\n"
    }
}
