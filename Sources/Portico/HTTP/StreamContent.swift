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
        return HTTPChunks(StreamedBodySource(makeChunks()))
    }
}

/// The chunks of a request's stream, whatever fails in which is the body's own failure.
///
/// The stream may be another call's answer: its lost connection, passed deadline or cancellation is not this call's.
private final class StreamedBodySource: ChunkSource {
    private let chunks: Mutex<HTTPChunks?>

    init(_ chunks: HTTPChunks) { self.chunks = Mutex(chunks) }

    func next() async throws(TransportError) -> Data? {
        var iterator = chunks.withLock { $0 }?.makeAsyncIterator()
        do throws(TransportError) {
            return try await iterator?.next()
        } catch {
            switch error.kind {
            case .bodyFailed, .other: throw error
            case .cancelled where Task.isCancelled: throw error
            default: throw TransportError(.bodyFailed, "\(error)", underlying: error)
            }
        }
    }

    func stop() { chunks.withLock { $0 = nil } }
}
