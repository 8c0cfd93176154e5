import JackTap
import TestSupport
import Testing

@testable import TakeFiles

/// What a recorded file of the simulator's signal must hold: sample of channel `c` at position `p` of the take is the
/// pattern's for frame time `first + p`, and silence in every gap.
struct PatternFile {
    /// Frame time of the take's first frame.
    var first: UInt32 = 0
    /// Sources of the channels: the number of the source in the server's list; nil is silence.
    var sources: [Int?]
    /// Where a channel has nothing: positions of the take.
    var silences: [(channel: Int, frames: Range<Int64>)] = []

    static func sample(_ source: Int, at frameTime: UInt32) -> Float {
        let value = (frameTime &+ UInt32(source) &* 16_384) & 0xFF_FFFF
        return Float(value) / 8_388_608 - 1
    }

    /// Compares every sample of every channel of one file with what it must be.
    func expect(
        _ path: String, _ report: TakeReport, at start: FrameCount = .zero, skipped: Int64 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var reader = try SoundFileReader(path)
        #expect(reader.channels == sources.count, sourceLocation: sourceLocation)
        let gaps = report.gaps.filter { $0.exact && $0.filled }.map { ranges($0.at, $0.frames) }
        let suspects = report.suspect.map { ranges($0.at, $0.frames) }
        var wrong: [String] = []
        var position = start.rawValue
        while let count = try reader.withNextBlock(
            atMost: FrameCount(4096),
            { block -> Int64 in
                let frames = block.count / sources.count
                for frame in 0..<frames where wrong.count < 5 {
                    let place = position + Int64(frame)
                    if suspects.contains(where: { $0.contains(place) }) { continue }
                    let isGap = gaps.contains { $0.contains(place) }
                    for (channel, source) in sources.enumerated() {
                        let found = block[frame * sources.count + channel]
                        let isSilent =
                            isGap || silences.contains { $0.channel == channel && $0.frames.contains(place) }
                        let time = first &+ UInt32(truncatingIfNeeded: place + skipped)
                        let wanted = isSilent ? 0 : source.map { Self.sample($0, at: time) } ?? 0
                        if found != wanted {
                            wrong.append("frame \(place), channel \(channel): \(found), not \(wanted)")
                        }
                    }
                }
                return Int64(frames)
            })
        { position += count }
        #expect(wrong.isEmpty, "\(wrong)", sourceLocation: sourceLocation)
    }

    private func ranges(_ at: FrameCount, _ frames: FrameCount) -> Range<Int64> {
        at.rawValue..<(at + frames).rawValue
    }
}
