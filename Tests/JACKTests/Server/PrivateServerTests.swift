import Foundation
import Glibc
import JACKHost
import TapHost
import TapRing
import TestSupport
import Testing

extension OnServer {
    @Suite("a private server")
    struct PrivateServerTests {
        /// The error of a start that has to fail.
        private func error(of settings: PrivateServer.Settings) async -> HostError? {
            do {
                try await PrivateServer.start(settings).stop()
                return nil
            } catch {
                return error
            }
        }

        /// What a process has open.
        private func openFiles(of process: Int32) throws -> [(number: String, target: String)] {
            let folder = "/proc/\(process)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { number in
                // A descriptor may be closed while we look.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)"))
                    .map { (number, $0) }
            }
        }

        /// A file with that text in a folder of its own.
        private func file(_ text: String, in folder: TemporaryFolder) throws -> String {
            let path = folder.file("jackdrc")
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            return path
        }

        @Test("takes clients when its start has returned")
        func ready() async throws {
            try await withPrivateServer { server in
                #expect(server.name.hasPrefix("jacktap-private-"))
                try await withOpenHost(on: server) { host in
                    let ports = try await host.ports()
                    #expect(ports.count == 4)
                }
            }
        }

        @Test("runs as its settings say", arguments: [false, true])
        func settings(_ isSynchronous: Bool) async throws {
            let settings = PrivateServer.Settings(
                rate: SampleRate(44_100), framesPerPeriod: 64, portMaximum: 128, isSynchronous: isSynchronous,
                captures: 5, playbacks: 3, isRealtime: false)
            try await withPrivateServer(settings) { server in
                let host = JACKHost(on: server)
                let description = try await host.open()
                #expect(description.rate == SampleRate(44_100))
                #expect(description.framesPerPeriod == 64)
                let ports = try await host.ports()
                #expect(ports.count { $0.direction == .output } == 5)
                #expect(ports.count { $0.direction == .input } == 3)
                try await host.close()
            }
        }

        @Test("is gone and reaped when it was stopped, also twice and from several tasks at once")
        func stopped() async throws {
            let server = try await PrivateServer.start(.testing)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { await server.stop() } }
            }
            #expect(server.hasEnded)
            #expect(kill(server.processID, 0) == -1 && errno == ESRCH)
            await server.stop()
        }

        @Test("is gone and reaped when it was dropped")
        func dropped() async throws {
            var server: PrivateServer? = try await PrivateServer.start(.testing)
            let process = try #require(server?.processID)
            #expect(kill(process, 0) == 0)
            server = nil
            #expect(kill(process, 0) == -1 && errno == ESRCH)
        }

        @Test("is ended by force when it does not listen")
        func deaf() async throws {
            let server = try await PrivateServer.start(.testing)
            kill(server.processID, SIGSTOP)
            await server.stop()
            #expect(kill(server.processID, 0) == -1 && errno == ESRCH)
        }

        @Test("is reaped when somebody else has killed it, and its name is used again")
        func killed() async throws {
            for _ in 0..<10 {
                let server = try await PrivateServer.start(.testing)
                #expect(server.name == "jacktap-private-0")
                kill(server.processID, SIGKILL)
                try await eventually("it is reaped") { server.hasEnded }
                #expect(kill(server.processID, 0) == -1 && errno == ESRCH)
                await server.stop()
            }
        }

        @Test("dies with the process that started it")
        func orphan() async throws {
            let result = await #expect(
                processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
            ) {
                let server = try await PrivateServer.start(.testing)
                print("server=\(server.processID);")
                fflush(nil)
                kill(getpid(), SIGKILL)
            }
            let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            let number = text.split(separator: "server=").last.flatMap { $0.split(separator: ";").first }
            let process = try #require(number.flatMap { Int32($0) })
            try await eventually("it is gone") { kill(process, 0) == -1 && errno == ESRCH }
        }

        @Test("ignores no signal because we do, and has none of our descriptors")
        func clean() async throws {
            // without close-on-exec, as libjack's sockets are
            let descriptor = unsafe open("/dev/null", O_RDONLY)
            signal(SIGUSR2, SIG_IGN)
            defer {
                signal(SIGUSR2, SIG_DFL)
                close(descriptor)
            }
            try await withPrivateServer { server in
                let status = try String(
                    contentsOfFile: "/proc/\(server.processID)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
                let ignored = try #require(UInt64(line.dropFirst(8), radix: 16))
                #expect(ignored & 1 << UInt64(SIGUSR2 - 1) == 0)
                let files = try openFiles(of: server.processID)
                #expect(!files.contains { $0.target == "/dev/null" && $0.number != "0" })
                #expect(files.contains { $0.target.hasSuffix(".lock") })
            }
        }

        @Test("four run at once, under names of their own, and a fifth is told why not")
        func names() async throws {
            var servers: [PrivateServer] = []
            for _ in 0..<4 { servers.append(try await PrivateServer.start(.testing)) }
            #expect(Set(servers.map(\.name)).count == 4)
            let error = await error(of: .testing)
            #expect(error?.code == .serverFailedToStart)
            #expect(error?.description.contains("all 4 names") == true)
            for server in servers { await server.stop() }
        }

        @Test("that cannot start says why, in the server's own words")
        func lastWords() async throws {
            let error = await error(of: .testing { $0.driver = .alsa(device: "hw:no-such-device") })
            #expect(error?.code == .serverFailedToStart)
            #expect(error?.description.contains("Cannot initialize driver") == true)
            #expect(error?.description.contains("no-such-device") == true)
        }

        @Test("starts from a command line in a file, under a name of ours")
        func commandLine() async throws {
            let folder = try TemporaryFolder()
            let file = try file(
                """
                # a dummy
                /usr/bin/jackd -r -n "another name" -T -p 32 -d dummy -r 96000 -p 64 -C 1 -P 1
                """, in: folder)
            try await withPrivateServer(.testing { $0.driver = .commandLine(file: file) }) { server in
                #expect(server.name.hasPrefix("jacktap-private-"))
                let host = JACKHost(on: server)
                #expect(try await host.open().rate == SampleRate(96_000))
                try await host.close()
                // With -T it would have ended with its first client.
                try await withOpenHost(on: server) { host in
                    let ports = try await host.ports()
                    #expect(ports.count == 2)
                }
            }
        }

        @Test(
            "says what is wrong with a command line",
            arguments: [
                ("", "it is empty"), ("jackd -d 'dummy", "a quote is open"),
                ("/no/such/jackd -d dummy", "/no/such/jackd"),
            ])
        func badCommandLine(_ text: String, _ word: String) async throws {
            let folder = try TemporaryFolder()
            let file = try file(text, in: folder)
            let error = await error(of: .testing { $0.driver = .commandLine(file: file) })
            #expect(error?.code == .serverFailedToStart)
            #expect(error?.description.contains(word) == true)
        }

        @Test("names a file that is not there")
        func noFile() async throws {
            let error = await error(of: .testing { $0.driver = .commandLine(file: "/no/such/file") })
            #expect(error?.code == .serverFailedToStart)
            #expect(error?.description.contains("/no/such/file") == true)
        }

        @Test("without jackd, the package to install is named")
        func missing() async throws {
            await #expect(processExitsWith: .success) {
                unsafe setenv("PATH", "/nowhere", 1)
                do {
                    _ = try await PrivateServer.start(.testing)
                    exit(1)
                } catch {
                    exit("\(error)".contains("apt install jackd2") ? 0 : 2)
                }
            }
        }
    }
}
