/// A request as it would go out, redacted: what `explain` of a ``Client`` gives.
public struct RequestExplanation: Sendable {
    /// Which call it is, in words.
    public let call: CallDescription
    /// The request, with its secrets hidden.
    public let request: RedactedRequest

    /// A command that sends the same request, quoted for a POSIX shell.
    public var curlCommand: String { request.curlCommand }
}

extension RequestExplanation: CustomStringConvertible {
    /// The call's name and route, the request line, the fields, and the body where it can be shown.
    public var description: String { "\(call.name) (\(call.route))\n\(request)" }
}
