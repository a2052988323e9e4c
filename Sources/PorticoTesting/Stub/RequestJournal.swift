import Portico
import Synchronization

/// The requests that a ``StubTransport`` was given: the latest ones themselves, and the number of all.
final class RequestJournal: Sendable {
    private struct State {
        /// A ring once it is full: the oldest is at `next`.
        var requests: [HTTPRequest] = []
        var next = 0
        var count = 0
        var waiters = CountWaiters()
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock(\.count) }

    /// Oldest first.
    var requests: [HTTPRequest] {
        state.withLock { Array($0.requests[$0.next...] + $0.requests[..<$0.next]) }
    }

    func record(_ request: HTTPRequest) {
        let told = state.withLock { state in
            state.count += 1
            if state.requests.count < limit {
                state.requests.append(request)
            } else if limit > 0 {
                state.requests[state.next] = request
                state.next = state.next + 1 == limit ? 0 : state.next + 1
            }
            return state.waiters.take(reaching: state.count)
        }
        for waiter in told { waiter.resume() }
    }
}

extension RequestJournal: CountWaitable {
    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
        state.withLock { body(&$0.waiters, $0.count) }
    }
}
