internal import CJACK
internal import CTapShim
internal import TapCallback
internal import TapHost
internal import TapRing

/// A client that is open in libjack. Dropping the value closes it, and that is the only way to close it: whatever
/// libjack's threads can reach is freed behind that.
/// - Thread: only the control thread; most calls may block for ever on a hung server.
@safe
struct OpenClient: ~Copyable {
    // SAFETY: the pointer is valid from here to the end of deinit; the value is never copied.
    private let pointer: OpaquePointer
    let server: ServerName
    /// The name that the server gave us: ours, or ours with a suffix.
    let name: [UInt8]
    /// What the client counts. It goes after the client, as the taps do.
    let figures: ClientFigures
    /// Every tap that the process thread was ever given. It owns the callbacks, so it goes after the client: a stored
    /// property is destroyed when the body of deinit is over.
    private var taps: [InstalledTap] = []

    init(named name: String, on server: ServerName) throws(HostError) {
        let figures = try ClientFigures()
        var messages = MessageReader()
        var opening = unsafe tap_opening()
        let pointer: OpaquePointer? = unsafe server.withCString { server in
            unsafe name.withCString { name in unsafe tap_client_open(name, server, figures.pointer, &opening)
            }
        }
        guard let pointer = unsafe pointer else {
            throw unsafe HostError.opening(name, on: server, opening, said: messages.rest())
        }
        unsafe self.pointer = pointer
        self.server = server
        self.figures = figures
        unsafe self.name = JACKBytes.copy(jack_get_client_name(tap_client_jack(pointer)))
    }

    deinit {
        // jack_client_close may hang with its server, and then this thread hangs here: the taps stay alive, because a
        // callback may still reach them. They are leaked on purpose, until the server goes on or ends.
        unsafe _ = tap_client_close(pointer)
    }

    /// libjack's client, for control calls.
    var jack: OpaquePointer { unsafe tap_client_jack(pointer) }

    /// Whether the server has told us that it is gone.
    var isLost: Bool { figures.isServerLost }

    var displayName: String { PortName.printable(name) }

    /// Tells the process thread what to run from the next activation on.
    mutating func install(_ tap: InstalledTap, inputs: [InputPort]) throws(HostError) {
        let ports: [OpaquePointer?] = unsafe inputs.map { unsafe $0.port }
        let isInstalled = unsafe ports.withUnsafeBufferPointer { buffer in
            // SAFETY: C copies the list.
            unsafe tap_client_install(
                pointer, buffer.baseAddress, UInt32(buffer.count), CallbackEntry.function, tap.entry.context)
        }
        guard isInstalled else { throw .outOfMemory("\(inputs.count) channels") }
        taps.append(tap)
    }

    func describe() -> ServerDescription {
        unsafe ServerDescription(
            name: server.display, version: String(cString: tap_library_version()),
            rate: SampleRate(jack_get_sample_rate(jack)), framesPerPeriod: jack_get_buffer_size(jack),
            isRealtime: jack_is_realtime(jack) != 0, clientName: displayName,
            frameTimeRule: tap_library_is_pipewire() ? .countsOldPeriod : .countsNewPeriod)
    }

    /// How the process thread is scheduled; nil before its first period. Only while the client is active.
    var scheduling: ThreadScheduling? {
        var policy: Int32 = 0
        var priority: Int32 = 0
        guard unsafe tap_client_scheduling(pointer, &policy, &priority) else { return nil }
        return ThreadScheduling(policy: policy, priority: priority)
    }

    /// The oldest notice that was not taken yet.
    func nextNotice(into text: UnsafeMutablePointer<CChar>) -> tap_notice? {
        var notice = tap_notice()
        return unsafe tap_client_next_notice(pointer, &notice, text) ? notice : nil
    }
}
