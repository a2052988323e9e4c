/// Who sleeps by a ``VirtualClock``, and who waits for how many of them: its state, changed under its lock.
///
/// Nothing is resumed here. What is to be resumed is returned, for the caller to do so after it has let go of the lock.
struct Sleepers {
    private struct Sleeper {
        let id: UInt64
        let deadline: VirtualClock.Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private(set) var now = VirtualClock.Instant(offset: .zero)
    /// In order of deadline, and of arrival among equals.
    private var sleepers: [Sleeper] = []
    private var lastID: UInt64 = 0
    var waiters = CountWaiters()

    var count: Int { sleepers.count }
    var nextDeadline: VirtualClock.Instant? { sleepers.first?.deadline }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Returns those who waited for as many sleepers as there are now.
    mutating func add(
        _ id: UInt64, _ deadline: VirtualClock.Instant, _ continuation: CheckedContinuation<Void, any Error>
    ) -> [CountWaiters.Continuation] {
        let sleeper = Sleeper(id: id, deadline: deadline, continuation: continuation)
        sleepers.insert(sleeper, at: position(after: deadline))
        return waiters.take(reaching: sleepers.count)
    }

    mutating func remove(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
        return sleepers.remove(at: index).continuation
    }

    /// Returns those whose deadline has come, first deadline first.
    mutating func advance(to instant: VirtualClock.Instant) -> [CheckedContinuation<Void, any Error>] {
        now = max(now, instant)
        let end = position(after: now)
        let due = sleepers[..<end].map(\.continuation)
        sleepers.removeFirst(end)
        return due
    }

    /// Where a sleeper with this deadline goes: behind all with an earlier or equal one.
    private func position(after deadline: VirtualClock.Instant) -> Int {
        var (low, high) = (0, sleepers.count)
        while low < high {
            let middle = (low + high) / 2
            if sleepers[middle].deadline <= deadline { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
