import JackTap

@main
struct RecordFiveSeconds {
    static func main() async throws {
        let session = CaptureSession(
            SessionConfiguration(
                sources: .patterns([PortName("system:capture_*")]),
                fileName: "five-seconds-%H%M%S.wav",
                length: .time(.seconds(5))),
            host: JACKHost())

        let events = session.events()
        let watcher = Task {
            for await event in events {
                print("\(event.kind): \(event.text)")
            }
        }
        defer { watcher.cancel() }

        let report = try await session.record()
        print(report.summary)
    }
}
