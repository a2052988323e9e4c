/// When each phase of one exchange was over, from its start on, as far as the transport knows.
///
/// A moment is nil where the phase did not come about: on a kept connection no name is resolved, no connection made and
/// no TLS agreed on; where an exchange fails, what would have followed is nil.
///
/// ```swift
/// for await event in client.events() {
///     guard let timings = event.timings else { continue }
///     print(event.call.name, timings.connecting ?? .zero, timings.waiting ?? .zero)
/// }
/// ```
public struct TransportTimings: Hashable, Sendable {
    /// The host's name was resolved.
    public var nameResolved: Duration?
    /// The connection stood, without its TLS.
    public var connected: Duration?
    /// TLS was agreed on.
    public var secured: Duration?
    /// The request began to leave.
    public var requestStarted: Duration?
    /// The request had left. Few stacks tell; libcurl does not.
    public var requestSent: Duration?
    /// The first byte of the answer was there.
    public var firstByte: Duration?
    /// The answer was complete, or the exchange failed. Nil for a streamed answer whose body is still to come.
    public var completed: Duration?
    /// Whether the exchange went over a connection that was there already; nil where there was none, or nobody knows.
    public var isConnectionReused: Bool?
    /// The protocol by its ALPN name (RFC 7301): `http/1.1`, `h2`, `h3`; nil before an answer.
    public var networkProtocol: String?
    /// Bytes of the request's body that were sent, again where the stack sent it again.
    public var requestBodyBytes: Int64?
    /// Bytes of the answer's body that came, before content encodings are undone.
    public var responseBodyBytes: Int64?

    /// Timings of which nothing is known but what is set then.
    public init() {}

    /// How long the name took to resolve.
    public var nameResolution: Duration? { nameResolved }
    /// How long the connection took to stand, once the name was resolved.
    public var connecting: Duration? { Self.difference(connected, nameResolved) }
    /// How long TLS took, once the connection stood.
    public var securing: Duration? { Self.difference(secured, connected) }
    /// From the end of the request, or its beginning where the end is not known, to the answer's first byte.
    public var waiting: Duration? { Self.difference(firstByte, requestSent ?? requestStarted) }

    private static func difference(_ end: Duration?, _ start: Duration?) -> Duration? {
        guard let end, let start else { return nil }
        return max(.zero, end - start)
    }
}

extension TransportTimings: CustomStringConvertible {
    /// `name 0.001 seconds, connected 0.002 seconds, first byte 0.03 seconds, complete 0.031 seconds, new connection, h2`
    public var description: String {
        let moments: [(String, Duration?)] = [
            ("name", nameResolved), ("connected", connected), ("secured", secured), ("request sent", requestSent),
            ("first byte", firstByte), ("complete", completed),
        ]
        var parts = moments.compactMap { name, moment in moment.map { "\(name) \($0)" } }
        if let isConnectionReused { parts.append(isConnectionReused ? "kept connection" : "new connection") }
        if let networkProtocol { parts.append(Redaction.line(networkProtocol, limit: 32)) }
        return parts.joined(separator: ", ")
    }
}
