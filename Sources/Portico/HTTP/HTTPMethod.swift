/// A request method: a case-sensitive token, open to every one that a server may know (RFC 9110, section 9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name as it goes out.
    public let rawValue: String

    /// A method of this name, or nil where the name is not a token.
    public init?(rawValue: String) {
        guard rawValue.isToken else { return nil }
        self.rawValue = rawValue
    }

    private init(known: String) { rawValue = known }

    /// Asks for a representation.
    public static let get = HTTPMethod(known: "GET")
    /// Asks for the head of what GET gives.
    public static let head = HTTPMethod(known: "HEAD")
    /// Has the target work on the body.
    public static let post = HTTPMethod(known: "POST")
    /// Puts the body in place of what is there.
    public static let put = HTTPMethod(known: "PUT")
    /// Changes a part of what is there (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// Removes what is there.
    public static let delete = HTTPMethod(known: "DELETE")
    /// Asks what can be asked.
    public static let options = HTTPMethod(known: "OPTIONS")
    /// Has the request sent back.
    public static let trace = HTTPMethod(known: "TRACE")
    /// Makes a tunnel.
    public static let connect = HTTPMethod(known: "CONNECT")
    /// A safe request whose query is its body (the IETF draft on the QUERY method).
    public static let query = HTTPMethod(known: "QUERY")

    /// Whether a request asks for nothing to change on the server (RFC 9110, section 9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }

    /// Whether sending a request twice does what sending it once does (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether it is one of those above.
    var isKnown: Bool {
        switch self {
        case .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query: true
        default: false
        }
    }

    /// Whether the parameters of an endpoint that its route does not name go into the query instead of the body.
    var putsParametersInQuery: Bool { self == .get || self == .head || self == .delete }
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
