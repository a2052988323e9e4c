#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A body made of pieces, one after the other: bytes as they are, files 64 KiB at a time.
actor PieceSource: ChunkSource {
    enum Piece: Sendable {
        case bytes(Data)
        case file(URL)

        var length: Int64? {
            switch self {
            case .bytes(let data): Int64(data.count)
            case .file(let url): FileReader.size(of: url)
            }
        }
    }

    static let chunkSize = 65536

    private var pieces: ArraySlice<Piece>
    private var file: FileReader?

    init(_ pieces: [Piece]) { self.pieces = pieces[...] }

    func next() async throws(TransportError) -> Data? {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        do throws(TransportError) {
            return try nextPart()
        } catch {
            // Nothing follows a piece that is missing.
            (pieces, file) = ([], nil)
            throw error
        }
    }

    private func nextPart() throws(TransportError) -> Data? {
        while true {
            if let file {
                if let chunk = try file.read(upTo: Self.chunkSize) { return chunk }
                self.file = nil
            }
            switch pieces.popFirst() {
            case .bytes(let data) where data.isEmpty: continue
            case .bytes(let data): return data
            case .file(let url): file = try FileReader(url)
            case nil: return nil
            }
        }
    }

    nonisolated func stop() {}
}
