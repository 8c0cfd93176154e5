internal import Synchronization
internal import TapConcurrency

/// Lets one script play at a time, in the order in which they came.
final class PlaySeat: Sendable {
    private struct State {
        var isTaken = false
        var queue: [OneShot<Void>] = []
    }

    private let state = Mutex(State())

    func take() async {
        let turn: OneShot<Void>? = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let turn = OneShot<Void>()
            state.queue.append(turn)
            return turn
        }
        await turn?.value
    }

    func leave() {
        let next: OneShot<Void>? = state.withLock { state in
            if state.queue.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.queue.removeFirst()  // the seat stays taken, by the next one
        }
        next?.resolve(())
    }
}
