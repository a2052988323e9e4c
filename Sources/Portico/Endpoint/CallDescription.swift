/// Which call it is, in words: for errors, events, logs and mappers.
public struct CallDescription: Hashable, Sendable {
    /// The endpoint's or router's type, or `Request`.
    public let name: String
    /// The route with its placeholders, `GET /users/{id}`, or a request's method and path.
    public let route: String

    /// A call of this name and route.
    public init(name: String, route: String) {
        self.name = name
        self.route = route
    }
}
