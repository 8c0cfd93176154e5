import JackTapCommand
import TakeFiles
import TapRing
import Testing

@Suite("The meters")
struct MeterTests {
    /// A take with channels from full scale down to silence, the second one clipped.
    private static func scene(
        channels: Int, named: Bool = true, change: (inout TakeStatus) -> Void = { _ in }
    ) -> MeterScene {
        var status = TakeStatus(
            phase: .recording, frames: FrameCount(48_000 * 3723 + 6000), rate: SampleRate(48_000), peaks: [],
            clippedSamples: [], ringPercent: 3, highWaterPercent: 12, lostFrames: .zero, suspectFrames: .zero,
            xruns: 0, freeBytes: 1 << 40, secondsLeft: 45_000, undrainedBytes: 0)
        change(&status)
        let shown: [Float] = [1, 0.25, 0.0316228, 0.001, 0]
        let levels = (0..<channels).map { channel in
            LevelHistory.Level(
                shown: shown[channel % 5], hold: shown[max(channel % 5 - 1, 0)], isClipped: channel == 1)
        }
        let names = named ? (0..<channels).map { "system:capture_\($0 + 1)" } : []
        return MeterScene(status: status, levels: levels, names: names)
    }

    private func draw(_ scene: MeterScene, _ columns: Int, _ rows: Int, isUnicode: Bool = false) -> [String] {
        MeterRenderer.lines(
            for: scene,
            style: MeterStyle(columns: columns, rows: rows, isColored: false, isUnicode: isUnicode)
        ).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    }

