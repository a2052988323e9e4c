/// Work, a deadline and a cancellation that run against each other, as a value: the first of them is what the caller
/// gets, once, and what the work gives later is nobody's.
struct RaceMachine<Waiter, Outcome> {
    private enum State {
        case running
        case awaited(Waiter)
        /// There is an outcome for a caller who does not wait yet.
        case decided(Outcome, byWork: Bool)
        /// The caller has its outcome; whether the work has ended too.
        case over(workEnded: Bool)
    }

    enum WaitAction {
        case park
        case proceed(Outcome)
    }

    enum EndAction {
        case none
        /// The work goes on with nobody to wait for it; the waiter, where there is one already, goes on with this.
        case abandon(Waiter?, Outcome)
        /// The waiter goes on with this.
        case resume(Waiter, Outcome)
        /// The work that nobody waited for has ended.
        case dropLate(Outcome)
    }

    private var state = State.running

    /// The outcome where there is one before anybody waits for it.
    mutating func poll() -> Outcome? {
        guard case .decided(let outcome, let byWork) = state else { return nil }
        state = .over(workEnded: byWork)
        return outcome
    }

    /// The caller waits: once.
    mutating func wait(_ waiter: Waiter) -> WaitAction {
        if let outcome = poll() { return .proceed(outcome) }
        state = .awaited(waiter)
        return .park
    }

    /// The work has given this: once.
    mutating func finish(_ outcome: Outcome) -> EndAction {
        switch state {
        case .running:
            state = .decided(outcome, byWork: true)
            return .none
        case .awaited(let waiter):
            state = .over(workEnded: true)
            return .resume(waiter, outcome)
        case .decided(let first, false):
            // Its caller still gets the first one.
            state = .decided(first, byWork: true)
            return .dropLate(outcome)
        case .over(workEnded: false):
            state = .over(workEnded: true)
            return .dropLate(outcome)
        case .decided(_, true), .over(workEnded: true):
            return .none
        }
    }

    /// A deadline has passed, or the caller was cancelled.
    mutating func interrupt(_ outcome: Outcome) -> EndAction {
        switch state {
        case .running:
            state = .decided(outcome, byWork: false)
            return .abandon(nil, outcome)
        case .awaited(let waiter):
            state = .over(workEnded: false)
            return .abandon(waiter, outcome)
        case .decided, .over:
            return .none
        }
    }

    /// Whether the work goes on with nobody to wait for it.
    var isAbandoned: Bool {
        switch state {
        case .over(workEnded: false), .decided(_, false): true
        case .running, .awaited, .decided, .over: false
        }
    }
}
