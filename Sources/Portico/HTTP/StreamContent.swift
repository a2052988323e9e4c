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
        return makeChunks()
    }
}
