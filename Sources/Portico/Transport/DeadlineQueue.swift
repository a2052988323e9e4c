import Synchronization

/// Many deadlines over one clock, for the price of one timer: who adds a deadline starts no task.
///
/// A heap holds what is to happen when; one task sleeps until the first of it, and there is none while the queue is
/// empty. A cancelled deadline loses its action at once and its place in the heap later: the places of the dead never
/// outnumber the living by more than 64, plus their number. Actions run one after the other, first deadline first, in
/// the order in which they were added where deadlines are equal, on the task that slept; they must not block.
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
        let action = state.withLock { $0.deadlines.remove(token.slot, token.id) }
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

/// The deadlines of a ``DeadlineQueue`` in the order of a heap: no clock, no lock.
struct DeadlineHeap {
    private struct Entry {
        let deadline: Duration
        /// Rises with each entry, so that equal deadlines keep their order.
        let id: UInt64
        let slot: Int

        static func < (left: Entry, right: Entry) -> Bool {
            left.deadline == right.deadline ? left.id < right.id : left.deadline < right.deadline
        }
    }

    /// An action and the entry that it belongs to; slots are used again, ids are not.
    private struct Slot {
        var id: UInt64
        var action: (@Sendable () -> Void)?
    }

    private var entries: [Entry] = []
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var lastID: UInt64 = 0
    private(set) var count = 0

    var placesInUse: Int { entries.count }

    /// The first deadline that was not cancelled.
    var first: Duration? {
        mutating get {
            while let entry = entries.first, !isLive(entry) { removeFirst() }
            return entries.first?.deadline
        }
    }

    mutating func add(_ deadline: Duration, _ action: @escaping @Sendable () -> Void) -> (slot: Int, id: UInt64) {
        lastID += 1
        count += 1
        let slot = freeSlots.popLast() ?? slots.count
        let content = Slot(id: lastID, action: action)
        if slot == slots.count { slots.append(content) } else { slots[slot] = content }
        entries.append(Entry(deadline: deadline, id: lastID, slot: slot))
        siftUp(from: entries.count - 1)
        return (slot, lastID)
    }

    /// The action that will not run any more, for the caller to let go of outside its lock.
    mutating func remove(_ slot: Int, _ id: UInt64) -> (@Sendable () -> Void)? {
        guard slots.indices.contains(slot), slots[slot].id == id, let action = slots[slot].action else { return nil }
        empty(slot)
        if entries.count > 2 * count + 64 { rebuild() }
        return action
    }

    mutating func takeDue(_ now: Duration) -> [@Sendable () -> Void] {
        var due: [@Sendable () -> Void] = []
        while let entry = entries.first, entry.deadline <= now || !isLive(entry) {
            if isLive(entry), let action = slots[entry.slot].action {
                due.append(action)
                empty(entry.slot)
            }
            removeFirst()
        }
        return due
    }

    private func isLive(_ entry: Entry) -> Bool { slots[entry.slot].id == entry.id && slots[entry.slot].action != nil }

    private mutating func empty(_ slot: Int) {
        slots[slot].action = nil
        freeSlots.append(slot)
        count -= 1
    }

    /// Lays the heap out anew without the dead; sorted order is a heap's order.
    private mutating func rebuild() { entries = entries.filter(isLive).sorted(by: <) }

    private mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        siftDown()
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child] < entries[parent] else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < entries.count else { return }
            let right = left + 1
            let child = right < entries.count && entries[right] < entries[left] ? right : left
            guard entries[child] < entries[parent] else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
