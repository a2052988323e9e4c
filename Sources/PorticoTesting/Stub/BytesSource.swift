#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

/// Bytes in memory that are handed out in chunks of up to 16 KiB.
final class BytesSource: ChunkSource {
    private let rest: Mutex<Data>
    private let count: Int
    private let onProgress: (@Sendable (TransferProgress) -> Void)?

    init(_ data: Data, _ onProgress: (@Sendable (TransferProgress) -> Void)?) {
        rest = Mutex(data)
        count = data.count
        self.onProgress = onProgress
    }

    func next() async throws(TransportError) -> Data? {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        let (chunk, left) = rest.withLock { rest in
            let chunk = Data(rest.prefix(16384))
            rest = rest.dropFirst(chunk.count)
            return (chunk, rest.count)
        }
        guard !chunk.isEmpty else { return nil }
        onProgress?(TransferProgress(direction: .download, completed: Int64(count - left), expected: Int64(count)))
        return chunk
    }

    func stop() { rest.withLock { $0 = Data() } }
}

/// Chunks of another source whose bytes are counted as they pass.
private final class MeteredSource: ChunkSource {
    private let chunks: Mutex<HTTPChunks?>
    private let passed = Atomic<Int64>(0)
    private let onProgress: @Sendable (TransferProgress) -> Void

    init(_ chunks: HTTPChunks, _ onProgress: @escaping @Sendable (TransferProgress) -> Void) {
        self.chunks = Mutex(chunks)
        self.onProgress = onProgress
    }

    func next() async throws(TransportError) -> Data? {
        var iterator = chunks.withLock { $0 }?.makeAsyncIterator()
        guard let chunk = try await iterator?.next() else { return nil }
        let total = passed.add(Int64(chunk.count), ordering: .relaxed).newValue
        onProgress(TransferProgress(direction: .download, completed: total, expected: nil))
        return chunk
    }

    func stop() { chunks.withLock { $0 = nil } }
}

extension HTTPChunks {
    /// These chunks, with progress reported as they are read; themselves where nobody asks for it.
    func metered(_ onProgress: (@Sendable (TransferProgress) -> Void)?) -> HTTPChunks {
        onProgress.map { HTTPChunks(MeteredSource(self, $0)) } ?? self
    }
}
