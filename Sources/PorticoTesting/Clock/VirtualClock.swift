import Synchronization

/// A clock that stands still until a test moves it.
///
/// Whoever sleeps by it sleeps until ``advance(by:)`` has carried it past the deadline, so a test of time-outs, retries or
/// delays takes no time and ends the same way each time:
///
/// ```swift
/// let clock = VirtualClock()
/// let nap = Task { try await clock.sleep(for: .seconds(30)) }
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(30))
/// try await nap.value
/// ```
///
/// The clock runs no task and no timer of its own. It can be used from any task and thread.
public final class VirtualClock: Clock {
    private let sleepers = Mutex(Sleepers())

    /// A clock that shows zero.
    public init() {}

    /// What the clock shows: how far it was advanced since it was made.
    public var now: Instant { sleepers.withLock(\.now) }

    /// Zero: the clock wakes a sleeper exactly at its deadline.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks asleep by this clock.
    public var sleeperCount: Int { sleepers.withLock(\.count) }

    /// The deadline of the sleeper who is to wake first, or nil when nobody sleeps.
    public var nextDeadline: Instant? { sleepers.withLock(\.nextDeadline) }

    /// Moves the clock and wakes every sleeper whose deadline has come, in the order of their deadlines and, where these
    /// are equal, in the order in which they fell asleep.
    ///
    /// The clock shows its new time before the first of them wakes. None of them counts as asleep when the call returns,
    /// so ``waitForSleepers(_:)`` after it waits for new sleep. A duration of zero or less wakes nobody who sleeps.
    public func advance(by duration: Duration) {
        let due = sleepers.withLock { $0.advance(to: $0.now.advanced(by: duration)) }
        for sleeper in due { sleeper.resume() }
    }

    /// Moves the clock to an instant, as ``advance(by:)`` does. It never goes back: an earlier instant changes nothing.
    public func advance(to instant: Instant) {
        let due = sleepers.withLock { $0.advance(to: instant) }
        for sleeper in due { sleeper.resume() }
    }

    /// Returns as soon as at least `count` tasks are asleep, or the waiting task is cancelled.
    ///
    /// Of a client or a transport expect one while a deadline or a delay runs, and no certain number beyond.
    public func waitForSleepers(_ count: Int) async { await wait(forCount: count) }

    /// Sleeps until the clock has been advanced to the deadline. The tolerance is of no account.
    /// - Throws: `CancellationError` at once when the task is cancelled, before or during the sleep.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = sleepers.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(id, until: deadline, continuation)
            }
        } onCancel: {
            sleepers.withLock { $0.remove(id) }?.resume(throwing: CancellationError())
        }
    }

    /// Keeps the continuation, or resumes it when there is nothing to wait for.
    ///
    /// A task is marked as cancelled before its handler runs. So where the handler was first at the lock and found nobody
    /// to wake, the mark is seen here.
    private func fallAsleep(_ id: UInt64, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>)
    {
        let outcome = sleepers.withLock {
            sleepers -> (isAsleep: Bool, isCancelled: Bool, told: [CountWaiters.Continuation]) in
            guard !Task.isCancelled else { return (false, true, []) }
            guard deadline > sleepers.now else { return (false, false, []) }
            return (true, false, sleepers.add(id, deadline, continuation))
        }
        for waiter in outcome.told { waiter.resume() }
        if outcome.isCancelled {
            continuation.resume(throwing: CancellationError())
        } else if !outcome.isAsleep {
            continuation.resume()
        }
    }
}

extension VirtualClock: CountWaitable {
    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result {
        sleepers.withLock { body(&$0.waiters, $0.count) }
    }
}

extension VirtualClock {
    /// A point of time of a ``VirtualClock``, measured from when the clock was made.
    public struct Instant: InstantProtocol {
        /// How far the clock had been advanced.
        public let offset: Duration

        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
}
