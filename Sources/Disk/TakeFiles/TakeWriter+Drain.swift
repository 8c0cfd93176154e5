internal import Synchronization
internal import TapConcurrency
internal import TapRing

extension TakeWriter {
    /// Bytes of samples between two looks at cancellation and status: a few milliseconds of work.
    private static let stride = 1 << 20

    /// Moves what waits in the ring to the files.
    /// - Parameter isFinal: goes on to the end also in a cancelled task, unless it is hurried, and when the disk
    ///   failed counts what is lost.
    func drain(isFinal: Bool) {
        var work = 0
        while !isOver, isFinal || ending == nil {
            if isFinal { heedHurry() }
            if work >= Self.stride {
                // A disk that is slower than the stream never lets this end: what a tick does is done here as well.
                work = 0
                takeNotes()
                keepTrue(clock.now())
                publishProgress()
                if !isFinal, Task.isCancelled { return }
            }
            if silenceOwed > .zero {
                work += fillSilence()
            } else if nextStep < steps.count {
                nextStep += 1
                work += perform(steps[nextStep - 1])
            } else if !placeNextPeriod() {
                return
            }
        }
    }

    /// Places what the tap counted behind the last period of the ring, and ends the timeline.
    func drainTail(_ counts: TapCounts) {
        guard !isOver else { return }
        timeline.finish(counts, into: &steps)
        drain(isFinal: true)
    }

    // MARK: Placing

    private func placeNextPeriod() -> Bool {
        highWater = max(highWater, consumer.fillBytes)  // only a drain makes it less
        if isPlaced { releasePeriod() }
        steps.removeAll(keepingCapacity: true)
        nextStep = 0
        guard let header = consumer.nextHeader() else { return false }
        if startedAt.isEmpty { begin(header) }
        callbackTimes.add(header.callbackDuration)
        if header.isIncomplete {
            ledger.warn(
                "the server gave no buffer for a port: silence stands in its channel where frames are suspect"
            )
        }
        timeline.place(header, into: &steps)
        isPlaced = true
        return true
    }

    func releasePeriod() {
        consumer.withNextPeriod { _ in }
        isPlaced = false
    }

    private func begin(_ header: PeriodHeader) {
        let first = MonotonicTime(rawValue: header.monotonicBefore)
        let age = clock.now().nanoseconds(since: first)
        startedAt = WallTime(nanoseconds: WallTime.now.nanoseconds - age).text
        sidecar?.add(
            "started", [JSONValue.Member("at", 0), JSONValue.Member("startedAt", .string(startedAt))])
        firstPeriod.resolve(first)
        announce("recording", "the first period has come")
    }

    // MARK: Steps

    /// Performs one step of the timeline.
    /// - Returns: bytes of samples that it cost.
    private func perform(_ step: Timeline.Step) -> Int {
        switch step {
        case .audio(_, let frames):
            write(frames)
            return Int(frames.rawValue) * plan.portNames.count * 4
        case .gap(let at, let frames, let cause, let exact):
            meetGap(TakeReport.Gap(at: at, frames: frames, cause: cause.rawValue, exact: exact), cause)
        case .suspect(let at, let frames):
            guard lossCause == nil else { break }
            ledger.suspect(at: at, frames: frames)
            let suspect = TakeReport.Suspect(at: at, frames: frames)
            add("suspect", suspect.jsonValue)
            announce("suspect", "\(frames.rawValue) frames at frame \(at.rawValue) may be torn")
        case .held(let at, let frames):
            enter("held", "\(frames.rawValue) frames left out while the server was freewheeling", at: at)
        case .xrun(let at, let count):
            ledger.xrun(at: at, count: count)
            sidecar?.add(
                "xrun", [JSONValue.Member("at", at.jsonValue), JSONValue.Member("count", .integer(count))])
        case .rateChanged(let at, let from, let to):
            changeRate(at: at, from: from, to: to)
        case .clockJumped(let at, let by):
            enter("clock-jumped", "the server's frame clock jumped by \(by.rawValue) frames", at: at)
            ledger.doubt(
                "the server's frame clock jumped at frame \(at.rawValue): what was lost there is not known")
        case .end:
            isOver = true
            if ending == nil, let length = plan.length, timeline.position >= length { ending = .length }
        }
        return 0
    }

