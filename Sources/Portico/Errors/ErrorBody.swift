#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An answer that is no success, kept whole: what a call fails with where its endpoint names no `Failure`.
///
/// ```swift
/// catch {
///     if case .failure(let body) = error.reason, let problem = body.problem { show(problem.title) }
/// }
/// ```
public struct ErrorBody: Hashable, Sendable {
    /// Status and fields, with the secrets that they hold.
    public let head: ResponseHead
    /// Every byte of the body, up to the call's limit.
    public let data: Data

    /// A body with its head, as a test may need it.
    public init(head: ResponseHead, data: Data) {
        self.head = head
        self.data = data
    }

    /// The status that was no success.
    public var status: HTTPStatus { head.status }

    /// The body as problem details (RFC 9457), where the answer says that it is some and it is an object of JSON.
    public var problem: ProblemDetails? {
        guard let mediaType = head.mediaType, MediaType.problemJSON.includes(mediaType) else { return nil }
        return json?.object.map { ProblemDetails($0) }
    }

    /// The body as JSON, whatever its media type says; nil where it is none.
    public var json: JSONValue? { JSONValue(parsing: data) }

    /// The body as text in the charset of the answer, UTF-8 where it names none; nil where the charset is unknown.
    public var text: String? { Charset.text(of: data, charset: head.mediaType?["charset"]) }
}

extension ErrorBody: CustomStringConvertible {
    /// One line of at most some 500 bytes: status, type, and the problem or the redacted body.
    public var description: String { description(by: .standard) }

    /// The line by rules of one's own.
    public func description(by redaction: Redaction) -> String {
        if data.isEmpty { return "\(status), no body" }
        if let problem { return "\(status): \(Redaction.line(redaction.text(problem.description), limit: 400))" }
        return "\(status): \(excerpt(by: redaction))"
    }

    /// The beginning of the body, redacted, in one line of at most some 400 bytes.
    func excerpt(by redaction: Redaction) -> String {
        var brief = redaction
        brief.bodyLimit = min(redaction.bodyLimit, 400)
        return Redaction.line(brief.body(data, mediaType: head.mediaType))
    }
}
