import CSndfile
import Glibc
import TapRing
import Testing

@testable import TakeFiles

@Suite("A sound file")
struct SoundFileTests {
    private func format(
        _ container: Container = .wav, _ encoding: SampleEncoding = .float32, channels: Int = 2
    ) -> SoundFormat {
        SoundFormat(container: container, encoding: encoding, channels: channels, rate: SampleRate(48_000))
    }

    private func open(
        _ folder: Folder, _ name: String = "a.wav", _ format: SoundFormat? = nil, mayOverwrite: Bool = false
    ) throws(TakeError) -> SoundFile {
        try SoundFile(folder.path(name), format ?? self.format(), mayOverwrite: mayOverwrite)
    }

    /// The frames that a file of this name shows to a reader now, from a copy as a crash would leave it.
    private func framesOnDisk(_ folder: Folder, _ name: String = "a.wav.part") throws -> Int {
        try SoundReading(try folder.write("copy.wav", try folder.read(name))).frames
    }

    @Test("opens from the first moment, and shows what the last header update covers")
    func opensAlways() throws {
        let folder = try Folder()
        var file = try open(folder)
        #expect(try framesOnDisk(folder) == 0)
        try file.write(bytes: [UInt8](repeating: 0, count: 8 * 1000))
        try file.updateHeader()
        #expect(try framesOnDisk(folder) == 1000)
        try file.write(bytes: [UInt8](repeating: 0, count: 8 * 500))
        #expect(try framesOnDisk(folder) >= 1000)
        try file.updateHeader()
        #expect(try framesOnDisk(folder) == 1500)
        file.discard()
    }

    @Test("has its partial name until it is published")
    func hasPartialName() throws {
        let folder = try Folder()
        let file = try open(folder)
        #expect(folder.names == ["a.wav.part"])
        let closed = try file.close()
        #expect(folder.names == ["a.wav.part"])
        try closed.publish()
        #expect(folder.names == ["a.wav"])
    }

    @Test("begins as plain WAV, or as RF64 where that is asked for")
    func beginsAsAsked() throws {
        let folder = try Folder()
        try open(folder, "a.wav").close().publish()
        try open(folder, "a.rf64", format(.rf64)).close().publish()
        #expect(try folder.read("a.wav").prefix(4) == [UInt8]("RIFF".utf8)[...])
        #expect(try folder.read("a.rf64").prefix(4) == [UInt8]("RF64".utf8)[...])
    }

    @Test("becomes RF64 by itself when it outgrows 4 GiB")
    func outgrowsWAV() throws {
        let folder = try Folder()
        var file = try open(folder)
        try file.write(bytes: [UInt8](repeating: 0, count: 8))
        try file.updateHeader()
        #expect(try folder.text("a.wav.part").hasPrefix("RIFF"))
        // A hole is as good as data for the header, and quicker.
        let frames = (5 << 30) / 8
        let status = unsafe truncate(folder.path("a.wav.part"), off_t(file.dataOffset) + off_t(frames * 8))
        #expect(status == 0)
        try file.updateHeader()
        let facts = try SoundHandle.facts(ofFileAt: folder.path("a.wav.part"))
        #expect(facts.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_RF64))
        #expect(facts.frames == frames)
        file.discard()
    }

    @Test("is the same bytes for the same samples, with no time in it", arguments: SampleEncoding.allCases)
    func isReproducible(encoding: SampleEncoding) throws {
        let folder = try Folder()
        for name in ["a.wav", "b.wav"] {
            var file = try open(folder, name, format(.wav, encoding))
            try file.write(bytes: [UInt8](repeating: 7, count: 240))
            try file.close().publish()
        }
        #expect(try folder.read("a.wav") == folder.read("b.wav"))
        #expect(try !folder.text("a.wav").contains("PEAK"))
    }

    @Test("verifies an odd number of bytes, which the container pads")
    func padsOddLength() throws {
        let folder = try Folder()
        var file = try open(folder, "a.wav", format(.wav, .pcm24, channels: 1))
        try file.write(bytes: [UInt8](repeating: 1, count: 3 * 333))
        try file.close().publish()
        #expect(try SoundReading(folder.path("a.wav")).frames == 333)
    }

