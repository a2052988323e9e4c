import Portico
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the pieces of a request's body come from.
enum UploadSource: Sendable {
    /// Memory, too much of it to be copied at once.
    case bytes(Data)
    case chunks(HTTPChunks)
}

/// When the next piece of a streamed body is fetched and handed to libcurl, as a value: one piece is fetched ahead, no more.
struct UploadFeed {
    struct Effect {
        /// What libcurl gets: a piece, or an empty one for the end.
        var piece: Data?
        /// Whether the next piece is to be fetched.
        var fetches = false
        var failure: TransportError?
    }

    private enum State {
        case idle
        case fetching(isWanted: Bool)
        case holding(Data)
        case atEnd
        case over
    }

    private var state = State.idle

    /// libcurl has sent everything that it had.
    mutating func wanted() -> Effect {
        switch state {
        case .idle:
            state = .fetching(isWanted: true)
            return Effect(fetches: true)
        case .fetching:
            state = .fetching(isWanted: true)
            return Effect()
        case .holding(let piece):
            state = .fetching(isWanted: false)
            return Effect(piece: piece, fetches: true)
        case .atEnd:
            state = .over
            return Effect(piece: Data())
        case .over:
            return Effect()
        }
    }

    /// A piece is there, or nil for the end, or what went wrong.
    mutating func fetched(_ piece: Result<Data?, TransportError>) -> Effect {
        guard case .fetching(let isWanted) = state else { return Effect() }
        switch piece {
        case .failure(let error):
            state = .over
            return Effect(failure: error)
        case .success(let piece?):
            state = isWanted ? .fetching(isWanted: false) : .holding(piece)
            return isWanted ? Effect(piece: piece, fetches: true) : Effect()
        case .success(nil):
            state = isWanted ? .over : .atEnd
            return isWanted ? Effect(piece: Data()) : Effect()
        }
    }
}
