import Synchronization

/// Runs pieces of work one after the other, in the order in which they came, none in the task of who asks.
final class WriteQueue: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    /// Returns once the work is done, or throws what it threw. Whoever waits no longer changes nothing about it.
    /// - Parameters:
    ///   - limit: how long to wait for it.
    ///   - timeout: what is thrown when that is over.
    func run(
        within limit: Duration, by deadlines: DeadlineQueue, else timeout: any Error,
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        let wait = BoundedWait()
        add {
            do { wait.finish(.success(try await work())) } catch { wait.finish(.failure(error)) }
        }
        try await wait.value(within: limit, by: deadlines, else: timeout)
    }

    private func add(_ work: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            let previous = last
            last = Task.detached {
                await previous?.value
                await work()
            }
        }
    }
}
