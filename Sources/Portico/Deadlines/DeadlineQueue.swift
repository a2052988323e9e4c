import Synchronization

/// Many deadlines over one clock, for the price of one timer: who adds a deadline starts no task.
///
/// A heap holds what is to happen when; one task sleeps until the first of it, and there is none while the queue is
/// empty. A cancelled deadline loses its action at once and its place in the heap later: the dead never outnumber the
/// living by more than 64. Actions that are due together run one after the other, first deadline first, in the order in
/// which they were added where deadlines are equal, on the task that slept; they must not block. Where an earlier
/// deadline is added while they run, its action may run beside them, on the task that sleeps for it.
package final class DeadlineQueue: Sendable {
    /// Names a deadline that was added, to cancel it.
    package struct Token: Hashable, Sendable {
        fileprivate let slot: Int
        fileprivate let id: UInt64
    }

    private struct State {
        var deadlines = DeadlineHeap()
        /// Who sleeps until when, and for which the number is: a sleeper that was replaced does nothing on waking.
        var sleeper: (number: UInt64, until: Duration, task: Task<Void, Never>)?
        var lastSleeper: UInt64 = 0
    }

    private let state = Mutex(State())
    /// What the clock shows, from the queue's making on.
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (_ until: Duration) async throws -> Void

    package init(clock: any Clock<Duration>) {
        (elapsed, sleep) = Self.functions(of: clock)
    }

    deinit { state.withLock(\.sleeper)?.task.cancel() }

    private static func functions<C: Clock<Duration>>(
        of clock: C
    ) -> (@Sendable () -> Duration, @Sendable (Duration) async throws -> Void) {
        let origin = clock.now
        return (
            { origin.duration(to: clock.now) },
            { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
        )
    }

    /// How many actions are still to come.
    package var count: Int { state.withLock(\.deadlines.count) }
    /// How many places the heap has in use, those of cancelled deadlines too.
    package var placesInUse: Int { state.withLock(\.deadlines.placesInUse) }

    /// Has an action run once the clock has moved by a duration, a century at most, unless it is cancelled before.
    @discardableResult
    package func add(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Token {
        let deadline = elapsed() + delay.asTimeLimit
        let (token, replaced) = state.withLock { state -> (Token, Task<Void, Never>?) in
            let (slot, id) = state.deadlines.add(deadline, action)
            return (Token(slot: slot, id: id), awaken(by: deadline, &state))
        }
        replaced?.cancel()
        return token
    }

    /// Takes a deadline's action away; nothing happens where it has run already.
    package func cancel(_ token: Token) {
        // Not as the result of the closure, which would wrap it up anew.
        var action: (@Sendable () -> Void)?
        state.withLock { action = $0.deadlines.remove(token.slot, token.id) }
        _ = consume action
    }

    /// Sees to it that someone wakes up in time. Returns a sleeper who would do so too late, and is to be cancelled.
    private func awaken(by deadline: Duration, _ state: inout State) -> Task<Void, Never>? {
        if let sleeper = state.sleeper, sleeper.until <= deadline { return nil }
        let replaced = state.sleeper?.task
        state.lastSleeper += 1
        let number = state.lastSleeper
        let task = Task.detached { [weak self, sleep] in
            var next: Duration? = deadline
            while let until = next, (try? await sleep(until)) != nil { next = self?.fire(as: number) }
        }
        state.sleeper = (number, deadline, task)
        return replaced
    }

    /// Runs what is due. Returns until when to sleep again, or nil where nothing is left or another sleeps instead.
    private func fire(as number: UInt64) -> Duration? {
        let now = elapsed()
        let (due, next) = state.withLock { state -> ([@Sendable () -> Void], Duration?) in
            guard state.sleeper?.number == number else { return ([], nil) }
            let due = state.deadlines.takeDue(now)
            let next = state.deadlines.first
            if let next { state.sleeper?.until = next } else { state.sleeper = nil }
            return (due, next)
        }
        for action in due { action() }
        return next
    }
}
