internal import TakeFiles
internal import TapRing

/// The figures above the meters: phase, time, ring, losses, disk.
struct StatusHeader {
    private let scene: MeterScene
    private let style: MeterStyle

    init(_ scene: MeterScene, style: MeterStyle) {
        self.scene = scene
        self.style = style
    }

    /// The figures in lines that fit the terminal, most important first.
    func lines() -> [String] { InkedText.flow(items, style: style) }

    private var items: [InkedText] {
        let status = scene.status
        var items = [phase, InkedText(time, ink: .bold)]
        items.append(
            InkedText(
                "ring \(Figures.percent(status.ringPercent)) (max \(Figures.percent(status.highWaterPercent)))",
                ink: status.ringPercent > 75 ? .alarm : status.ringPercent > 40 ? .yellow : .plain))
        items.append(
            InkedText("lost \(status.lostFrames.rawValue)", ink: status.lostFrames > .zero ? .alarm : .plain))
        if status.suspectFrames > .zero {
            items.append(InkedText("suspect \(status.suspectFrames.rawValue)", ink: .yellow))
        }
        items.append(InkedText("xruns \(status.xruns)", ink: status.xruns > 0 ? .yellow : .plain))
        if let seconds = status.secondsLeft {
            items.append(
                InkedText("disk \(Figures.roughTime(seconds))", ink: seconds < 600 ? .alarm : .plain))
        } else if let bytes = status.freeBytes {
            items.append(InkedText("disk \(Figures.bytes(bytes))"))
        }
        if status.phase == .draining || status.phase == .finishing, status.undrainedBytes > 0 {
            items.append(InkedText("to write \(Figures.bytes(Int64(status.undrainedBytes)))", ink: .yellow))
        }
        return items
    }

    private var phase: InkedText {
        let dot = style.isUnicode ? "●" : "*"
        return switch scene.status.phase {
        case .armed: InkedText("\(dot) armed", ink: .yellow)
        case .recording: InkedText("\(dot) recording", ink: .red)
        case .stalled: InkedText("\(dot) STALLED", ink: .alarm)
        case .held: InkedText("\(dot) held", ink: .yellow)
        case .draining: InkedText("\(dot) writing", ink: .yellow)
        case .finishing: InkedText("\(dot) finishing", ink: .yellow)
        case .finished: InkedText("\(dot) finished", ink: .green)
        }
    }

    private var time: String {
        let now = scene.status.frames.clockText(at: scene.status.rate)
        guard let length = scene.length else { return now }
        return "\(now) of \(length.clockText(at: scene.status.rate))"
    }
}
