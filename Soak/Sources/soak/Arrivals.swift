import Synchronization

/// Which held calls have come to the server, and who waits for that.
final class Arrivals: Sendable {
    private enum Place {
        case arrived
        case awaited(CheckedContinuation<Void, Never>)
    }

    private let places = Mutex<[Int: Place]>([:])

    /// Says that a call has come, or that it has ended without coming.
    func note(_ id: Int) {
        let waiting = places.withLock { places -> CheckedContinuation<Void, Never>? in
            switch places[id] {
            case .awaited(let waiting):
                places[id] = nil
                return waiting
            case .arrived, nil:
                places[id] = .arrived
                return nil
            }
        }
        waiting?.resume()
    }

    func wait(for id: Int) async {
        await withCheckedContinuation { waiting in
            let hasArrived = places.withLock { places in
                if case .arrived? = places[id] { return true }
                places[id] = .awaited(waiting)
                return false
            }
            if hasArrived { waiting.resume() }
        }
    }

    func forget(_ id: Int) { places.withLock { $0[id] = nil } }
}
