import Synchronization

/// Runs pieces of work one after the other, in the order in which they came, none in the task of who asks.
final class WriteQueue: Sendable {
    private let last = Mutex<Task<Void, any Error>?>(nil)

    /// Returns once the work is done, or throws what it threw. Cancelling the caller changes nothing about it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = last.withLock { last in
            let previous = last
            let task = Task.detached {
                _ = await previous?.result
                try await work()
            }
            last = task
            return task
        }
        try await task.value
    }
}
