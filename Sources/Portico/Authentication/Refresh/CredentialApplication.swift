/// Where a token of a ``CredentialRefresher`` goes on a request.
///
/// ```swift
/// .bearer(\.accessToken)                               // Authorization: Bearer …
/// .field("X-Session") { $0.id }
/// ```
public struct CredentialApplication<Token: Sendable>: Sendable {
    let apply: @Sendable (Token, inout HTTPRequest) throws -> Void
    let hideSecrets: @Sendable (inout Redaction) -> Void

    /// A closure that puts the token on a request.
    /// - Parameters:
    ///   - hiding: adds the names by which it goes there, other than `Authorization` and `Cookie`, to those that are
    ///     hidden.
    ///   - apply: puts it there, in place of any other.
    public static func custom(
        hiding: @escaping @Sendable (inout Redaction) -> Void,
        _ apply: @escaping @Sendable (Token, inout HTTPRequest) throws -> Void
    ) -> Self {
        Self(apply: apply, hideSecrets: hiding)
    }

    /// `Authorization: Bearer …` (RFC 6750).
    public static func bearer(_ text: @escaping @Sendable (Token) -> String) -> Self {
        Self(apply: { $1.setBearer(text($0)) }, hideSecrets: { _ in })
    }

    /// A field of this name.
    public static func field(_ name: HTTPField.Name, _ text: @escaping @Sendable (Token) -> String) -> Self {
        Self(apply: { $1.fields[name] = text($0) }, hideSecrets: { $0.fieldNames.insert(name.rawName) })
    }
}

extension CredentialApplication<String> {
    /// `Authorization: Bearer …` (RFC 6750).
    public static var bearer: Self { .bearer(\.self) }
}
