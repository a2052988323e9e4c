#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// A request as a ``MockServer`` received it: every byte, and what they say.
///
/// ```swift
/// let request = try #require(await server.nextRequest())
/// request.target                  // "/users?page=2"
/// request.fields[.accept]         // "application/json"
/// request.text                    // the body, its chunks joined
/// String(decoding: request.rawHead, as: UTF8.self)   // "GET /users?page=2 HTTP/1.1\r\n…\r\n\r\n"
/// ```
public struct ReceivedRequest: Sendable {
    /// The request's place among all that the server received, from 1.
    public internal(set) var number = 0
    /// The connection that it came over, from 1.
    public internal(set) var connection = 0
    /// A moment after the request had come, which many requests have in common: what was true then, was true for each.
    package internal(set) var arrival = ContinuousClock.now
    /// The method, as it came.
    public let method: HTTPMethod
    /// Path and query as they came, nothing unescaped.
    public let target: String
    /// `HTTP/1.1` or `HTTP/1.0`.
    public let version: String
    /// Every field line, in order, the framing ones among them.
    public let fields: HTTPFields
    /// The fields after a body in chunks.
    public internal(set) var trailers = HTTPFields()
    /// The first line and the field lines, with the empty line that ends them.
    public let rawHead: Data
    /// The body as it came over the wire, with the sizes of its chunks and its trailers.
    public internal(set) var rawBody = Data()
    /// The body itself, its chunks joined.
    public internal(set) var body = Data()

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// What follows the target's question mark; nil where there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The body read as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Whether the connection may serve another request after this one (RFC 9112, section 9.3).
    var keepsAlive: Bool {
        let words = (fields[.connection] ?? "").lowercased().split(separator: ",")
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        return version == "HTTP/1.1" ? !words.contains("close") : words.contains("keep-alive")
    }
}
