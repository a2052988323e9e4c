import Synchronization

/// A wait for something that may never come: it ends with that, with a deadline, or with the waiter's cancellation.
final class BoundedWait: Sendable {
    typealias Outcome = Result<Void, any Error>
    private typealias Machine = RaceMachine<CheckedContinuation<Outcome, Never>, Outcome>

    private let machine = Mutex(Machine())

    /// What was waited for has come: once, whether anybody waits for it or not.
    func finish(_ outcome: Outcome) { perform(machine.withLock { $0.finish(outcome) }) }

    /// Waits: once.
    /// - Parameters:
    ///   - limit: how long at most.
    ///   - timeout: what is thrown then.
    func value(within limit: Duration, by deadlines: DeadlineQueue, else timeout: any Error) async throws {
        let token = deadlines.add(after: limit) { self.interrupt(timeout) }
        defer { deadlines.cancel(token) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                guard case .proceed(let outcome) = machine.withLock({ $0.wait(waiter) }) else { return }
                waiter.resume(returning: outcome)
            }
        } onCancel: {
            interrupt(CancellationError())
        }
        try outcome.get()
    }

    private func interrupt(_ error: any Error) { perform(machine.withLock { $0.interrupt(.failure(error)) }) }

    private func perform(_ action: Machine.EndAction) {
        switch action {
        case .abandon(let waiter, let outcome): waiter?.resume(returning: outcome)
        case .resume(let waiter, let outcome): waiter.resume(returning: outcome)
        case .none, .dropLate: break
        }
    }
}
