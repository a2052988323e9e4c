/// A request as it may be printed, with nothing in it that its ``Redaction`` hides.
public struct RedactedRequest: Hashable, Sendable {
    /// The request's method, which is no secret.
    public let method: HTTPMethod
    /// The whole URL, without user information and the values of secret query items.
    public let urlText: String
    /// With the `Content-Type` that the body brings.
    public let fields: HTTPFields
    /// The body as text, or what it is in words: `<file /tmp/photo.jpg, 1234 bytes>`. Nil where there is none.
    public var body: String? { content.description }

    let content: RedactedContent

    /// A request by the rules of a redaction.
    public init(_ request: HTTPRequest, by redaction: Redaction = .standard) {
        method = request.method
        urlText = redaction.url(request.urlText)
        var fields = redaction.fields(request.fields)
        if let mediaType = request.body.mediaType, !fields.contains(.contentType) {
            fields.append(.contentType, mediaType.description)
        }
        self.fields = fields
        content = RedactedContent(request, by: redaction)
    }

    /// The request as a command for a shell, secrets hidden.
    ///
    /// Where nothing had to be hidden or left out it sends what the request sends. A body that is not in here makes
    /// curl look for a file that is named after what is missing, and stop; a streamed one is read from standard input.
    public var curlCommand: String { CurlCommand.text(for: self) }
}

extension RedactedRequest: CustomStringConvertible {
    /// Method and URL, a line for each field, and the body after an empty line.
    public var description: String {
        let lines = ["\(method) \(urlText)"] + fields.map { "\($0.name): \($0.value)" }
        return (lines + (body.map { ["", $0] } ?? [])).joined(separator: "\n")
    }
}

extension HTTPRequest {
    /// The request as a command for a shell with every secret in it: for a terminal of one's own, never for a log.
    public var curlCommandWithSecrets: String { RedactedRequest(self, by: .nothing).curlCommand }
}
