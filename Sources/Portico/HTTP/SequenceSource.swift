#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The chunks of any sequence. An actor, so that one iterator can serve whoever asks.
///
/// Each chunk is got in a task of its own, so that a reader who is cancelled goes at once where the sequence does not heed that.
actor SequenceSource<Chunks: AsyncSequence & Sendable>: ChunkSource where Chunks.Element == Data {
    private enum State {
        case ready(Chunks)
        case iterating(Chunks.AsyncIterator)
        case busy
        /// A chunk came whose reader had gone. It is the next one's.
        case kept(Data, Chunks.AsyncIterator)
        case ended
    }
    private var state: State

    init(_ chunks: Chunks) { state = .ready(chunks) }

    nonisolated func next() async throws(TransportError) -> Data? {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        let reader = ChunkReader()
        let task = Task { await read(for: reader) }
        return try await reader.outcome(of: task).get()
    }

    nonisolated func stop() {}

    private func read(for reader: ChunkReader) async {
        guard !Task.isCancelled else { return }
        var iterator: Chunks.AsyncIterator
        switch state {
        case .ready(let chunks): iterator = chunks.makeAsyncIterator()
        case .iterating(let current): iterator = current
        case .kept(let chunk, let current): return hand(chunk, to: reader, current)
        case .ended: return reader.end(.success(nil))
        case .busy:
            return reader.end(.failure(TransportError(.other, "the body is read by two tasks at once")))
        }
        state = .busy
        do {
            while let chunk = try await iterator.next(isolation: self) {
                if !chunk.isEmpty { return hand(chunk, to: reader, iterator) }
            }
            state = .ended
            // To a cancelled task an `AsyncStream` looks as if it were complete.
            reader.end(Task.isCancelled ? .failure(TransportError(.cancelled)) : .success(nil))
        } catch {
            state = .ended
            reader.end(.failure(TransportError.from(error, or: .bodyFailed)))
        }
    }

    private func hand(_ chunk: Data, to reader: ChunkReader, _ iterator: Chunks.AsyncIterator) {
        state = reader.take(chunk) ? .iterating(iterator) : .kept(chunk, iterator)
    }
}

/// Somebody who waits for one chunk, or has left. Nothing is resumed under its lock.
private final class ChunkReader: Sendable {
    typealias Outcome = Result<Data?, TransportError>
    private enum State {
        case waiting(CheckedContinuation<Outcome, Never>?)
        /// There is an outcome for somebody who does not wait yet.
        case decided(Outcome)
        case over
    }
    private let state = Mutex(State.waiting(nil))

    /// What the task brings, or the cancellation of the reader.
    func outcome(of task: Task<Void, Never>) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let outcome = state.withLock { state -> Outcome? in
                    guard case .decided(let outcome) = state else {
                        state = .waiting(caller)
                        return nil
                    }
                    state = .over
                    return outcome
                }
                if let outcome { caller.resume(returning: outcome) }
            }
        } onCancel: {
            end(.failure(TransportError(.cancelled)))
            task.cancel()
        }
    }

    /// - Returns: whether the reader has not left.
    func take(_ chunk: Data) -> Bool { decide(.success(chunk)) }

    func end(_ outcome: Outcome) { _ = decide(outcome) }

    private func decide(_ outcome: Outcome) -> Bool {
        let (isFirst, caller) = state.withLock { state -> (Bool, CheckedContinuation<Outcome, Never>?) in
            guard case .waiting(let caller) = state else { return (false, nil) }
            state = caller == nil ? .decided(outcome) : .over
            return (true, caller)
        }
        caller?.resume(returning: outcome)
        return isFirst
    }
}
