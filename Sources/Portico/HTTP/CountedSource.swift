#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// Chunks that must come to a promised number of bytes: not one more goes out, and fewer are no end.
final class CountedSource: ChunkSource {
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
        guard total <= length else {
            stop()
            throw TransportError(.bodyFailed, "the body goes beyond its length of \(length) bytes")
        }
        guard chunk != nil || total == length else {
            throw TransportError(.bodyFailed, "the body ended after \(total) of its \(length) bytes")
        }
        return chunk
    }

    func stop() { chunks.withLock { $0 = nil } }
}
