/// A request as it would go out, redacted: what `explain` of a ``Client`` gives.
public struct RequestExplanation: Sendable {
    /// Which call it is, in words.
    public let call: CallDescription
    public let request: RedactedRequest

    /// A command that sends the same request, quoted for a POSIX shell.
    public var curlCommand: String { request.curlCommand }
}

extension RequestExplanation: CustomStringConvertible {
    /// The call's name and route, the request line, the fields, and the body where it can be shown.
    public var description: String {
        let fields = request.fields.map { "\($0.name): \($0.value)" }
        let lines = ["\(call.name) (\(call.route))", "\(request.method) \(request.urlText)"] + fields
        return (lines + (request.body.map { ["", $0] } ?? [])).joined(separator: "\n")
    }
}
