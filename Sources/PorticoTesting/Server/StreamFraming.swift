#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// What came of asking a streamed body for its next piece.
enum StreamPiece: Sendable {
    case bytes(Data)
    case end
    /// The body broke off.
    case failure

    /// The next piece of a body.
    init(of chunks: HTTPChunks) async {
        var iterator = chunks.makeAsyncIterator()
        do throws(TransportError) {
            self = try await iterator.next().map { .bytes($0) } ?? .end
        } catch {
            self = .failure
        }
    }
}

/// How the pieces of a streamed body are written (RFC 9112, section 6), one after the other.
struct StreamFraming {
    enum Kind: Hashable {
        case chunked
        /// So many bytes, which were announced.
        case length(Int)
        /// As they are, up to the end of the connection.
        case untilClose
    }

    enum Progress: Equatable {
        case goesOn
        case isComplete
        /// The client has to learn that something is missing.
        case isCut(MessageScript.Ending)
    }

    private let kind: Kind
    private var rest: Int
    /// What completes an announced length is sent once the body has turned out to end with it. Who has all of the answer
    /// may so rely on its end to have been seen.
    private var held = Data()
    private(set) var progress = Progress.goesOn

    init(_ kind: Kind) {
        self.kind = kind
        rest = if case .length(let length) = kind { length } else { 0 }
    }

    /// The bytes to send for a piece; none where there is nothing to send yet.
    mutating func frame(_ piece: StreamPiece) -> ArraySlice<UInt8> {
        switch piece {
        case .bytes(let data): return frame(data)
        case .end: return end()
        case .failure:
            progress = .isCut(kind == .untilClose ? .reset : .close)
            return []
        }
    }

    private mutating func frame(_ data: Data) -> ArraySlice<UInt8> {
        switch kind {
        case .untilClose:
            return Array(data)[...]
        case .chunked:
            guard !data.isEmpty else { return [] }
            var bytes = Array((String(data.count, radix: 16) + "\r\n").utf8)
            bytes.reserveCapacity(bytes.count + data.count + 2)
            bytes += data
            bytes += [0x0D, 0x0A]
            return bytes[...]
        case .length:
            guard data.count >= rest else {
                rest -= data.count
                return Array(data)[...]
            }
            // What is beyond the length is not sent.
            if rest > 0 { held = data.prefix(rest) }
            if data.count > rest { progress = .isCut(.close) }
            rest = 0
            return progress == .goesOn ? [] : Array(held)[...]
        }
    }

    private mutating func end() -> ArraySlice<UInt8> {
        progress = rest > 0 ? .isCut(.close) : .isComplete
        return kind == .chunked ? Array("0\r\n\r\n".utf8)[...] : Array(held)[...]
    }
}