    private func write(_ frames: FrameCount) {
        if lossCause == nil, part == nil { openPart(at: ledger.expected) }
        let expected = ledger.expected
        if let lossCause {
            ledger.gap(at: expected, frames: frames, cause: lossCause, filled: false)
        } else {
            ledger.record(frames)
        }
        var failure: TakeError?
        consumer.withNextPeriod { period in
            let stride = Int(period.header.frames)
            period.withPlanes { planes in
                meters.look(at: planes, framesPerPlane: stride, frames: Int(frames.rawValue))
                guard lossCause == nil, let part else { return }
                do throws(TakeError) {
                    try part.append(planes, framesPerPlane: stride, frames: Int(frames.rawValue))
                } catch {
                    failure = error
                }
            }
        }
        isPlaced = false
        if let failure { failDisk(failure) }
    }

    private func meetGap(_ gap: TakeReport.Gap, _ cause: GapCause) {
        guard gap.exact else {
            ledger.estimate(at: gap.at, frames: gap.frames, cause: cause)
            add("gap", gap.jsonValue)
            announce("gap", "about " + Self.describe(gap))
            return
        }
        if lossCause == nil {
            switch plan.onGap {
            case .silence: if part == nil { openPart(at: gap.at) }
            case .split: closePart()
            case .stop: isOver = true
            }
        }
        let isFilled = lossCause == nil && plan.onGap == .silence
        ledger.gap(at: gap.at, frames: gap.frames, cause: cause, filled: isFilled)
        var entry = gap
        entry.filled = isFilled
        add("gap", entry.jsonValue)
        announce("gap", Self.describe(gap))
        if isFilled { silenceOwed = gap.frames }
        if isOver, ending == nil { ending = .gap }
    }

    private static func describe(_ gap: TakeReport.Gap) -> String {
        "\(gap.frames.rawValue) frames lost at frame \(gap.at.rawValue): \(gap.cause)"
    }

    private func add(_ kind: String, _ value: JSONValue) {
        if case .object(let members) = value { sidecar?.add(kind, members) }
    }

    private func fillSilence() -> Int {
        guard let part else {
            silenceOwed = .zero
            return 0
        }
        do throws(TakeError) {
            let frames = try part.appendSilence(atMost: silenceOwed)
            silenceOwed = silenceOwed - frames
            return Int(frames.rawValue) * part.frameBytes
        } catch {
            failDisk(error)
            return 0
        }
    }

    private func changeRate(at place: FrameCount, from: SampleRate, to: SampleRate) {
        partRate = to
        enter("rate-changed", "from \(from.rawValue) to \(to.rawValue) Hz", at: place)
        if place > .zero {
            ledger.warn(
                "the sample rate changed from \(from.rawValue) to \(to.rawValue) Hz at frame \(place.rawValue): "
                    + "a new file begins there")
        }
        closePart()
    }

    // MARK: Parts

    /// Opens the part whose first frame stands at `place`. Names that exist by now are passed over.
    private func openPart(at place: FrameCount) {
        guard let naming else { return }
        do throws(TakeError) {
            while true {
                let paths = naming.paths(part: partNumber)
                do throws(TakeError) {
                    part = try TakePart(
                        start: place, orders: orders(paths, rate: partRate),
                        rate: partRate, maker: maker)
                    break
                } catch  where error.code == .fileExists && partNumber < 9999 {
                    partNumber += 1
                }
            }
        } catch {
            failDisk(error)
        }
        publishPaths()
        if let path = part?.partialPaths.first { announce("part", "part \(partNumber) goes to \"\(path)\"") }
    }

    /// Makes the growing part whole. One without a frame goes, and leaves its name to the next.
    func closePart() {
        guard let part else { return }
        if lossCause != .unwritten {
            do throws(TakeError) {
                try part.flush()
            } catch {
                failDisk(error)
            }
        }
        self.part = nil
        if part.frames == .zero, !isOver {
            part.discard()
        } else {
            let outcome = part.finish()
            closedFiles += outcome.files
            closedFrames = closedFrames + part.frames
            partNumber += 1
            for error in outcome.errors {
                isUnverified = true
                ledger.warn(error.description)
            }
        }
        publishPaths()
    }

    // MARK: Losing

    /// The disk failed: nothing is written any more, and what does not stand in the files is lost.
    func failDisk(_ error: TakeError) {
        part?.settle()
        enter("disk-error", error.description)
        ledger.warn(error.description)
        stopWriting(.unwritten)
        ending = .diskFailed(error)
    }

    private func heedHurry() {
        guard lossCause == nil, shared.withLock({ $0.isHurried }) else { return }
        stopWriting(.undrained)
    }

    private func stopWriting(_ cause: GapCause) {
        guard lossCause == nil else { return }
        lossCause = cause
        silenceOwed = .zero
        if let part { ledger.takeBack(from: part.end, cause: cause) }
    }
}
