public import Portico

/// A request that wants a fixture: what a mapper of a ``FixtureTransport`` chooses a file by.
public struct FixtureCall: Sendable {
    /// The request as it would leave.
    public let request: HTTPRequest
    /// The endpoint's or router's value; nil for a request that a factory made, and where no client is at work.
    public let endpoint: (any Sendable)?
    /// The route with its placeholders, `GET /users/{id}`, or the method and path of a factory's request; nil where no
    /// client is at work.
    public let route: String?

    init(_ request: HTTPRequest, _ context: CallContext?) {
        self.request = request
        endpoint = context?.endpoint
        route = context?.description.route
    }

    /// The last part of the path and no query: what is printed.
    var description: String { "\(request.method) \(request.path.prefix { $0 != "?" })" }
}
