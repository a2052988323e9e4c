#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Synchronization

/// A bounded pipe from a producer that is pushed to, and cannot wait, to the reader of an ``HTTPChunks``.
///
/// It is for authors of transports whose network stack calls back with bytes:
///
/// ```swift
/// let (channel, chunks) = ChunkChannel.make(onResume: { task.resume() }, onStop: { task.cancel() })
/// // in the stack's callbacks:
/// if channel.write(data) == .pause { task.suspend() }
/// channel.finish(throwing: error)
/// ```
///
/// ## What holds
/// - The reader gets every chunk in order, then the end or the error, and the same again whenever it asks after that.
/// - `onResume` is called once after a ``Demand/pause``, when half of the bytes that asked for it are read. `onStop` is
///   called once when nobody will read on: the chunks were dropped, the reading task was cancelled, or the limit was
///   passed. After ``finish(throwing:)`` neither is called. Both run outside of any lock, on whichever task brought it
///   about.
/// - A reading task that is cancelled gets ``TransportError/Kind/cancelled`` at once, and the channel stops.
public final class ChunkChannel: Sendable {
    /// What the producer is asked for after a chunk.
    public enum Demand: Hashable, Sendable {
        /// The next chunk.
        case more
        /// Nothing, until `onResume` is called. What is written all the same is kept, up to the limit.
        case pause
        /// Nothing ever again: what is written is dropped.
        case stopped
    }

    private typealias Answer = Result<Data?, TransportError>
    private typealias Machine = ChunkChannelMachine<CheckedContinuation<Answer, Never>>

    private let machine: Mutex<Machine>
    private let onResume: @Sendable () -> Void
    private let onStop: @Sendable () -> Void

    private init(
        pauseAt: Int, limit: Int, onResume: @escaping @Sendable () -> Void, onStop: @escaping @Sendable () -> Void
    ) {
        machine = Mutex(Machine(pauseAt: pauseAt, limit: limit))
        self.onResume = onResume
        self.onStop = onStop
    }

    /// A channel and the chunks that come out of it.
    /// - Parameters:
    ///   - pauseAt: the number of unread bytes from which on the producer is asked to pause; 256 KiB unless said
    ///     otherwise.
    ///   - limit: the most unread bytes that are held for a producer who goes on all the same; beyond it the reader
    ///     gets ``TransportError/Kind/bodyTooLarge(limit:)``.
    ///   - onResume: asks the producer for more after a pause.
    ///   - onStop: tells the producer that nobody reads any more.
    public static func make(
        pauseAt: Int = 262_144,
        limit: Int = TransportOptions.defaultBodyLimit,
        onResume: @escaping @Sendable () -> Void = {},
        onStop: @escaping @Sendable () -> Void = {}
    ) -> (channel: ChunkChannel, chunks: HTTPChunks) {
        let channel = ChunkChannel(pauseAt: pauseAt, limit: limit, onResume: onResume, onStop: onStop)
        return (channel, HTTPChunks(channel))
    }

    /// Passes a chunk on. An empty one changes nothing.
    @discardableResult
    public func write(_ chunk: Data) -> Demand {
        let (demand, effect) = machine.withLock { $0.write(chunk) }
        perform(effect)
        return demand
    }

    /// Ends the chunks, with an error or without. Only the first end counts.
    public func finish(throwing error: TransportError? = nil) {
        perform(machine.withLock { $0.finish(error) })
    }

    private func perform(_ effect: Machine.Effect) {
        for (reader, answer) in effect.answers { reader.resume(returning: answer) }
        if effect.resumesProducer { onResume() }
        if effect.stopsProducer { onStop() }
    }
}

extension ChunkChannel: ChunkSource {
    package func next() async throws(TransportError) -> Data? {
        guard !Task.isCancelled else {
            perform(machine.withLock { $0.stop(TransportError(.cancelled)) })
            throw TransportError(.cancelled)
        }
        let (answer, effect) = machine.withLock { $0.read() }
        perform(effect)
        if let answer { return try answer.get() }
        return try await waitForAnswer().get()
    }

    /// A task is marked as cancelled before its handler runs. So where the handler came first and found nobody who
    /// waits, the mark is seen here.
    private func waitForAnswer() async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                perform(machine.withLock { $0.wait(reader) })
                if Task.isCancelled { perform(machine.withLock { $0.stop(TransportError(.cancelled)) }) }
            }
        } onCancel: {
            perform(machine.withLock { $0.stop(TransportError(.cancelled)) })
        }
    }

    package func stop() {
        perform(machine.withLock { $0.stop(TransportError(.cancelled, "the chunks were dropped")) })
    }
}

