internal import CSndfile
internal import Synchronization
internal import TapRing

/// An open sound file of libsndfile's. The library is called here and nowhere else.
/// - Thread: one thread at a time.
@safe
struct SoundHandle: ~Copyable {
    // SAFETY: owned by this value alone, from a successful open to the one close.
    private let handle: OpaquePointer

    /// What a sound file says of itself.
    struct Facts: Equatable {
        var frames: Int64 = 0
        var rate: Int32 = 0
        var channels: Int32 = 0
        var format: Int32 = 0
    }

    struct Failure: Error {
        var number: Int32
        var reason: String
    }

    /// libsndfile keeps the error of a failed open in globals.
    private static let opening = Mutex(())

    private init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe sf_close(handle) }

    /// Opens a file for writing.
    /// - Parameter descriptor: becomes libsndfile's, which closes it in any case.
    static func writing(_ descriptor: Int32, _ format: SoundFormat) throws(Failure) -> SoundHandle {
        var info = SF_INFO()
        info.samplerate = Int32(clamping: format.rate.rawValue)
        info.channels = Int32(clamping: format.channels)
        info.format = format.code
        let opened = unsafe open(&info) { info in
            unsafe sf_open_fd(descriptor, Int32(SFM_WRITE), &info, Int32(SF_TRUE))
        }
        let handle = try unsafe SoundHandle(opened.get())
        // RF64 has no PEAK chunk, and none may be asked away: in libsndfile 1.2.0 that adds one, with a time stamp in it,
        // and the header no longer fits in front of the samples when the file outgrows 4 GiB.
        if format.container == .wav {
            _ = unsafe sf_command(handle.handle, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
        }
        return handle
    }

    /// Opens the file at `path` for reading.
    /// - Parameter facts: what it says of itself, afterwards.
    static func reading(_ path: String, _ facts: inout Facts) throws(Failure) -> SoundHandle {
        var info = SF_INFO()
        let opened = unsafe open(&info) { info in unsafe sf_open(path, Int32(SFM_READ), &info) }
        let handle = try unsafe SoundHandle(opened.get())
        facts = Facts(
            frames: info.frames, rate: info.samplerate, channels: info.channels, format: info.format)
        return handle
    }

    /// Opens the file at `path`, reads what it says of itself, and closes it.
    static func facts(ofFileAt path: String) throws(Failure) -> Facts {
        var facts = Facts()
        try reading(path, &facts).close()
        return facts
    }

    private static func open(
        _ info: inout SF_INFO, _ body: (inout SF_INFO) -> OpaquePointer?
    ) -> Result<OpaquePointer, Failure> {
        let before = info
        let (opened, after): (Result<OpaquePointer, Failure>, SF_INFO) = unsafe opening.withLock { _ in
            var info = before
            if let handle = unsafe body(&info) { return unsafe (.success(handle), info) }
            let reason = unsafe String(cString: sf_strerror(nil))
            return unsafe (.failure(Failure(number: sf_error(nil), reason: reason)), info)
        }
        info = after
        return unsafe opened
    }

    /// Writes whole frames in one piece.
    /// - Returns: bytes accepted. It is a success only when that is all of them and ``failure`` is nil.
    mutating func write(_ bytes: RawSpan) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            Int(unsafe sf_write_raw(handle, bytes.baseAddress, sf_count_t(bytes.count)))
        }
    }

    /// Reads whole frames, interleaved, from where the last read ended.
    /// - Returns: frames read; fewer than fit at the end of the file only.
    mutating func read(_ frames: Int, into samples: inout [Float]) -> Int {
        unsafe samples.withUnsafeMutableBufferPointer { samples in
            Int(unsafe sf_readf_float(handle, samples.baseAddress, sf_count_t(frames)))
        }
    }

    /// Writes the header for what the file holds now.
    mutating func updateHeader() { _ = unsafe sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0) }

    /// What went wrong in the last call. The library forgets it with the next one.
    var failure: Failure? {
        let number = unsafe sf_error(handle)
        return number == 0
            ? nil : Failure(number: number, reason: unsafe String(cString: sf_strerror(handle)))
    }

    /// Writes the final header and closes the file. The library says nothing of what went wrong in it.
    consuming func close() {
        unsafe sf_close(handle)
        discard self
    }
}

/// What kind of sound file to make.
struct SoundFormat: Sendable, Equatable {
    var container: Container
    var encoding: SampleEncoding
    var channels: Int
    var rate: SampleRate

    /// Bytes of one frame.
    var frameBytes: Int { channels * encoding.sampleBytes }

    /// libsndfile's number for it. A plain WAV begins as RF64 that downgrades itself, so that it may outgrow 4 GiB.
    var code: Int32 { Int32(SF_FORMAT_RF64) | subtype }

    /// Whether a file that says `code` of itself is of this kind.
    func matches(_ code: Int32) -> Bool {
        let type = code & Int32(SF_FORMAT_TYPEMASK)
        let types =
            container == .wav ? [SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64] : [SF_FORMAT_RF64]
        return types.contains { Int32($0) == type } && code & Int32(SF_FORMAT_SUBMASK) == subtype
    }

    private var subtype: Int32 {
        switch encoding {
        case .float32: Int32(SF_FORMAT_FLOAT)
        case .float64: Int32(SF_FORMAT_DOUBLE)
        case .pcm16: Int32(SF_FORMAT_PCM_16)
        case .pcm24: Int32(SF_FORMAT_PCM_24)
        case .pcm32: Int32(SF_FORMAT_PCM_32)
        }
    }
}
