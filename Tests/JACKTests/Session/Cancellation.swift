import JackTap
import TakeFiles
import TestSupport
import Testing

/// When a take on a server is cut short.
enum CancelMoment: String, CaseIterable, Codable, Sendable {
    case opening, activated, recording, duringTheFinalWrite
}

extension TakeOnServer {
    /// Records, cancels at a moment, and sees the client gone within a second from there: also while the disk holds the
    /// file.
    func cancel(at moment: CancelMoment, watchedBy observer: JACKHost) async throws {
        let disk = FaultyDisk(blocking: moment == .duringTheFinalWrite ? .close : nil)
        let session = CaptureSession(configuration(), host: host(), clock: SystemClock(), files: disk)
        let events = session.events()
        let task = Task { try await session.record() }
        switch moment {
        case .opening:
            try await eventually("the session opens") { session.state != .idle }
        case .activated:
            for await event in events where event.kind == .armed { break }
        case .recording:
            for await event in events where event.kind == .recording { break }
        case .duringTheFinalWrite:
            for await event in events where event.kind == .recording { break }
            session.stop()
            try await eventually("the file is being closed") { disk.isReached }
        }
        task.cancel()
        try await eventually("the client has left the graph", within: .seconds(1)) {
            try await !observer.ports().contains { $0.name.display.hasPrefix("jacktap:") }
        }
        disk.release()
        _ = await task.result
    }
}
