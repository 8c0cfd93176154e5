import Synchronization
import TapSimulator

/// The first sample of each channel of each period.
final class Heard: Sendable {
    private let samples = Mutex<[[Float]]>([])

    var all: [[Float]] { samples.withLock { $0 } }

    func note(_ period: borrowing Period) {
        var first: [Float] = []
        for channel in 0..<Int(period.channels) {
            if let plane = unsafe period.plane(channel) { first.append(unsafe plane.pointee) }
        }
        samples.withLock { [first] in $0.append(first) }
    }
}
