public import Portico

/// A `Transport` over libcurl: the fastest one, and the one to use on Linux.
///
/// ```swift
/// let github = Client(environment: .gitHub, transport: .curl())
/// ```
///
/// It keeps the whole contract of `Transport` and lacks no capability. A transport has one thread of its own, on which all of
/// its transfers run, and keeps connections, names and TLS sessions for its next exchanges: make one and share it. It may
/// be dropped at any time; what is under way ends as it would, and then the thread and the connections go.
///
/// No redirect is followed, and no cookie, cache, stored credential, `.netrc` or proxy of the environment is used.
///
/// ## What goes beyond the contract
/// - **Requests on a kept connection** that turns out to be closed are sent again, once, over a new one where the method is
///   idempotent (RFC 9110, section 9.2.2). Others fail as `TransportError.Kind.connectionLost`. That holds for HTTP/2 too,
///   where a server may refuse a stream (`REFUSED_STREAM`) or take leave (`GOAWAY`): such a request was not processed, and any
///   could be sent again (RFC 9113, section 8.7), but libcurl does not tell these from a connection that was lost.
/// - **Expect** is sent only where the request has it; the body then waits up to a second for a `100`.
/// - **A request** begins to leave on its caller's thread where one goes at a time, which saves it the way to another
///   thread: the first of its body is read there, and its progress told. All the rest is done on the transport's thread.
/// - **Files** of a request's body are read, and **progress** is told, on these threads, so whoever is told must not block.
///   That of an upload counts the bytes handed to libcurl, at most 256 KiB more than have left.
public struct CurlTransport: Transport, DeadlineKeeping {
    private let core: TransportCore?

    /// A transport with connections of its own, which its copies share. A setting that libcurl does not take fails each call.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        core = TransportCore(configuration)
    }

    public var capabilities: TransportCapabilities {
        TransportCapabilities(contentEncodings: Libcurl.contentEncodings)
    }

    public func send(
        _ request: HTTPRequest, _ options: TransportOptions
    ) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        guard let core else {
            throw TransportError(.other, "the system had no thread or descriptor left for the transport's loop")
        }
        return try await core.send(request, options)
    }
}

extension Transport where Self == CurlTransport {
    /// libcurl: see ``CurlTransport``.
    public static func curl(_ configuration: CurlConfiguration = CurlConfiguration()) -> Self {
        CurlTransport(configuration)
    }
}