    @Test("holds 1024 channels and refuses more, leaving nothing")
    func limitsChannels() throws {
        let folder = try Folder()
        try open(folder, "a.wav", format(channels: 1024)).discard()
        let error = #expect(throws: TakeError.self) {
            _ = try open(folder, "b.wav", format(channels: 1025))
        }
        #expect(error?.code == .formatRefused)
        #expect(folder.names == [])
    }

    @Test("that is cut shows no more than it was cut to, and grows from there on")
    func cuts() throws {
        let folder = try Folder()
        var file = try open(folder)
        try file.write(bytes: [UInt8](repeating: 1, count: 8 * 1000))
        try file.cut(to: FrameCount(400))
        #expect(file.frames == FrameCount(400))
        #expect(try framesOnDisk(folder) == 400)
        try file.close().publish()
        #expect(try SoundReading(folder.path("a.wav")).frames == 400)
    }

    // MARK: What exists already

    @Test(
        "never replaces a file, nor a partial one, and touches neither", arguments: ["a.wav", "a.wav.part"])
    func refusesExisting(name: String) throws {
        let folder = try Folder()
        try folder.write(name, [1, 2, 3])
        let error = #expect(throws: TakeError.self) { _ = try open(folder) }
        #expect(error?.code == .fileExists)
        #expect(folder.names == [name])
        #expect(try folder.read(name) == [1, 2, 3])
    }

    @Test("replaces a file where that is allowed, and only at the end")
    func overwrites() throws {
        let folder = try Folder()
        try folder.write("a.wav", [1, 2, 3])
        let file = try open(folder, mayOverwrite: true)
        #expect(try folder.read("a.wav") == [1, 2, 3])
        try file.close().publish()
        #expect(folder.names == ["a.wav"])
        #expect(try SoundReading(folder.path("a.wav")).frames == 0)
    }

    @Test("leaves what an interrupted take has left alone, even where replacing is allowed")
    func sparesPartial() throws {
        let folder = try Folder()
        try folder.write("a.wav.part", [1, 2, 3])
        let error = #expect(throws: TakeError.self) { _ = try open(folder, mayOverwrite: true) }
        #expect(error?.code == .fileExists)
        #expect(try folder.read("a.wav.part") == [1, 2, 3])
    }

    @Test("does not replace a file that appeared meanwhile, and keeps its own")
    func sparesNewcomer() throws {
        let folder = try Folder()
        let closed = try open(folder).close()
        try folder.write("a.wav", [9])
        let error = #expect(throws: TakeError.self) { try closed.publish() }
        #expect(error?.code == .renameFailed)
        #expect(error?.status == EEXIST)
        #expect(try folder.read("a.wav") == [9])
        #expect(try framesOnDisk(folder) == 0)
    }

    @Test("takes no directory and no link for a file", arguments: [true, false])
    func refusesOthers(mayOverwrite: Bool) throws {
        let folder = try Folder()
        unsafe symlink("/dev/null", folder.path("a.wav"))
        unsafe mkdir(folder.path("b.wav"), 0o700)
        for name in ["a.wav", "b.wav"] {
            let error = #expect(throws: TakeError.self) {
                _ = try open(folder, name, mayOverwrite: mayOverwrite)
            }
            #expect(error?.code == .badName)
        }
    }

    // MARK: Where it cannot be

    @Test("says which directory is missing")
    func namesMissingDirectory() throws {
        let folder = try Folder()
        let error = #expect(throws: TakeError.self) { _ = try open(folder, "no/where/a.wav") }
        #expect(error?.code == .noSuchDirectory)
        #expect(error?.description.contains("\"\(folder.path("no/where"))\"") == true)
    }

    @Test("says that a directory may not be written to")
    func namesReadOnlyDirectory() {
        let error = #expect(throws: TakeError.self) {
            _ = try SoundFile("/sys/kernel/a.wav", format(), mayOverwrite: false)
        }
        #expect(error?.code == .notWritable)
    }
}

@Suite("A sound file on a full disk")
struct FullDiskTests {
    /// Writes 64-frame blocks of a signal that counts up until it fails.
    private static func fill(_ file: inout SoundFile) -> TakeError? {
        var position: UInt32 = 0
        while position < 1 << 22 {
            let block = (0..<64 * 3).map { Float(position + UInt32($0)).bitPattern }
            position += 64 * 3
            do throws(TakeError) {
                try file.write(words: block)
            } catch {
                return error
            }
        }
        return nil
    }

    private static func check(_ path: String) throws {
        let reading = try SoundReading(path)
        for (index, sample) in reading.samples.enumerated() where sample != Float(index) {
            throw Problem("sample \(index) is \(sample)")
        }
    }

    private static let format = SoundFormat(
        container: .wav, encoding: .float32, channels: 3, rate: SampleRate(48_000))

    @Test(
        "is whole up to its last accepted frame, and verified",
        .enabled(if: geteuid() == 0, "a file system of its own needs the administrator"))
    func survivesFullDisk() throws {
        let folder = try Folder()
        let place = folder.path("disk")
        unsafe mkdir(place, 0o700)
        guard unsafe mount("tmpfs", place, "tmpfs", 0, "size=1m") == 0 else {
            throw Problem("mount: \(errno)")
        }
        defer { unsafe umount2(place, Int32(MNT_DETACH)) }
        var file = try SoundFile(place + "/a.wav", Self.format, mayOverwrite: false)
        let failure = Self.fill(&file)
        let error = try #require(failure)
        #expect(error.code == .writeFailed)
        #expect(error.status == ENOSPC)
        let frames = file.frames
        #expect(frames > FrameCount(50_000))
        #expect(Self.fill(&file) == error)
        try file.close().publish()
        #expect(try SoundReading(place + "/a.wav").frames == Int(frames.rawValue))
        try Self.check(place + "/a.wav")
    }

    @Test("stops at a file size limit in the middle of a frame, and is whole all the same")
    func survivesSizeLimit() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 300_001, rlim_max: 300_001)
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
                throw Problem("setrlimit")
            }
            let folder = try Folder()
            var file = try SoundFile(folder.path("a.wav"), FullDiskTests.format, mayOverwrite: false)
            guard let error = FullDiskTests.fill(&file), error.status == EFBIG else {
                throw Problem("no EFBIG")
            }
            let frames = file.frames
            let room = (300_001 - file.dataOffset) / 12
            try file.close().publish()
            guard try SoundReading(folder.path("a.wav")).frames == Int(frames.rawValue),
                frames.rawValue == room
            else { throw Problem("\(frames) of \(room)") }
            try FullDiskTests.check(folder.path("a.wav"))
        }
    }
}

extension SoundFile {
    fileprivate mutating func write(bytes: [UInt8]) throws(TakeError) {
        // SAFETY: plain bytes have no padding.
        try write(unsafe bytes.span.bytes)
    }

    fileprivate mutating func write(words: [UInt32]) throws(TakeError) {
        // SAFETY: plain words have no padding.
        try write(unsafe words.span.bytes)
    }
}
