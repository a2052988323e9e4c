#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request for an authorization code, which the user's browser carries (RFC 6749, section 4.1; RFC 7636).
///
/// ```swift
/// let authorization = OAuth2Authorization(clientID: "shop", redirectURI: "shop://signed-in", scope: "orders")
/// browser.open(authorization.url(at: URL(string: "https://id.example/authorize")!))
/// // … and when the browser comes back:
/// let code = try authorization.code(from: redirect)
/// let token = try await client.send(
///     oauth.exchange(code: code, redirectURI: "shop://signed-in", pkce: authorization.pkce))
/// ```
public struct OAuth2Authorization: Hashable, Sendable {
    /// Who asks.
    public let clientID: String
    /// Where the browser comes back to; nil where the server knows of one place only.
    public let redirectURI: String?
    /// What is asked for, names separated by spaces; nil for what the server gives by itself.
    public let scope: String?
    /// What the browser has to bring back, so that nobody else's answer is taken.
    public let state: String
    /// The secret that the exchange of the code has to show.
    public let pkce: PKCE

    /// - Parameters:
    ///   - clientID: by what name the server knows this client.
    ///   - redirectURI: where the browser brings the code; the only one that the server knows unless given.
    ///   - scope: what is asked for, in words with spaces between them; what the server gives by itself unless given.
    ///   - state: random unless given, as it is where a request is taken up again.
    ///   - pkce: a new secret unless given.
    public init(
        clientID: String, redirectURI: String? = nil, scope: String? = nil, state: String = PKCE().challenge,
        pkce: PKCE = PKCE()
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scope = scope
        self.state = state
        self.pkce = pkce
    }

    /// Where the browser goes; nil where the endpoint is no URL with a host.
    public func url(at endpoint: URL) -> URL? {
        guard let parts = URLText(endpoint.absoluteString) else { return nil }
        let items = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI), ("scope", scope),
            ("state", state), ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
        ]
        .compactMap { name, value in value.map { "\(name)=\(OAuth2.escaped($0))" } }
        let query = ([parts.query].compactMap(\.self).filter { !$0.isEmpty } + items).joined(separator: "&")
        return URL(string: "\(parts.scheme)://\(parts.authority)\(parts.path)?\(query)")
    }

    /// The code that the browser brought back.
    /// - Throws: ``OAuth2Problem``: what the server says (section 4.1.2.1), `state_mismatch` for the answer to another
    ///   request, and `missing_code` where there is neither.
    public func code(from redirect: URL) throws(OAuth2Problem) -> String {
        let items = Self.items(of: redirect)
        guard items["state"] == state else {
            throw OAuth2Problem(code: "state_mismatch", text: "this answers another request")
        }
        if let code = items["error"] { throw OAuth2Problem(code: code, text: items["error_description"]) }
        guard let code = items["code"], !code.isEmpty else { throw OAuth2Problem(code: "missing_code") }
        return code
    }

    private static func items(of url: URL) -> [String: String] {
        let text = url.absoluteString
        guard let mark = text.firstIndex(of: "?") else { return [:] }
        let query = text[text.index(after: mark)...].prefix { $0 != "#" }
        var items: [String: String] = [:]
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            items[String(parts[0])] = parts.count == 2 ? PercentEncoding.decoded(Array(parts[1].utf8)[...]) : ""
        }
        return items
    }
}
