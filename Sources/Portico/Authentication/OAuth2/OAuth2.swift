#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The requests of OAuth 2.0 (RFC 6749) to a token endpoint, for one client of it.
///
/// ```swift
/// let oauth = OAuth2(tokenURL: URL(string: "https://id.example/token")!, clientID: "shop", clientSecret: secret)
/// let token = try await client.send(oauth.clientCredentials(scope: "orders"))
/// ```
///
/// They use no authenticator, and nothing of the client's environment goes along unless the endpoint is of its origin. A
/// redirect to another origin is not followed, for the form holds secrets: it is an unexpected status.
/// As the refresh of a ``CredentialRefresher``:
///
/// ```swift
/// let session = CredentialRefresher(apply: .bearer(\.accessToken), expiry: \.expires) { old in
///     try await oauth.renewed(old, by: client)
/// }
/// ```
public struct OAuth2: Sendable {
    /// How a client with a secret says who it is (RFC 6749, section 2.3.1).
    public enum ClientAuthentication: Hashable, Sendable {
        /// In `Authorization`, which every server has to know.
        case basic
        /// In the form.
        case form
    }

    private let tokenURL: URL
    private let clientID: String
    private let clientSecret: Secret?
    private let authentication: ClientAuthentication

    /// - Parameters:
    ///   - tokenURL: the token endpoint.
    ///   - clientID: who asks.
    ///   - clientSecret: nil for a public client, such as an app, which says its id in the form.
    ///   - authentication: where the secret goes; `Authorization` unless given.
    public init(
        tokenURL: URL, clientID: String, clientSecret: String? = nil, authentication: ClientAuthentication = .basic
    ) {
        self.tokenURL = tokenURL
        self.clientID = clientID
        self.clientSecret = clientSecret.map(Secret.init)
        self.authentication = authentication
    }

    /// A token for the client itself (section 4.4).
    public func clientCredentials(scope: String? = nil) -> Request<OAuth2Token, OAuth2Problem> {
        request([("grant_type", "client_credentials"), ("scope", scope)])
    }

    /// A token in place of one that ends (section 6).
    public func refresh(_ refreshToken: String, scope: String? = nil) -> Request<OAuth2Token, OAuth2Problem> {
        request([("grant_type", "refresh_token"), ("refresh_token", refreshToken), ("scope", scope)])
    }

    /// A token for an authorization code (section 4.1.3), with the secret that its request was made with (RFC 7636).
    public func exchange(code: String, redirectURI: String?, pkce: PKCE) -> Request<OAuth2Token, OAuth2Problem> {
        request([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", pkce.verifier),
        ])
    }

    /// A token in place of one that ends, with the old refresh token where no new one comes.
    /// - Throws: ``CredentialProblem/rejected(_:)`` where there is no refresh token, or the server wants it no more
    ///   (`invalid_grant`); else the call's error.
    public func renewed(_ old: OAuth2Token, by client: Client) async throws -> OAuth2Token {
        guard let refreshToken = old.refreshToken else { throw CredentialProblem.rejected(CredentialProblem.missing) }
        do throws(CallError<OAuth2Problem>) {
            return try await client.send(refresh(refreshToken)).keepingRefreshToken(of: old)
        } catch {
            if case .failure(let problem) = error.reason, problem.code == "invalid_grant" {
                throw CredentialProblem.rejected(problem)
            }
            throw error
        }
    }

    private func request(_ items: [(String, String?)]) -> Request<OAuth2Token, OAuth2Problem> {
        var items = items
        var fields = HTTPFields()
        let id = Self.escaped(clientID)
        if let clientSecret, authentication == .basic {
            let credentials = Data("\(id):\(Self.escaped(clientSecret.value))".utf8).base64EncodedString()
            fields[.authorization] = "Basic " + credentials
        } else {
            items += [("client_id", clientID), ("client_secret", clientSecret?.value)]
        }
        let form = items.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        // Whatever style and decoder the client has: the form of these messages is the RFC's.
        let json = FoundationJSON()
        var request = Request<OAuth2Token, OAuth2Problem>(
            .post, url: tokenURL,
            body: .bytes(Data(form.joined(separator: "&").utf8), mediaType: .formURLEncoded),
            mapping: .decoded(by: json))
        request.failureMapping = .decoded(by: json)
        // The form holds secrets, and a 307 or 308 would take it along to whatever server it names.
        request.options = CallOptions(authenticator: .anonymous, redirectPolicy: .sameOrigin, fields: fields)
        return request
    }

    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes, for: .form)
        return bytes.asUTF8Text
    }
}
