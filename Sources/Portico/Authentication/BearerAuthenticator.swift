/// A token in `Authorization: Bearer …` (RFC 6750, section 2.1).
///
/// ```swift
/// let api = client.withAuthenticator(.bearer("eyJhbGciOi…"))
/// ```
///
/// A token that ends and is got anew belongs to a ``CredentialRefresher``.
public struct BearerAuthenticator: Authenticator, DeadlineKeeping {
    private let value: Secret

    /// A token, without `Bearer` before it.
    public init(token: String) { value = Secret("Bearer " + token) }

    public func credential(for request: HTTPRequest, in call: CallContext) -> String? { value.value }

    public func apply(_ credential: String, to request: inout HTTPRequest) {
        request.fields[.authorization] = credential
    }
}

extension Authenticator where Self == BearerAuthenticator {
    /// A token in `Authorization: Bearer …`.
    public static func bearer(_ token: String) -> Self { BearerAuthenticator(token: token) }
}

extension HTTPRequest {
    mutating func setBearer(_ token: String) { fields[.authorization] = "Bearer " + token }
}
