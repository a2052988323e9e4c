#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The status and the fields of an answer, without its body.
public struct ResponseHead: Hashable, Sendable {
    /// What the server says of the request.
    public var status: HTTPStatus
    /// Every field line, in the order in which they came.
    public var fields: HTTPFields

    /// A head of its parts.
    public init(status: HTTPStatus, fields: HTTPFields = [:]) {
        self.status = status
        self.fields = fields
    }

    /// What `Content-Type` says, or nil where it is missing or no media type.
    public var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }
}

/// One answer: a head, and a body that is either whole or still on its way.
public struct HTTPResponse: Sendable {
    /// Status and fields.
    public var head: ResponseHead
    /// The body, whole or still on its way, as it was asked for.
    public var body: Body

    /// The body of an answer, its content encodings undone.
    public enum Body: Sendable {
        /// All of it.
        case bytes(Data)
        /// Chunk by chunk, as it arrives and as fast as it is read.
        case chunks(HTTPChunks)
    }

    /// An answer; with no body unless given.
    public init(head: ResponseHead, body: Body = .bytes(Data())) {
        self.head = head
        self.body = body
    }

    /// An answer that is whole.
    public init(status: HTTPStatus, fields: HTTPFields = [:], body: Data = Data()) {
        self.init(head: ResponseHead(status: status, fields: fields), body: .bytes(body))
    }

    /// The head's status.
    public var status: HTTPStatus {
        get { head.status }
        set { head.status = newValue }
    }

    /// The head's fields.
    public var fields: HTTPFields {
        get { head.fields }
        set { head.fields = newValue }
    }

    /// The whole body where it was buffered, nil where it is streamed.
    public var data: Data? {
        if case .bytes(let data) = body { data } else { nil }
    }

    /// The whole body, read to its end where it is streamed.
    /// - Parameter limit: the most bytes to take.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/bodyTooLarge(limit:)`` beyond the limit, or what the
    ///   stream fails with.
    public func bytes(limit: Int) async throws(TransportError) -> Data {
        switch body {
        case .bytes(let data):
            guard data.count <= limit else { throw TransportError(.bodyTooLarge(limit: limit)) }
            return data
        case .chunks(let chunks):
            return try await chunks.collected(limit: limit)
        }
    }
}
