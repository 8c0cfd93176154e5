import TapRing
import Testing

@testable import TakeFiles

@Suite("Preparing a take")
struct PrepareTests {
    @Test("makes partial files and nothing else")
    func makesPartialFiles() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        #expect(bench.folder.names == ["take.json.part", "take.wav.part"])
        #expect(
            bench.writer.partialPaths.sorted()
                == ["take.json.part", "take.wav.part"].map { bench.folder.path($0) })
        await bench.writer.discard()
    }

    @Test(
        "refuses what exists, and leaves nothing of its own",
        arguments: ["take.wav", "take.wav.part", "take.json", "take.json.part"])
    func refusesExisting(name: String) async throws {
        let bench = try Bench()
        try bench.folder.write(name, [1, 2, 3])
        let error = await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
        #expect(error?.code == .fileExists)
        #expect(error?.path == bench.folder.path(name))
        #expect(bench.folder.names == [name])
        #expect(try bench.folder.read(name) == [1, 2, 3])
    }

    @Test("replaces take and report where that is allowed")
    func overwrites() async throws {
        let bench = try Bench { $0.mayOverwrite = true }
        for name in ["take.wav", "take.wav.part", "take.json", "take.json.part"] {
            try bench.folder.write(name, [1, 2, 3])
        }
        try await bench.writer.prepare()
        #expect(try bench.folder.read("take.wav") == [1, 2, 3])
        bench.feed.periods(4, of: 256)
        _ = await bench.finish()
        #expect(bench.folder.names == ["take.json", "take.wav"])
        #expect(try bench.reading().frames == 1024)
        #expect(try bench.folder.text("take.json").hasPrefix("{"))
    }

    @Test("that fails at any file leaves nothing", arguments: 1...5)
    func leavesNothing(failing: Int) async throws {
        let files = FaultyFiles { operation, number, path throws(TakeError) in
            if operation == .make, number == failing { throw FaultyFiles.failure(path) }
        }
        let bench = try Bench(channels: 5, files: files) { $0.isPerPort = true }
        await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
        #expect(bench.folder.names == [])
    }

    @Test("that finds one file of many existing makes none")
    func checksFirst() async throws {
        let files = FaultyFiles()
        let bench = try Bench(channels: 5, files: files) { $0.isPerPort = true }
        try bench.folder.write("take-system-capture_5.wav", [])
        await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
        #expect(files.court.operations == 0)
        #expect(bench.folder.names == ["take-system-capture_5.wav"])
    }

    @Test("says that a directory is missing, whether it is the take's or the report's")
    func namesMissingDirectory() async throws {
        for change in [
            { (plan: inout TakePlan, folder: String) in plan.nameTemplate = folder + "/no/take.wav" },
            { (plan: inout TakePlan, folder: String) in plan.report = .file(folder + "/no/report.json") },
        ] {
            let folder = try Folder()
            let bench = try Bench(folder: folder) { change(&$0, folder.path) }
            let error = await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
            #expect(error?.code == .noSuchDirectory)
            #expect(error?.description.contains("\"\(folder.path)/no\"") == true)
            #expect(folder.names == [])
        }
    }

    @Test("refuses more channels than one file holds, and says what would work")
    func limitsChannels() async throws {
        let bench = try Bench(channels: 1025)
        let error = await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
        #expect(error?.code == .tooManyChannels)
        #expect(error?.description.contains("--per-port") == true)
        #expect(bench.folder.names == [])
    }

    @Test("refuses a disk that is as good as full")
    func refusesFullDisk() async throws {
        let bench = try Bench(files: FaultyFiles(freeBytes: { 1000 }))
        let error = await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
        #expect(error?.code == .noRoom)
        #expect(bench.folder.names == [])
    }

    @Test("refuses a report in the place of the take")
    func refusesSamePlace() async throws {
        let folder = try Folder()
        let bench = try Bench(folder: folder) { $0.report = .file(folder.path("take.wav")) }
        let error = await #expect(throws: TakeError.self) { try await bench.writer.prepare() }
        #expect(error?.code == .badName)
        #expect(folder.names == [])
    }

    @Test("counts the take's number up past every file of earlier ones")
    func countsTakes() async throws {
        let folder = try Folder()
        for wanted in ["t-001.wav", "t-002.wav", "t-003.wav"] {
            let bench = try Bench(folder: folder, name: "t-{take}.wav")
            try await bench.writer.prepare()
            bench.feed.period(64)
            #expect(await bench.finish().files.map(\.path) == [folder.path(wanted)])
        }
    }
}

@Suite("Taking a take back")
struct DiscardTests {
    @Test("removes everything, twice as well as once, and before anything was made")
    func removesEverything() async throws {
        let bench = try Bench(channels: 3) { $0.isPerPort = true }
        await bench.writer.discard()
        #expect(bench.folder.names == [])
        let other = try Bench(channels: 3) { $0.isPerPort = true }
        try await other.writer.prepare()
        #expect(other.folder.names.count == 4)
        await other.writer.discard()
        await other.writer.discard()
        #expect(other.folder.names == [])
        #expect(other.writer.partialPaths == [])
    }

    @Test("does not touch a finished take")
    func sparesFinished() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        bench.feed.period(64)
        _ = await bench.finish()
        await bench.writer.discard()
        #expect(bench.folder.names == ["take.json", "take.wav"])
    }

    @Test("leaves a finish nothing to do, and no exit but 1")
    func finishAfterDiscard() async throws {
        let bench = try Bench()
        try await bench.writer.prepare()
        await bench.writer.discard()
        let report = await bench.finish()
        #expect(report.exit == 1)
        #expect(report.files == [])
        #expect(bench.folder.names == [])
    }
}
