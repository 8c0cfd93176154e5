import CTapShim
import Glibc
import JACKHost
import TapHost
import TestSupport
import Testing

extension OnServer {
    @Suite("a host without a server")
    struct NoServerTests {
        private static let nobody = JACKHost.Configuration(serverName: "jacktap-nobody", clientName: "tap")

        @Test("says which server is missing, and what to do")
        func words() async throws {
            let error = await JACKHost(Self.nobody).error { _ = try await $0.open() }
            #expect(error?.code == .noServer)
            #expect(error?.subject == "jacktap-nobody")
            #expect(error?.description.contains("jackd -n jacktap-nobody") == true)
            #expect(error?.description.contains("--own-server dummy") == true)
        }

        @Test("the default server is named as well")
        func defaultServer() async {
            await #expect(processExitsWith: .success) {
                unsafe unsetenv("JACK_DEFAULT_SERVER")
                let missing = JACKHost.Configuration(serverName: nil, clientName: "tap")
                let error = await JACKHost(missing).error { _ = try await $0.open() }
                // Somebody may run a default server on this machine; then there is no error to look at.
                if let error, error.subject != "default" { exit(1) }
            }
        }

        @Test("finds out at once: without the seconds that libjack takes to start one")
        func fast() async throws {
            let host = JACKHost(Self.nobody)
            _ = await host.error { _ = try await $0.open() }
            let time = await ContinuousClock().measure {
                _ = await host.error { _ = try await $0.open() }
            }
            #expect(time < .seconds(1))
        }

        @Test("prints nothing and starts nothing")
        func silent() async throws {
            await #expect(processExitsWith: .success) {
                guard let output = CapturedOutput() else { exit(10) }
                let host = JACKHost(.init(serverName: "jacktap-nobody", clientName: "tap"))
                guard await host.error(of: { _ = try await $0.open() })?.code == .noServer else { exit(1) }
                // No child was ever there to wait for.
                guard waitpid(-1, nil, WNOHANG) == -1, errno == ECHILD else { exit(2) }
                exit(output.text.isEmpty ? 0 : 3)
            }
        }

        @Test("can be closed, and tried again")
        func again() async throws {
            let host = JACKHost(Self.nobody)
            for _ in 0..<3 {
                #expect(await host.error { _ = try await $0.open() }?.code == .noServer)
                try await host.close()
            }
        }
    }

    @Suite("libjack's habits")
    struct HabitTests {
        @Test("a whole life with a server, its death and an error on the way, prints nothing")
        func silent() async throws {
            await #expect(processExitsWith: .success) {
                guard let output = CapturedOutput() else { exit(10) }
                try await withPrivateServer { server in
                    try await withOpenHost(on: server) { host in
                        try await host.tapAndConnect([PortName("system:capture_1")])
                        _ = await host.error { try await $0.connect(PortName("no:port"), toChannel: 0) }
                        kill(server.processID, SIGKILL)
                        try await eventually("the server is gone") { server.hasEnded }
                    }
                }
                exit(output.text.isEmpty ? 0 : 3)
            }
        }

        @Test("control: what is printed is seen")
        func printed() async {
            await #expect(processExitsWith: .exitCode(3)) {
                guard let output = CapturedOutput() else { exit(10) }
                print("a line")
                exit(output.text.isEmpty ? 0 : 3)
            }
        }

        @Test("no thread of the program has its SIGPIPE blocked by a client")
        func brokenPipes() async throws {
            let before = ProcessThreads.blocking(SIGPIPE)
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    try await host.tapAndConnect([PortName("system:capture_1")])
                    let strangers = ProcessThreads.blocking(SIGPIPE).subtracting(before)
                        .filter { !ProcessThreads.name(of: $0).hasPrefix("jacktap-") }
                    #expect(strangers == [])
                }
            }
        }

        @Test("messages of libjack are events")
        func messages() async throws {
            try await withPrivateServer { server in
                try await withOpenHost(on: server) { host in
                    let log = EventLog(host)
                    unsafe tap_on_error_message("a line of libjack")
                    try await log.waits(for: .message("a line of libjack"))
                }
            }
        }
    }
}
