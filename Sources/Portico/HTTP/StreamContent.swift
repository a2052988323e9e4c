#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// A streamed body: how its chunks are made, and whether they were taken.
package final class StreamContent: Sendable {
    let length: Int64?
    let isReplayable: Bool
    private let makeChunks: @Sendable () -> HTTPChunks
    private let isTaken = Atomic(false)

    init(length: Int64?, isReplayable: Bool, makeChunks: @escaping @Sendable () -> HTTPChunks) {
        self.length = length
        self.isReplayable = isReplayable
        self.makeChunks = makeChunks
    }

    func chunks() throws(TransportError) -> HTTPChunks {
        let wasTaken = isTaken.exchange(true, ordering: .relaxed)
        guard isReplayable || !wasTaken else { throw TransportError(.bodyConsumed) }
        guard let length else { return makeChunks() }
        return HTTPChunks(CountedSource(makeChunks(), length: length))
    }
}

/// Chunks that must come to a promised number of bytes.
private final class CountedSource: ChunkSource {
    private let chunks: Mutex<HTTPChunks?>
    private let length: Int64
    private let sent = Atomic<Int64>(0)

    init(_ chunks: HTTPChunks, length: Int64) {
        self.chunks = Mutex(chunks)
        self.length = length
    }

    func next() async throws(TransportError) -> Data? {
        var iterator = chunks.withLock { $0 }?.makeAsyncIterator()
        let chunk = try await iterator?.next()
        let total = sent.add(Int64(chunk?.count ?? 0), ordering: .relaxed).newValue
        guard chunk == nil ? total == length : total <= length else {
            let verdict = chunk == nil ? "ended after \(total)" : "went beyond its"
            throw TransportError(.bodyFailed, "the streamed body \(verdict) of \(length) bytes")
        }
        return chunk
    }

    func stop() { chunks.withLock { $0 = nil } }
}
