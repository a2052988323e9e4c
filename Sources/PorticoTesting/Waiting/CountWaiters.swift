/// Tasks that wait until a count has come to what each of them asked for: a part of some state, changed under its lock.
struct CountWaiters {
    typealias Continuation = CheckedContinuation<Void, Never>

    private var waiting: [(id: UInt64, count: Int, continuation: Continuation)] = []
    private var lastID: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func add(_ id: UInt64, _ count: Int, _ continuation: Continuation) {
        waiting.append((id, count, continuation))
    }

    mutating func remove(_ id: UInt64) -> Continuation? {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: index).continuation
    }

    /// Takes out those who asked for no more than `count`. The caller resumes them once it has let go of its lock.
    mutating func take(reaching count: Int) -> [Continuation] {
        guard !waiting.isEmpty else { return [] }
        let reached = waiting.filter { $0.count <= count }.map(\.continuation)
        waiting.removeAll { $0.count <= count }
        return reached
    }
}

/// A type with a count behind a lock for which tasks can wait.
protocol CountWaitable: AnyObject, Sendable {
    /// Gives its waiters and its present count to `body`, under its lock.
    func withWaiters<Result: Sendable>(_ body: (inout CountWaiters, Int) -> sending Result) -> Result
}

extension CountWaitable {
    /// Returns as soon as the count is `wanted` or more, or the waiting task is cancelled.
    ///
    /// A task is marked as cancelled before its handler runs. So where the handler was first at the lock and found nobody
    /// to wake, the mark is seen when the continuation would be added.
    func wait(forCount wanted: Int) async {
        let id = withWaiters { waiters, _ in waiters.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = withWaiters { waiters, count in
                    guard count < wanted, !Task.isCancelled else { return false }
                    waiters.add(id, wanted, continuation)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            withWaiters { waiters, _ in waiters.remove(id) }?.resume()
        }
    }
}
