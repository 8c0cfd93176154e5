internal import Glibc
package import TakeFiles
internal import TapRing

/// What the meters of a take remember from one status to the next. Its sense of time is the take's frames.
package struct LevelHistory: Sendable {
    /// One channel's meter.
    package struct Level: Sendable, Hashable {
        /// The level shown: it rises at once, and falls slowly enough for the eye.
        package var shown: Float = 0
        /// The highest level of the last two seconds.
        package var hold: Float = 0
        /// Whether a sample has ever been at or beyond full scale.
        package var isClipped = false
        fileprivate var holdFrames = FrameCount.zero

        package init(shown: Float = 0, hold: Float = 0, isClipped: Bool = false) {
            self.shown = shown
            self.hold = hold
            self.isClipped = isClipped
        }
    }

    private static let holdTime = 2.0
    private static let decibelsPerSecond = 24.0

    package private(set) var levels: [Level] = []
    private var frames = FrameCount.zero

    package init() {}

    /// Takes in the next status of the same take.
    package mutating func add(_ status: TakeStatus) {
        if levels.count != status.peaks.count {
            levels = Array(repeating: Level(), count: status.peaks.count)
        }
        let passed = max(0, (status.frames - frames).seconds(at: status.rate))
        let fall = Float(pow(10, -Self.decibelsPerSecond * passed / 20))
        frames = status.frames
        for (channel, peak) in status.peaks.enumerated() {
            let peak = peak > 0 ? peak : 0  // what is no number is no level
            levels[channel].shown = max(peak, levels[channel].shown * fall)
            let held = (frames - levels[channel].holdFrames).seconds(at: status.rate)
            if peak >= levels[channel].hold || held > Self.holdTime {
                levels[channel].hold = levels[channel].shown
                levels[channel].holdFrames = frames
            }
            if status.clippedSamples.indices.contains(channel), status.clippedSamples[channel] > 0 {
                levels[channel].isClipped = true
            }
        }
    }
}
