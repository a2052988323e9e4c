import Portico
import Synchronization

/// Some work, a deadline and a cancellation that run against each other: the first of them is what the caller gets, at
/// once, whatever the others still do.
final class Race<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, TransportError>

    private enum State {
        case running
        case awaited(CheckedContinuation<Outcome, Never>)
        case ended(Outcome)
    }

    private let state = Mutex(State.running)

    private init() {}

    /// - Parameter timeout: by the clock of the deadlines; nil for no deadline.
    static func run(
        _ deadlines: DeadlineQueue, timeout: Duration?,
        _ work: @escaping @Sendable () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        let race = Race()
        let deadline = timeout.map { timeout in
            deadlines.add(after: timeout) { race.end(.failure(TransportError(.timedOut(.attempt)))) }
        }
        let task = Task {
            do throws(TransportError) { race.end(.success(try await work())) } catch { race.end(.failure(error)) }
        }
        let outcome = await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            race.end(.failure(TransportError(.cancelled)))
        }
        task.cancel()
        if let deadline { deadlines.cancel(deadline) }
        return try outcome.get()
    }

    private func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> Outcome? in
                if case .ended(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    private func end(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            switch state {
            case .running:
                state = .ended(outcome)
                return nil
            case .awaited(let continuation):
                state = .ended(outcome)
                return continuation
            case .ended:
                return nil
            }
        }
        continuation?.resume(returning: outcome)
    }
}

extension DeadlineQueue {
    /// Returns once the clock has moved by a duration.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/cancelled`` at once when the task is.
    func wait(_ duration: Duration) async throws(TransportError) {
        let gate = Gate()
        let deadline = add(after: duration) { gate.open() }
        await gate.wait()
        cancel(deadline)
        guard gate.isOpen else { throw TransportError(.cancelled) }
    }
}

extension Clock<Duration> {
    /// What will tell how far the clock has moved from now on.
    func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}
