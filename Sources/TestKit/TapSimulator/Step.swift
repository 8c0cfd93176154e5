public import TapHost
public import TapRing

extension TapSimulator {
    /// One thing that a script lets happen. Steps are played in order; time passes only where a step says so.
    public enum Step: Sendable, Equatable {
        // MARK: Periods

        /// So many periods run. Of a server that is lost, stopped or hung, none does, and their time passes all the same.
        case periods(Int)
        /// One period whose callback takes so long. Whole periods that pass meanwhile move the frame time under the
        /// copy, which is torn: the second half of each plane is from later. All but the first of them are lost.
        case latePeriod(Duration)
        /// Periods run although the server is lost or the client inactive, as long as the client is not closed: what
        /// a host does whose threads end late.
        case stragglers(Int)
        /// From here on these channels have no buffer; none has one missing when the set is empty.
        case missingPlanes(Set<Int>)

        // MARK: Losses

        /// The server skips so many frames, and says so: an xrun notice, and a jump of the frame time.
        case xrun(FrameCount)
        /// The server skips so many frames, and says nothing: only the frame time jumps.
        case skip(FrameCount)
        /// The device loses so much time: an xrun notice, but the frame time does not show it.
        case deviceXrun(Duration)
        /// Another client was late: an xrun notice and no loss.
        case xrunNotice
        /// No period runs for so long; the frame time stands still.
        case silence(Duration)

        // MARK: The graph

        case addPort(PortDescription)
        /// Its connections go first.
        case removePort(PortName)
        /// Its connections stay.
        case renamePort(from: PortName, to: PortName)
        case connect(source: PortName, destination: PortName)
        case disconnect(source: PortName, destination: PortName)
        /// Breaks all connections of a port: whatever it fed gets zeros.
        case disconnectAll(PortName)
        /// Makes the connections again that ``disconnectAll(_:)`` broke, as far as both ports are still there.
        case reconnectAll(PortName)
        /// A source port's capture latency changes.
        case latency(PortName, LatencyRange)

        // MARK: The server

        /// The period becomes so many frames; any size from 1 to 8192.
        case framesPerPeriod(UInt32, notice: NoticeTime = .before)
        case rate(SampleRate)
        /// While it is on, periods run faster than realtime, and physical ports give silence.
        case freewheel(Bool)
        /// The frame time of the next period; later ones count from there.
        case frameTime(FrameTime)
        /// The server goes away: from here on no period runs, and calls fail.
        case shutdown(reason: String)
        /// What JACK still sends after a shutdown: the ports and their connections go, one notice each.
        case lateNotices
        /// A server that went away is there again; the client must be opened anew.
        case restart
        /// The server stops like a stopped process: no period, and control calls do not return.
        case hang
        /// A hung server goes on; calls that waited return.
        case unhang
        /// Any other notice.
        case notice(HostEvent.Kind)
    }

    /// When the notice of a new period size comes.
    public enum NoticeTime: Sendable, Equatable {
        /// Before the first period of that size.
        case before
        /// After the first period of that size.
        case after
    }
}