    @Test("show one channel on a narrow terminal")
    func oneNarrow() {
        #expect(
            draw(Self.scene(channels: 1), 40, 24) == [
                "* recording  01:02:03.125",
                "ring 3% (max 12%)  lost 0  xruns 0",
                "disk 12h 30m",
                "1 [###########################]    0.0",
            ])
    }

    @Test("show names, bars, levels, hold and clip mark on 80 columns")
    func twoNormal() {
        #expect(
            draw(Self.scene(channels: 3), 80, 24) == [
                "* recording  01:02:03.125  ring 3% (max 12%)  lost 0  xruns 0  disk 12h 30m",
                "1 system:capture_1 [#######################################]    0.0    0.0",
                "2 system:capture_2 [###############################-      |]  -12.0    0.0 CLIP",
                "3 system:capture_3 [###################=           |       ]  -30.0  -12.0",
            ])
    }

    @Test("use finer steps where there is Unicode")
    func unicode() {
        #expect(
            draw(Self.scene(channels: 3, named: false), 60, 24, isUnicode: true).suffix(3) == [
                "1 ▕███████████████████████████████████████████▏    0.0",
                "2 ▕██████████████████████████████████▍       │▏  -12.0 CLIP",
                "3 ▕█████████████████████▌            │        ▏  -30.0",
            ])
    }

    @Test("grow with a wide terminal")
    func wide() {
        let lines = draw(Self.scene(channels: 2), 200, 50)
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("1 system:capture_1 [#####"))
        #expect(lines[1].count == 199 - 5)
    }

    @Test("stand in columns when there are more channels than rows")
    func columns() {
        let lines = draw(Self.scene(channels: 64), 80, 24)
        #expect(lines.count == 23)
        #expect(lines[1] == " 1 [############]    0.0   23 [######   |  ]  -30.0   45 [|           ]   -inf")
        #expect(lines[2] == " 2 [#########= |]  -12.0!  24 [      |     ]  -60.0   46 [############]    0.0")
    }

    @Test("shrink to one character a channel when there are very many")
    func blocks() {
        let lines = draw(Self.scene(channels: 512), 80, 24)
        #expect(lines[1] == "  1 9750.975 0.9750.9 750.9750 .9750.97 50.9750. 9750.975 0.9750.9 750.9750")
        #expect(lines[8].hasPrefix("449 "))
        #expect(lines[9] == "512 channels  loudest 1 at 0.0 dBFS  clipped 2")
        let unicode = draw(Self.scene(channels: 512), 80, 24, isUnicode: true)
        #expect(unicode[1].hasPrefix("  1 █▇▅  █▇▅"))
    }

    @Test("are summed up when there is room for nothing else")
    func summary() {
        #expect(
            draw(Self.scene(channels: 512), 40, 10).suffix(2)
                == ["512 channels  loudest 1 at 0.0 dBFS", "clipped 2"])
    }

    @Test(
        "fit every terminal",
        arguments: [1, 2, 7, 64, 512, 1024],
        [(1, 1), (5, 2), (20, 3), (40, 10), (80, 24), (81, 25), (132, 43), (200, 60), (500, 200)])
    func fit(channels: Int, size: (columns: Int, rows: Int)) {
        for isUnicode in [true, false] {
            let lines = MeterRenderer.lines(
                for: Self.scene(channels: channels),
                style: MeterStyle(
                    columns: size.columns, rows: size.rows, isColored: false, isUnicode: isUnicode))
            #expect(lines.count <= max(1, size.rows - 1))
            for line in lines { #expect(DisplayText.columns(of: line) < max(2, size.columns), "\(line)") }
            if !isUnicode { #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }) }
        }
    }

    @Test("show every channel on a terminal of the usual size", arguments: [1, 2, 21, 22, 23, 64, 100])
    func completeness(channels: Int) {
        let text = draw(Self.scene(channels: channels), 80, 24).joined(separator: "\n")
        let numbers = Set(text.split { !$0.isNumber }.compactMap { Int($0) })
        #expect(numbers.isSuperset(of: Set(1...channels)))
    }

    @Test("are coloured only where colours are wanted, and then take no more columns")
    func colours() {
        let scene = Self.scene(channels: 3) { $0.lostFrames = FrameCount(5) }
        let plain = MeterRenderer.lines(
            for: scene, style: MeterStyle(columns: 80, rows: 24, isColored: false))
        let coloured = MeterRenderer.lines(
            for: scene, style: MeterStyle(columns: 80, rows: 24, isColored: true))
        #expect(!plain.joined().contains("\u{1B}"))
        #expect(coloured[0].contains("\u{1B}[1;31mlost 5\u{1B}[0m"))
        let stripped = coloured.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }
        #expect(stripped == plain)
    }

    @Test("show what a person must know at once: losses, a stall, the end of the disk, what waits")
    func alarms() {
        let stalled = Self.scene(channels: 1) { status in
            status.phase = .stalled
            status.suspectFrames = FrameCount(256)
            status.xruns = 7
            status.secondsLeft = nil
            status.freeBytes = 3 << 30
        }
        #expect(
            draw(stalled, 100, 24)[0]
                == "* STALLED  01:02:03.125  ring 3% (max 12%)  lost 0  suspect 256  xruns 7  disk 3.0 GiB")
        let draining = Self.scene(channels: 1) { status in
            status.phase = .draining
            status.undrainedBytes = 5 << 20
        }
        #expect(draw(draining, 100, 24)[0].hasSuffix("disk 12h 30m  to write 5.0 MiB"))
    }

    @Test("show the time that the take is to have")
    func length() {
        var scene = Self.scene(channels: 1)
        scene.length = FrameCount(48_000 * 7200)
        #expect(draw(scene, 100, 24)[0].hasPrefix("* recording  01:02:03.125 of 02:00:00.000"))
    }

    @Test("keep the lines straight beside names of any script")
    func names() {
        var scene = Self.scene(channels: 4)
        scene.names = ["ピアノ:左", "e\u{301}t\u{E9}", "a\u{202E}b", String(repeating: "long", count: 30) + "_1"]
        let lines = MeterRenderer.lines(for: scene, style: MeterStyle(columns: 100, rows: 24))
        let bars = lines.dropFirst().map { line in
            line.range(of: "▕").map { DisplayText.columns(of: String(line[..<$0.lowerBound])) }
        }
        #expect(Set(bars) == [bars[0]])
        #expect(lines.joined().contains("a?b"))
        #expect(lines.joined().contains("…"))
        #expect(lines.joined().contains("_1 ▕"))
    }
}

extension String {
    fileprivate func range(of part: Character) -> Range<String.Index>? {
        firstIndex(of: part).map { $0..<index(after: $0) }
    }
}

