import Dispatch
import Synchronization

/// Threads on which the closures of a ``MockServer`` are called, so that one that blocks keeps nobody waiting but its own
/// client. There are as many as were needed at once.
final class AnswerThreads: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var nextJob = 0
        var threads: [ServerThread] = []
        /// Those that wait for a job, or are about to.
        var idleCount = 0
        var isStopped = false

        mutating func take() -> Job? {
            guard !isStopped, nextJob < jobs.count else { return nil }
            idleCount -= 1
            defer {
                nextJob += 1
                if nextJob == jobs.count { (jobs, nextJob) = ([], 0) }
            }
            return jobs[nextJob]
        }
    }

    private let limit: Int
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// - Parameter limit: the most threads; further jobs wait for one.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Has a job done on one of the threads. Once stopped, it is left undone.
    func perform(_ job: @escaping Job) {
        let isTaken = state.withLock { state in
            guard !state.isStopped else { return true }
            if state.jobs.count - state.nextJob >= state.idleCount, state.threads.count < limit {
                if let thread = ServerThread({ self.work() }) {
                    state.threads.append(thread)
                    state.idleCount += 1
                }
            }
            guard !state.threads.isEmpty else { return false }
            state.jobs.append(job)
            return true
        }
        // Where the system has no thread at all, the caller's must do.
        if isTaken { bell.signal() } else { job() }
    }

    private func work() {
        while true {
            bell.wait()
            let (job, isStopped) = state.withLock { ($0.take(), $0.isStopped) }
            guard !isStopped else { return }
            guard let job else { continue }
            job()
            state.withLock { $0.idleCount += 1 }
        }
    }

    /// Waits for the jobs that are under way, drops the others, and ends the threads.
    func stop() {
        let threads = state.withLock { state in
            (state.isStopped, state.jobs, state.nextJob) = (true, [], 0)
            defer { state.threads = [] }
            return state.threads
        }
        for _ in threads { bell.signal() }
        for thread in threads { thread.join() }
    }
}
