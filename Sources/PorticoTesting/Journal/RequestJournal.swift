import Portico
import Synchronization

/// The requests that a ``StubTransport`` was given: the latest ones themselves, and the number of all.
final class RequestJournal: Sendable {
    private struct State {
        var journal: BoundedJournal<HTTPRequest>
        var waiters = CountWaiters()
    }

    private let state: Mutex<State>

    init(limit: Int) { state = Mutex(State(journal: BoundedJournal(limit: limit))) }

    var count: Int { state.withLock(\.journal.total) }

    /// Oldest first.
    var requests: [HTTPRequest] { state.withLock(\.journal.kept) }

    func record(_ request: HTTPRequest) {
        let told = state.withLock { state in
            state.journal.append(request)
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
