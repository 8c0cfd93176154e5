public import TapRing

/// A look at a take that is rolling. Figures only; the next one may differ in all of them.
public struct TakeStatus: Sendable, Equatable {
    public enum Phase: String, Sendable, Codable {
        /// Files are made, the first period has not come.
        case armed
        case recording
        /// No period comes any more; the take goes on by itself when one does.
        case stalled
        /// The server is freewheeling; its periods are left out.
        case held
        /// The tap is removed; what the ring holds goes to disk.
        case draining
        /// The files are synced, closed and checked.
        case finishing
        case finished
    }

    public var phase: Phase
    /// Frames of the take so far, silence included.
    public var frames: FrameCount
    public var rate: SampleRate
    /// The largest absolute sample of each channel since the last status.
    public var peaks: [Float]
    /// Samples at or beyond full scale, so far, in each channel.
    public var clippedSamples: [Int]
    /// Part of the ring that is filled now, and the largest part so far.
    public var ringPercent: Double
    public var highWaterPercent: Double
    /// Frames missing from the take so far.
    public var lostFrames: FrameCount
    public var suspectFrames: FrameCount
    public var xruns: Int
    /// Bytes free on the disk, and how long they last; nil when unknown.
    public var freeBytes: Int64?
    public var secondsLeft: Double?
    /// Bytes that still wait in the ring.
    public var undrainedBytes: Int

    public init(
        phase: Phase, frames: FrameCount, rate: SampleRate, peaks: [Float], clippedSamples: [Int],
        ringPercent: Double, highWaterPercent: Double, lostFrames: FrameCount, suspectFrames: FrameCount,
        xruns: Int, freeBytes: Int64?, secondsLeft: Double?, undrainedBytes: Int
    ) {
        self.phase = phase
        self.frames = frames
        self.rate = rate
        self.peaks = peaks
        self.clippedSamples = clippedSamples
        self.ringPercent = ringPercent
        self.highWaterPercent = highWaterPercent
        self.lostFrames = lostFrames
        self.suspectFrames = suspectFrames
        self.xruns = xruns
        self.freeBytes = freeBytes
        self.secondsLeft = secondsLeft
        self.undrainedBytes = undrainedBytes
    }
}