@Suite("The memory of the meters")
struct LevelHistoryTests {
    private func status(at seconds: Double, _ peaks: [Float], clipped: [Int]? = nil) -> TakeStatus {
        TakeStatus(
            phase: .recording, frames: FrameCount(Int64(seconds * 48_000)), rate: SampleRate(48_000),
            peaks: peaks,
            clippedSamples: clipped ?? peaks.map { _ in 0 }, ringPercent: 0, highWaterPercent: 0,
            lostFrames: .zero, suspectFrames: .zero, xruns: 0, freeBytes: nil, secondsLeft: nil,
            undrainedBytes: 0)
    }

    @Test("rises at once, and falls by 24 dB in a second")
    func ballistics() {
        var history = LevelHistory()
        history.add(status(at: 0, [0.1]))
        history.add(status(at: 0.1, [0.5]))
        #expect(history.levels[0].shown == 0.5)
        history.add(status(at: 1.1, [0]))
        #expect(abs(Figures.decibelLevel(history.levels[0].shown) - (Figures.decibelLevel(0.5) - 24)) < 0.01)
    }

    @Test("holds the highest level for two seconds")
    func hold() {
        var history = LevelHistory()
        history.add(status(at: 0, [0.5]))
        history.add(status(at: 1.9, [0.1]))
        #expect(history.levels[0].hold == 0.5)
        history.add(status(at: 2.1, [0.1]))
        #expect(history.levels[0].hold == history.levels[0].shown)
    }

    @Test("never forgets a clipped channel")
    func clip() {
        var history = LevelHistory()
        history.add(status(at: 0, [1, 0.5], clipped: [1, 0]))
        history.add(status(at: 60, [0, 0], clipped: [1, 0]))
        #expect(history.levels.map(\.isClipped) == [true, false])
    }

    @Test("takes what is no number for silence")
    func noNumber() {
        var history = LevelHistory()
        history.add(status(at: 0, [.nan, -1]))
        #expect(history.levels.map(\.shown) == [0, 0])
    }
}

@Suite("Figures")
struct FigureTests {
    @Test(
        "of level are decibels of full scale with one place",
        arguments: [
            (1, "0.0"), (0.999, "0.0"), (0.5, "-6.0"), (1.15, "+1.2"), (0, "-inf"), (1e-9, "-inf"),
            (0.00001, "-100.0"),
            (.infinity, "+inf"), (.nan, "-inf"), (1.0001, "0.0"), (1.009, "+0.1"),
        ] as [(Float, String)])
    func decibels(amplitude: Float, expected: String) { #expect(Figures.decibels(amplitude) == expected) }

    @Test(
        "of time are rough",
        arguments: [
            (0, "0s"), (59.9, "59s"), (61, "1m 1s"), (3600, "1h 0m"), (45_000, "12h 30m"), (270_000, "3d 3h"),
            (.infinity, "years"), (-5, "0s"),
        ] as [(Double, String)])
    func roughTimes(seconds: Double, expected: String) { #expect(Figures.roughTime(seconds) == expected) }

    @Test(
        "of size have a unit",
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (5 << 20, "5.0 MiB"), (1 << 50, "1024.0 TiB"),
        ]
            as [(Int64, String)])
    func sizes(count: Int64, expected: String) { #expect(Figures.bytes(count) == expected) }

    @Test(
        "of duration have a unit",
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1500, "1.5 µs"), (3_200_000, "3.2 ms"), (2_000_000_000, "2.0 s"),
        ]
            as [(UInt64, String)])
    func durations(count: UInt64, expected: String) { #expect(Figures.nanoseconds(count) == expected) }

    @Test(
        "of share never call something nothing",
        arguments: [(0, "0%"), (0.2, "<1%"), (3.4, "3%"), (100, "100%"), (250, "100%"), (-1, "0%")]
            as [(Double, String)])
    func percentages(value: Double, expected: String) { #expect(Figures.percent(value) == expected) }

    @Test("of count have the right number")
    func counts() {
        #expect(Figures.count(1, "frame") == "1 frame")
        #expect(Figures.count(0, "frame") == "0 frames")
    }
}
