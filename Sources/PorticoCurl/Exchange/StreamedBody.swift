import CCurl
import Portico
import Synchronization
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A streamed body of the request, in the loop.
extension Exchange {
    private static let sliceSize = 1 << 18

    func feed() {
        switch state.withLock(\.source) {
        case .bytes(let data): supply(nextSlice(of: data))
        case .chunks: apply(state.withLock { $0.feed.wanted() })
        case nil: break
        }
    }

    private func nextSlice(of data: Data) -> Data {
        let offset = state.withLock { state in
            defer { state.sliceOffset = min(data.count, state.sliceOffset + Self.sliceSize) }
            return state.sliceOffset
        }
        return data.dropFirst(offset).prefix(Self.sliceSize)
    }

    /// A piece that was fetched is there.
    func supply(_ piece: Result<Data?, TransportError>) {
        guard isUnderWay else { return }
        apply(state.withLock { $0.feed.fetched(piece) })
    }

    private func apply(_ effect: UploadFeed.Effect) {
        if let failure = effect.failure { return receive(.gaveUp(failure)) }
        if effect.fetches { fetch() }
        if let piece = effect.piece { supply(piece) }
    }

    private func supply(_ piece: Data) {
        let isTaken = piece.withUnsafeBytes { pc_transfer_supply(transfer.handle, $0.baseAddress, $0.count) }
        // libcurl has seen the end meanwhile, and says so itself, or it has no memory.
        if !isTaken, isUnderWay { receive(.gaveUp(TransportError(.other, "\(host): the body could not be handed on"))) }
    }

    private func fetch() {
        guard case .chunks(let chunks) = state.withLock(\.source) else { return }
        let fetch = Task {
            var iterator = chunks.makeAsyncIterator()
            let piece: Result<Data?, TransportError>
            do throws(TransportError) {
                piece = .success(try await iterator.next())
            } catch {
                piece = .failure(error)
            }
            loop.post(.supply(self, piece))
        }
        state.withLock { $0.fetch = fetch }
    }
}
