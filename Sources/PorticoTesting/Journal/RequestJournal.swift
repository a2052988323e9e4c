import Portico
import Synchronization

/// The requests that a ``StubTransport`` was given: the latest ones themselves, and the number of all.
final class RequestJournal: Sendable {
    private struct Entry: Sendable {
        let request: HTTPRequest
        /// The value of the call that it belongs to.
        let endpoint: (any Sendable)?
    }

    private struct State {
        var journal: BoundedJournal<Entry>
        var waiters = CountWaiters()
    }

    private let state: Mutex<State>

    init(limit: Int) { state = Mutex(State(journal: BoundedJournal(limit: limit))) }

    var count: Int { state.withLock(\.journal.total) }

    /// Oldest first.
    var requests: [HTTPRequest] { state.withLock(\.journal.kept).map(\.request) }

    /// The values of the calls of these requests, as far as they have any, oldest first.
    var endpoints: [any Sendable] { state.withLock(\.journal.kept).compactMap(\.endpoint) }

    func record(_ request: HTTPRequest, _ endpoint: (any Sendable)?) {
        let told = state.withLock { state in
            state.journal.append(Entry(request: request, endpoint: endpoint))
            return state.waiters.take(reaching: state.journal.total)
        }
        for waiter in told { waiter.resume() }
    }
}

extension RequestJournal: CountWaitable {
    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
        state.withLock { body(&$0.waiters, $0.journal.total) }
    }
}
