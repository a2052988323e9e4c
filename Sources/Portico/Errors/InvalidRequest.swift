/// Why a request cannot be sent: nothing of it has left yet.
public struct InvalidRequest: Error, Hashable, Sendable {
    /// The part of the request that is wrong.
    public let location: Location
    /// What is wrong with it, as a clause: `the value holds a line feed, which no field value may`.
    public let message: String

    /// Where in a request something can be wrong.
    public enum Location: Hashable, Sendable {
        /// A property of the endpoint, or a label of the router's case, by its name in Swift.
        case property(String)
        /// The template of method and path.
        case route
        /// Scheme, host, port, path or query.
        case url
        /// A field by its name.
        case field(String)
        /// The body as a whole.
        case body
        /// A part of a multipart form by its name.
        case part(String)
        /// What a call asks for and its transport cannot do.
        case options
    }

    /// A refusal; the message is a clause, and holds no secret.
    public init(_ location: Location, _ message: String) {
        self.location = location
        self.message = message
    }
}

extension InvalidRequest: CustomStringConvertible {
    /// Place and reason in one line: `property 'org': the path segment is empty`.
    public var description: String { "\(location): \(message)" }
}

extension InvalidRequest.Location: CustomStringConvertible {
    public var description: String {
        switch self {
        case .property(let name): "property '\(name)'"
        case .route: "route"
        case .url: "URL"
        case .field(let name): "field '\(name)'"
        case .body: "body"
        case .part(let name): "part '\(name)'"
        case .options: "options"
        }
    }
}
