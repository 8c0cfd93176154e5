import JackTap
import TestSupport
import Testing

extension OnServer {
    @Suite("a session on a server", .timeLimit(.minutes(5)))
    struct SessionTests {
        @Test("records exactly the frames asked for, every one right", arguments: [1, 2, 16])
        func exact(channels: Int) async throws {
            try await TakeOnServer.run(channels: channels) { take in
                let report = try await take.session(length: .frames(FrameCount(50_001))).record()
                #expect(report.frames.expected == FrameCount(50_001))
                #expect(report.stoppedBy == "duration")
                try take.check(report)
            }
        }

        @Test("says which scheduling its process thread really has")
        func scheduling() async throws {
            try await TakeOnServer.run { take in
                let host = take.host()
                let session = CaptureSession(
                    take.configuration(length: .frames(FrameCount(4800))), host: host)
                let report = try await session.record()
                #expect(report.server.realtime == host.isRealtimeThread)
                #expect(report.server.realtime || report.warnings.contains { $0.contains("rtprio") })
            }
        }

        @Test("follows what feeds a playback port, as connections come and go")
        func follow() async throws {
            try await TakeOnServer.run { take in
                let listener = take.host()
                _ = try await listener.open()
                let session = CaptureSession(
                    SessionConfiguration(fileName: take.path, ring: .seconds(2)), host: take.host())
                let events = session.events()
                let warned = Task {
                    for await event in events where event.kind == .warning { return event.text }
                    return ""
                }
                async let report = session.record()
                #expect(await warned.value.contains("system:playback_1"))
                let events2 = session.events()
                try await connect(take.source.ports[0], to: PortName("system:playback_1"), on: take.server)
                for await event in events2 where event.kind == .connected { break }
                session.stop()
                let result = try await report
                #expect(result.channels.map(\.port) == ["system:playback_1", "system:playback_2"])
                #expect(
                    result.events.contains { $0.kind == "connected" && $0.detail.contains("jacktap-source") })
                try await listener.close()
            }
        }

        @Test(
            "cancelled at any moment, twenty times in a row, the client is gone within a second and nothing is left",
            arguments: CancelMoment.allCases)
        func cancelled(at moment: CancelMoment) async throws {
            // In a process of its own, where nobody else makes threads.
            await #expect(processExitsWith: .success) { [moment] in
                try await TakeOnServer.run { take in
                    let observer = take.host()
                    _ = try await observer.open()
                    // The first one starts the runtime's own threads.
                    try await take.cancel(at: moment, watchedBy: observer)
                    let before = try ProcessFootprint.current
                    for _ in 0..<20 { try await take.cancel(at: moment, watchedBy: observer) }
                    try await eventually("threads, descriptors and rings are back to \(before)") {
                        try ProcessFootprint.current.isWithin(before)
                    }
                    try await observer.close()
                }
            }
        }

        @Test("ends with its server: the file is whole, and the verdict says that the server was lost")
        func serverLost() async throws {
            try await TakeOnServer.run { take in
                let session = take.session()
                let events = session.events()
                async let report = session.record()
                for await event in events where event.kind == .recording { break }
                await take.server.stop()
                let result = try await report
                #expect(result.stoppedBy == "server-lost")
                #expect(result.exit == 4)
                #expect(try take.folder.names == ["take.json", "take.wav"])
                try take.check(result)
            }
        }

        /// Connects two ports of others, as a patchbay does.
        private func connect(_ source: PortName, to sink: PortName, on server: PrivateServer) async throws {
            let outcome = try await ToolProcess.run(
                "jack_connect", ["-s", server.name, source.display, sink.display])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }
}
