import TapConcurrency
import TapRing

@testable import TakeFiles

/// A writer on a feed, with a folder for its files.
struct Bench {
    let folder: Folder
    let feed: Feed
    let clock: HandClock
    let writer: TakeWriter
    var plan: TakePlan

    init(
        channels: Int = 2, ringBytes: Int = 4 << 20, start: UInt32 = 0, countsNewPeriod: Bool = true,
        files: any TakeFileMaker = SoundFileMaker(), folder: Folder? = nil, name: String = "take.wav",
        _ change: (inout TakePlan) -> Void = { _ in }
    ) throws {
        let folder = try folder ?? Folder()
        let feed = try Feed(
            channels: channels, ringBytes: ringBytes, start: start, countsNewPeriod: countsNewPeriod)
        var plan = TakePlan(
            nameTemplate: folder.path(name), portNames: (0..<channels).map { "system:capture_\($0 + 1)" },
            rate: SampleRate(48_000), frameTimeCountsNewPeriod: countsNewPeriod, minimumFreeBytes: 1 << 20)
        change(&plan)
        let clock = HandClock { feed.now }
        self.folder = folder
        self.feed = feed
        self.clock = clock
        self.plan = plan
        writer = TakeWriter(
            plan: plan, consumer: feed.ring.takeConsumer(), counts: { feed.counts }, clock: clock,
            files: files)
    }

    static let server = TakeReport.Server(
        name: "test", version: "1.9.21", rate: 48_000, period: 256, realtime: false)

    func facts(_ end: TakeEnd = .stopped) -> TakeFacts {
        TakeFacts(
            end: end, jacktap: "test", server: Self.server, ringSeconds: 10, ringBytes: feed.ring.byteCount)
    }

    /// Ends the take.
    func finish(_ end: TakeEnd = .stopped) async -> TakeReport { await writer.finish(facts(end)) }

    /// What the take's file holds.
    func reading(_ name: String = "take.wav") throws -> SoundReading { try SoundReading(folder.path(name)) }
}

extension TakeReport {
    /// Gaps in short form: `"at+frames cause"`.
    var gapTexts: [String] {
        gaps.map { "\($0.at.rawValue)+\($0.frames.rawValue) \($0.cause)\($0.exact ? "" : " estimate")" }
    }

    /// Whether the take's balance is right: the parts hold what was recorded and filled, and with the absent frames
    /// that is what the server counted.
    var isBalanced: Bool {
        var parts: [FrameCount: FrameCount] = [:]
        for file in files { parts[file.at] = file.frames }
        let held = parts.values.reduce(FrameCount.zero, +)
        let exact = gaps.filter(\.exact)
        let filled = exact.filter(\.filled).reduce(FrameCount.zero) { $0 + $1.frames }
        let absent = exact.filter { !$0.filled }.reduce(FrameCount.zero) { $0 + $1.frames }
        return frames.recorded + frames.silenceFilled == held && frames.silenceFilled == filled
            && frames.expected == held + absent && files.allSatisfy { parts[$0.at] == $0.frames }
    }
}
