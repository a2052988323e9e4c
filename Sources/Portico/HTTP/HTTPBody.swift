#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a request: nothing, bytes, a file, a multipart form, or a stream of chunks.
///
/// It knows its media type, its length where that can be known, and whether it can be sent again.
public struct HTTPBody: Sendable {
    package let content: Content

    /// What `Content-Type` says where the request's fields do not say it already.
    public var mediaType: MediaType?

    package enum Content: Sendable {
        case none
        case bytes(Data)
        case file(URL)
        case multipart(Multipart)
        case stream(StreamContent)
    }

    private init(_ content: Content, _ mediaType: MediaType?) {
        self.content = content
        self.mediaType = mediaType
    }

    /// No body at all.
    public static var none: HTTPBody { HTTPBody(.none, nil) }

    /// Bytes in memory.
    public static func bytes(_ data: Data, mediaType: MediaType? = .octetStream) -> HTTPBody {
        HTTPBody(.bytes(data), mediaType)
    }

    /// Text in UTF-8.
    public static func text(_ text: String, mediaType: MediaType = .plainText.with("charset", "utf-8")) -> HTTPBody {
        HTTPBody(.bytes(Data(text.utf8)), mediaType)
    }

    /// A file, read while it is sent and never held whole in memory.
    public static func file(_ url: URL, mediaType: MediaType? = .octetStream) -> HTTPBody {
        HTTPBody(.file(url), mediaType)
    }

    /// A `multipart/form-data` form. Its media type carries the boundary that its bytes use, in every attempt.
    public static func multipart(_ form: Multipart) -> HTTPBody {
        HTTPBody(.multipart(form), .multipartFormData(boundary: form.boundary))
    }

    /// Chunks that can be made anew for every attempt, so the body can be sent again.
    /// - Parameters:
    ///   - length: the number of bytes in all where it is known: another number sent is an error. Nil sends the body in
    ///     chunks of unknown number.
    ///   - mediaType: what `Content-Type` says.
    ///   - makeChunks: called for each attempt.
    public static func stream(
        length: Int64? = nil,
        mediaType: MediaType? = .octetStream,
        _ makeChunks: @escaping @Sendable () -> HTTPChunks
    ) -> HTTPBody {
        HTTPBody(.stream(StreamContent(length: length, isReplayable: true, makeChunks: makeChunks)), mediaType)
    }

    /// Chunks that exist once. The body cannot be sent again, so a retry of it is refused.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        once chunks: Chunks,
        length: Int64? = nil,
        mediaType: MediaType? = .octetStream
    ) -> HTTPBody where Chunks.Element == Data {
        let chunks = HTTPChunks(chunks)
        return HTTPBody(.stream(StreamContent(length: length, isReplayable: false) { chunks }), mediaType)
    }

    /// Whether there is no body, which is not the same as one of no bytes.
    public var isNone: Bool {
        if case .none = content { true } else { false }
    }

    /// The number of bytes, or nil where only sending will tell.
    ///
    /// For a file it is asked of the file system each time, and nil where there is no such file.
    public var length: Int64? {
        switch content {
        case .none: 0
        case .bytes(let data): Int64(data.count)
        case .file(let url): FileReader.size(of: url)
        case .multipart(let form): form.length
        case .stream(let stream): stream.length
        }
    }

    /// Whether the body can be sent a second time: everything but a stream that exists once.
    public var isReplayable: Bool {
        if case .stream(let stream) = content { stream.isReplayable } else { true }
    }

    /// The bytes where they are in memory already, and nil for files, forms and streams.
    public var data: Data? {
        switch content {
        case .none: Data()
        case .bytes(let data): data
        case .file, .multipart, .stream: nil
        }
    }

    /// The bytes, chunk by chunk, of whatever kind the body is: how a transport reads it.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/bodyConsumed`` for a stream that was read before; of
    ///   kind ``TransportError/Kind/bodyFailed``, while reading, for a file that cannot be read and for a file or a
    ///   stream that is longer or shorter than ``length`` is now.
    public func chunks() throws(TransportError) -> HTTPChunks { try chunks(ofLength: length) }

    /// The chunks for a transport that has told the peer a length already, the body's ``length`` at that moment. A file
    /// that changes its size from then on, or while it is read, fails and never breaks the framing.
    package func chunks(ofLength announced: Int64?) throws(TransportError) -> HTTPChunks {
        let chunks =
            switch content {
            case .none: HTTPChunks(PieceSource([]))
            case .bytes(let data): HTTPChunks(PieceSource([.bytes(data)]))
            case .file(let url): HTTPChunks(PieceSource([.file(url)]))
            case .multipart(let form): HTTPChunks(PieceSource(form.pieces))
            case .stream(let stream): try stream.chunks()
            }
        guard let announced, data == nil else { return chunks }
        return HTTPChunks(CountedSource(chunks, length: announced))
    }
}
