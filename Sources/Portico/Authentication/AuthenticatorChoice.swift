/// Which of its client's authenticators a call uses.
///
/// ```swift
/// struct LogIn: Endpoint {
///     static let route: Route = "POST /sessions"
///     static let options = CallOptions(authenticator: .anonymous)
///     var user: String, password: String
/// }
///
/// struct DeleteUser: Endpoint {
///     static let route: Route = "DELETE /users/{id}"
///     static let options = CallOptions(authenticator: "admin")
///     var id: Int
/// }
/// ```
public enum AuthenticatorChoice: Hashable, Sendable {
    /// The one of this name. A call that names one which its client does not hold fails before anything is sent.
    case named(String)
    /// None at all: for a log-in, or a page that everybody may see.
    case anonymous
}

extension AuthenticatorChoice: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .named(value) }
}
