/// What a ``Call`` decides, as a value with no task and no lock of its own.
///
/// Whoever is told of the end first settles what it is: somebody who waits, or the first of the ending handlers, asked
/// on its own actor. Up to then a cancellation still counts. So after `cancel()` on the actor of the handlers none of
/// them is called but those for cancellation, even where the answer was there already.
struct CallMachine<Outcome, ProgressHandler, EndingHandler, Waiter> {
    private enum State {
        case ready
        case running
        /// The operation gave this, and nobody has been told.
        case finished(Outcome)
        case settled(Outcome)
    }

    enum WaitAction {
        /// The operation begins; its end resumes the waiter.
        case run
        case park
        case resume(Outcome)
    }

    enum CancelAction: Equatable {
        case none
        case stopOperation
        /// The call had not begun: it has ended, and its handlers are to be told.
        case deliver
    }

    enum Delivery {
        case progress([ProgressHandler], TransferProgress)
        case ending(EndingHandler)
    }

    /// The reports that wait for a busy actor; of more than these the oldest are dropped.
    static var keptReports: Int { 64 }

    private let cancelled: Outcome
    private var state = State.ready
    private(set) var isCancelled = false
    private var isDelivering = false
    private var progressHandlers: [ProgressHandler] = []
    private var endingHandlers: [EndingHandler] = []
    private var waiters: [Waiter] = []
    private var reports: [TransferProgress] = []

    /// - Parameter cancelled: the outcome of a call that was cancelled.
    init(cancelled: Outcome) { self.cancelled = cancelled }

    /// Whether anybody wants reports, which the operation is told when it begins.
    var wantsProgress: Bool { !progressHandlers.isEmpty }

    /// Returns whether the operation is to be run now.
    mutating func start() -> Bool {
        guard case .ready = state else { return false }
        state = .running
        return true
    }

    mutating func wait(_ waiter: Waiter) -> WaitAction {
        switch state {
        case .ready, .running:
            waiters.append(waiter)
            return start() ? .run : .park
        case .finished(let outcome):
            state = .settled(outcome)
            return .resume(outcome)
        case .settled(let outcome):
            return .resume(outcome)
        }
    }

    mutating func cancel() -> CancelAction {
        if case .settled = state { return .none }
        let wasCancelled = isCancelled
        isCancelled = true
        reports = []
        switch state {
        case .ready:
            state = .finished(cancelled)
            return startDelivery() ? .deliver : .none
        case .running:
            return wasCancelled ? .none : .stopOperation
        case .finished:
            if !wasCancelled { state = .finished(cancelled) }
            return .none
        case .settled:
            return .none
        }
    }

    /// The operation has ended with this, which may be a cancellation itself.
    /// - Returns: who is resumed and with what, and whether delivery is to begin.
    mutating func finish(
        _ result: Outcome, isCancellation: Bool
    ) -> (resumed: [Waiter], outcome: Outcome, startsDelivery: Bool) {
        let outcome = isCancelled && !isCancellation ? cancelled : result
        state = waiters.isEmpty ? .finished(outcome) : .settled(outcome)
        defer { waiters = [] }
        return (waiters, outcome, startDelivery())
    }

    mutating func add(progress handler: ProgressHandler) {
        if !hasEnded { progressHandlers.append(handler) }
    }

    /// Returns whether delivery is to begin.
    mutating func add(ending handler: EndingHandler) -> Bool {
        endingHandlers.append(handler)
        return startDelivery()
    }

    /// Returns whether delivery is to begin.
    mutating func report(_ progress: TransferProgress) -> Bool {
        guard case .running = state, !isCancelled, !progressHandlers.isEmpty else { return false }
        if reports.count == Self.keptReports { reports.removeFirst() }
        reports.append(progress)
        return startDelivery()
    }

    /// What is delivered next; nil ends the delivery.
    mutating func next() -> Delivery? {
        if !reports.isEmpty { return .progress(progressHandlers, reports.removeFirst()) }
        if hasEnded {
            progressHandlers = []
            if !endingHandlers.isEmpty { return .ending(endingHandlers.removeFirst()) }
        }
        isDelivering = false
        return nil
    }

    /// Whether a progress handler that was handed out may still be called: asked on its own actor.
    var allowsProgress: Bool { !isCancelled }

    /// What the end is, from now on; nil where there is none yet.
    mutating func settle() -> Outcome? {
        switch state {
        case .ready, .running: return nil
        case .finished(let outcome), .settled(let outcome):
            state = .settled(outcome)
            return outcome
        }
    }

    private var hasEnded: Bool {
        switch state {
        case .ready, .running: false
        case .finished, .settled: true
        }
    }

    private mutating func startDelivery() -> Bool {
        guard !isDelivering, !reports.isEmpty || hasEnded && (!endingHandlers.isEmpty || !progressHandlers.isEmpty)
        else { return false }
        isDelivering = true
        return true
    }
}