/// What a ``ChunkChannel`` decides: events in, effects out; no lock, no task. `Reader` is who waits, a test's own
/// number.
struct ChunkChannelMachine<Reader> {
    typealias Answer = Result<Data?, TransportError>

    struct Effect {
        var answers: [(Reader, Answer)] = []
        var resumesProducer = false
        var stopsProducer = false
    }

    private enum State {
        /// The producer may write; readers wait only while no chunk does.
        case open
        /// The producer has ended; what it wrote before is still to be read.
        case ended(Answer)
        /// Nobody reads any more, or too much was written.
        case stopped(TransportError)
    }

    private let pauseAt: Int
    private let limit: Int
    private var state = State.open
    private var chunks = Chunks()
    private var readers: [Reader] = []
    private var isPaused = false

    init(pauseAt: Int, limit: Int) {
        self.pauseAt = max(1, pauseAt)
        self.limit = max(0, limit)
    }

    mutating func write(_ chunk: Data) -> (ChunkChannel.Demand, Effect) {
        guard case .open = state else { return (.stopped, Effect()) }
        guard !chunk.isEmpty else { return (isPaused ? .pause : .more, Effect()) }
        if !readers.isEmpty { return (.more, Effect(answers: [(readers.removeFirst(), .success(chunk))])) }
        guard chunk.count <= limit - chunks.byteCount else {
            return (.stopped, stop(TransportError(.bodyTooLarge(limit: limit), "more was held than the reader took")))
        }
        chunks.append(chunk)
        isPaused = isPaused || chunks.byteCount >= pauseAt
        return (isPaused ? .pause : .more, Effect())
    }

    mutating func finish(_ error: TransportError?) -> Effect {
        guard case .open = state else { return Effect() }
        let answer: Answer = error.map { .failure($0) } ?? .success(nil)
        state = .ended(answer)
        return answerAll(answer)
    }

    /// The chunk, end or error that is there, or nil: the reader has to wait.
    mutating func read() -> (Answer?, Effect) {
        if let chunk = chunks.popFirst() {
            let resumes = isPaused && chunks.byteCount <= pauseAt / 2
            if resumes { isPaused = false }
            guard case .open = state else { return (.success(chunk), Effect()) }
            return (.success(chunk), Effect(resumesProducer: resumes))
        }
        return switch state {
        case .open: (nil, Effect())
        case .ended(let answer): (answer, Effect())
        case .stopped(let error): (.failure(error), Effect())
        }
    }

    /// Has a reader wait, unless something came since it looked.
    mutating func wait(_ reader: Reader) -> Effect {
        var (answer, effect) = read()
        if let answer { effect.answers.append((reader, answer)) } else { readers.append(reader) }
        return effect
    }

    /// Lets go of everything. The producer is told unless it has ended by itself, and only once.
    mutating func stop(_ error: TransportError) -> Effect {
        switch state {
        case .stopped:
            return Effect()
        case .ended:
            guard !chunks.isEmpty else { return Effect() }
            chunks = Chunks()
            state = .stopped(error)
            return Effect()
        case .open:
            chunks = Chunks()
            state = .stopped(error)
            var effect = answerAll(.failure(error))
            effect.stopsProducer = true
            return effect
        }
    }

    private mutating func answerAll(_ answer: Answer) -> Effect {
        defer { readers = [] }
        return Effect(answers: readers.map { ($0, answer) })
    }
}

/// Chunks in order, taken from the front without moving the others each time.
private struct Chunks {
    private var chunks: [Data] = []
    private var first = 0
    private(set) var byteCount = 0

    var isEmpty: Bool { first == chunks.count }

    mutating func append(_ chunk: Data) {
        chunks.append(chunk)
        byteCount += chunk.count
    }

    mutating func popFirst() -> Data? {
        guard first < chunks.count else { return nil }
        let chunk = chunks[first]
        chunks[first] = Data()
        first += 1
        byteCount -= chunk.count
        if first > 32, first > chunks.count / 2 {
            chunks.removeFirst(first)
            first = 0
        }
        return chunk
    }
}
