import TapRing

extension TakeReport {
    /// The report as JSON, keys in the order of their declaration, schema first.
    public var json: String { jsonValue.pretty }

    /// The report as a value.
    package var jsonValue: JSONValue {
        .object([
            "schema": .integer(schema),
            "jacktap": .string(jacktap),
            "startedAt": .string(startedAt),
            "stoppedBy": .string(stoppedBy),
            "exit": .integer(exit),
            "lossless": .bool(lossless),
            "server": server.jsonValue,
            "channels": .array(channels.map(\.jsonValue)),
            "files": .array(files.map(\.jsonValue)),
            "frames": .object([
                "expected": frames.expected.jsonValue,
                "recorded": frames.recorded.jsonValue,
                "silenceFilled": frames.silenceFilled.jsonValue,
            ]),
            "gaps": .array(gaps.map(\.jsonValue)),
            "suspect": .array(suspect.map(\.jsonValue)),
            "xruns": .object([
                "count": .integer(xruns.count), "positions": .array(xruns.positions.map(\.jsonValue)),
            ]),
            "ring": .object([
                "seconds": .number(ring.seconds),
                "bytes": .integer(ring.bytes),
                "highWaterPercent": .number(ring.highWaterPercent),
                "droppedFrames": ring.droppedFrames.jsonValue,
                "droppedPeriods": .integer(ring.droppedPeriods),
            ]),
            "callback": .object([
                "periods": .unsigned(callback.periods),
                "p50": .unsigned(callback.p50),
                "p99": .unsigned(callback.p99),
                "max": .unsigned(callback.max),
            ]),
            "events": .array(events.map(\.jsonValue)),
            "warnings": .array(warnings.map { .string($0) }),
        ])
    }
}

extension TakeReport.Server {
    fileprivate var jsonValue: JSONValue {
        .object([
            "name": .string(name), "version": .string(version), "rate": .integer(rate),
            "period": .integer(period), "realtime": .bool(realtime),
        ])
    }
}

extension TakeReport.Channel {
    fileprivate var jsonValue: JSONValue {
        .object([
            "port": .string(port), "captureLatency": .array(captureLatency.map { .integer($0) }),
            "clipped": .integer(clipped), "nonFinite": .integer(nonFinite), "peak": .float(peak),
        ])
    }
}

extension TakeReport.File {
    fileprivate var jsonValue: JSONValue {
        .object([
            "path": .string(path), "container": .string(container), "encoding": .string(encoding),
            "channels": .integer(channels), "rate": .integer(rate), "frames": frames.jsonValue,
            "bytes": .integer(bytes), "at": at.jsonValue,
        ])
    }
}

extension TakeReport.Gap {
    var jsonValue: JSONValue {
        .object([
            "at": at.jsonValue, "frames": frames.jsonValue, "cause": .string(cause), "exact": .bool(exact),
            "filled": .bool(filled),
        ])
    }
}

extension TakeReport.Suspect {
    var jsonValue: JSONValue { .object(["at": at.jsonValue, "frames": frames.jsonValue]) }
}

extension TakeReport.Event {
    var jsonValue: JSONValue {
        .object(["at": at.jsonValue, "kind": .string(kind), "detail": .string(detail)])
    }
}

extension FrameCount {
    /// The number alone.
    package var jsonValue: JSONValue { .integer(rawValue) }
}
