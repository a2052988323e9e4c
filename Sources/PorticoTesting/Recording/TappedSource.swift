#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

/// Bytes that were seen passing: all of them, or their number where they were too many.
struct PassedBytes: Sendable {
    private(set) var count = 0
    /// Nil where there were more than the limit.
    private(set) var data: Data? = Data()
    private let limit: Int

    init(limit: Int) { self.limit = max(0, limit) }

    /// All of a body, as far as the limit lets it.
    init(_ data: Data, limit: Int) {
        self.init(limit: limit)
        append(data)
    }

    mutating func append(_ chunk: Data) {
        count += chunk.count
        if count <= limit { data?.append(chunk) } else { data = nil }
    }
}

/// Chunks of another source, of which a copy is kept as they pass, and given away at their end.
final class TappedSource: ChunkSource {
    private struct State {
        var chunks: HTTPChunks?
        var passed: PassedBytes
        var onEnd: (@Sendable (PassedBytes) -> Void)?
    }

    private let state: Mutex<State>

    init(_ chunks: HTTPChunks, limit: Int, onEnd: @escaping @Sendable (PassedBytes) -> Void) {
        state = Mutex(State(chunks: chunks, passed: PassedBytes(limit: limit), onEnd: onEnd))
    }

    func next() async throws(TransportError) -> Data? {
        var iterator = state.withLock { $0.chunks }?.makeAsyncIterator()
        guard let chunk = try await iterator?.next() else {
            end()
            return nil
        }
        state.withLock { $0.passed.append(chunk) }
        return chunk
    }

    func stop() {
        let chunks = state.withLock { state in
            state.onEnd = nil
            state.passed = PassedBytes(limit: 0)
            return state.chunks.take()
        }
        _ = consume chunks
    }

    private func end() {
        let (onEnd, passed) = state.withLock { state in
            let passed = state.passed
            state.passed = PassedBytes(limit: 0)
            return (state.onEnd.take(), passed)
        }
        onEnd?(passed)
    }
}
