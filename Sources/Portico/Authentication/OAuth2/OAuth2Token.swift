#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a token endpoint answers (RFC 6749, section 5.1). It is never printed with its secrets.
///
/// It is decoded from the answer, whose `expires_in` counts from that moment, and from what it is encoded to, which has
/// the date `expires_at` instead.
public struct OAuth2Token: Hashable, Sendable {
    private let access: Secret
    private let refresh: Secret?
    /// How it is used; `Bearer` almost always.
    public let type: String
    /// When it ends; nil where the server did not say.
    public let expires: Date?
    /// What it is good for, where that is not what was asked for.
    public let scope: String?

    /// A token from elsewhere.
    /// - Parameters:
    ///   - accessToken: what goes with each request.
    ///   - refreshToken: what another token is got with; nil where there is none.
    ///   - type: how it is used.
    ///   - expires: when it ends; nil where nobody said.
    ///   - scope: what it is good for, where that is not what was asked for.
    public init(
        accessToken: String, refreshToken: String? = nil, type: String = "Bearer", expires: Date? = nil,
        scope: String? = nil
    ) {
        access = Secret(accessToken)
        refresh = refreshToken.map(Secret.init)
        self.type = type
        self.expires = expires
        self.scope = scope
    }

    /// What goes along with requests.
    public var accessToken: String { access.value }
    /// What the next token is got with; nil where there is none.
    public var refreshToken: String? { refresh?.value }

    /// The same token with the refresh token of another where it has none: a server that sends no new one means the old
    /// to stay.
    func keepingRefreshToken(of old: OAuth2Token) -> OAuth2Token {
        guard refresh == nil else { return self }
        return OAuth2Token(
            accessToken: accessToken, refreshToken: old.refreshToken, type: type, expires: expires, scope: scope)
    }
}

extension OAuth2Token: Codable {
    private enum CodingKeys: String, CodingKey {
        case access = "access_token"
        case refresh = "refresh_token"
        case type = "token_type"
        case lifetime = "expires_in"
        case expires = "expires_at"
        case scope
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            accessToken: try container.decode(String.self, forKey: .access),
            refreshToken: try container.decodeIfPresent(String.self, forKey: .refresh),
            type: try container.decodeIfPresent(String.self, forKey: .type) ?? "Bearer",
            expires: try Self.expiry(container),
            scope: try container.decodeIfPresent(String.self, forKey: .scope))
    }

    private static func expiry(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Date? {
        if let seconds = try container.decodeIfPresent(Double.self, forKey: .expires) {
            return Date(timeIntervalSince1970: seconds)
        }
        guard container.contains(.lifetime), try !container.decodeNil(forKey: .lifetime) else { return nil }
        // Some servers write the number as text.
        let number = try? container.decode(Double.self, forKey: .lifetime)
        let text = number == nil ? try container.decode(String.self, forKey: .lifetime) : ""
        guard let seconds = number ?? Double(text), seconds.isFinite, seconds >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .lifetime, in: container, debugDescription: "no number of seconds")
        }
        return Date().addingTimeInterval(min(seconds, 3_155_760_000))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .access)
        try container.encodeIfPresent(refreshToken, forKey: .refresh)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(expires?.timeIntervalSince1970, forKey: .expires)
        try container.encodeIfPresent(scope, forKey: .scope)
    }
}

/// What a token endpoint answers when it refuses (RFC 6749, section 5.2).
public struct OAuth2Problem: Error, Hashable, Sendable, Decodable {
    /// `invalid_grant`, `invalid_client`, …
    public let code: String
    /// For the developer, where the server says more.
    public let text: String?

    /// A refusal with the code of RFC 6749, section 5.2, and a text for the developer.
    public init(code: String, text: String? = nil) {
        self.code = code
        self.text = text
    }

    private enum CodingKeys: String, CodingKey {
        case code = "error"
        case text = "error_description"
    }
}

extension OAuth2Problem: CustomStringConvertible {
    public var description: String { text.map { "\(code): \(Redaction.line($0, limit: 200))" } ?? code }
}
