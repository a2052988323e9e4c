/// One redirect: what was sent, what came back, and what would be sent next.
public struct Redirect: Sendable {
    /// From 1, within the call.
    public let number: Int
    /// The request that was redirected.
    public let request: HTTPRequest
    /// The head of the answer, whose status is 301, 302, 303, 307 or 308.
    public let response: ResponseHead
    /// What follows by RFC 9110: at another origin, without the fields that are not for it.
    public let next: HTTPRequest

    /// Whether it leads to the same scheme, host and port, or from `http` to `https` on one host with both at their
    /// own ports (80 and 443). Only then does the next request keep credentials and the client's own fields.
    public var keepsOrigin: Bool { request.origin.admits(next.origin) }

    /// Whether it leads from `https` to `http`.
    public var isDowngrade: Bool { request.scheme == "https" && next.scheme == "http" }
}

extension Redirect: CustomStringConvertible {
    /// Status and URLs, redacted: `302 Found from GET https://h/a to GET https://h/b`.
    public var description: String {
        let redaction = Redaction.standard
        return """
            \(response.status) from \(request.method) \(redaction.url(request.urlText)) \
            to \(next.method) \(redaction.url(next.urlText))
            """
    }
}
