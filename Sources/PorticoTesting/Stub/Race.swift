import Portico
import Synchronization

/// An answer, a deadline and a cancellation that run against each other: the first of them is what the caller gets, at
/// once, whatever the others still do.
final class Race: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    private enum State {
        case running
        case awaited(CheckedContinuation<Outcome, Never>)
        case ended(Outcome)
    }

    private let state = Mutex(State.running)

    static func run(
        _ options: TransportOptions, _ answer: @escaping @Sendable () async throws(TransportError) -> HTTPResponse
    ) async throws(TransportError) -> HTTPResponse {
        let race = Race()
        let alarm = options.timeout.map { options.clock.alarm(after: $0) }
        let work = Task {
            do throws(TransportError) { race.end(.success(try await answer())) } catch { race.end(.failure(error)) }
        }
        let timer = alarm.map { alarm in
            Task { if (try? await alarm()) != nil { race.end(.failure(TransportError(.timedOut(.attempt)))) } }
        }
        let outcome = await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            race.end(.failure(TransportError(.cancelled)))
        }
        work.cancel()
        timer?.cancel()
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

extension Clock<Duration> {
    /// A sleep that ends a duration from now, however late it begins.
    func alarm(after duration: Duration) -> @Sendable () async throws -> Void {
        let deadline = now.advanced(by: duration)
        return { try await self.sleep(until: deadline, tolerance: nil) }
    }
}
