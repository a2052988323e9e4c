import Portico

/// A request that wants an answer of a stub, with the call that it belongs to where a client is at work.
struct StubbedRequest: Sendable {
    /// With its body read.
    let request: HTTPRequest
    let context: CallContext?

    var method: HTTPMethod { request.method }
    /// The target up to its query.
    var path: Substring { request.path.prefix { $0 != "?" } }
    /// The endpoint's or router's value.
    var endpoint: (any Sendable)? { context?.endpoint }

    /// `GET /users/7?token=<redacted>`
    var description: String { "\(method) \(redaction.url(request.path))" }

    var redaction: Redaction { context?.redaction ?? .standard }

    /// Another call as this one's client would send it, and what this request has to be compared with: itself as it was
    /// declared, unless a redirect or a middleware has led it elsewhere.
    func counterparts<Response: Sendable, Failure: Sendable>(
        to other: Request<Response, Failure>
    ) throws -> (expected: HTTPRequest, own: HTTPRequest, isDeclared: Bool) {
        guard let context else {
            let environment = APIEnvironment("stub", baseURL: "\(request.scheme)://\(request.authority)")
            let client = Client(environment: environment, transport: Nowhere()).withUserAgent(nil)
            return (try client.declared(other), request, false)
        }
        let declared = try context.declared()
        let isDeclared = declared.method == method && declared.path.prefix { $0 != "?" } == path
        return (try context.declared(other), isDeclared ? declared : request, isDeclared)
    }
}

/// The transport of a client that makes requests and sends none.
struct Nowhere: Transport {
    var capabilities: TransportCapabilities { .all }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.unsupported, "nothing is sent here")
    }
}
