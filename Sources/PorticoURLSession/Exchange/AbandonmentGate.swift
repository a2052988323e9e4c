/// How many tasks run that nobody waits for, and who has to wait until they are fewer.
///
/// A task of Foundation's on Linux cannot be cancelled, so one whose caller has left goes on for a while. When as many
/// as the limit do so, new calls wait. They go on together, in order, when one has ended.
struct AbandonmentGate<Waiter> {
    let limit: Int
    private(set) var abandonedCount = 0
    private var waiters: [UInt64: Waiter] = [:]
    private var lastTicket: UInt64 = 0

    init(limit: Int) { self.limit = max(1, limit) }

    var waiterCount: Int { waiters.count }

    /// A ticket for one who has to wait, or nil: there is room.
    mutating func enter(_ waiter: Waiter) -> UInt64? {
        guard abandonedCount >= limit else { return nil }
        lastTicket += 1
        waiters[lastTicket] = waiter
        return lastTicket
    }

    /// One who waited leaves.
    mutating func leave(_ ticket: UInt64) { waiters[ticket] = nil }

    mutating func abandon() { abandonedCount += 1 }

    /// Those for whom there is room now that an abandoned task has ended.
    mutating func release() -> [Waiter] {
        abandonedCount -= 1
        guard abandonedCount < limit, !waiters.isEmpty else { return [] }
        defer { waiters = [:] }
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
}
