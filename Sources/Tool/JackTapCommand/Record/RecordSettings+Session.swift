package import JackTap
internal import TakeFiles
internal import TapHost

extension RecordSettings {
    /// The session that records what is asked for.
    /// - Throws: when the file name's suffix picks no container.
    package var session: SessionConfiguration {
        get throws(UsageError) {
            SessionConfiguration(
                sources: ports.isEmpty ? .whatYouHear : .patterns(ports), fileName: output,
                container: try container, encoding: encoding, isPerPort: isPerPort,
                mayOverwrite: mayOverwrite,
                length: length.map(\.takeLength), ring: ring ?? Self.defaultRing,
                ringLimitBytes: ring == nil ? Self.ringLimitBytes : nil, onGap: onGap, wait: wait,
                syncInterval: syncInterval, minimumFreeBytes: minimumFreeBytes,
                report: hasReport ? reportFile.map { .file($0) } ?? .beside : .none)
        }
    }

    /// What the file name's suffix picks.
    private var container: Container {
        get throws(UsageError) {
            do throws(TakeError) {
                return try Container(suffixOf: output)
            } catch {
                throw UsageError("--output: \(error.description)")
            }
        }
    }
}

extension TimeValue {
    /// The length of a take.
    package var takeLength: TakeLength {
        switch self {
        case .duration(let duration): .time(duration)
        case .frames(let frames): .frames(frames)
        }
    }
}
