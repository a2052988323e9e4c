/// What of a request or an answer is never printed: the one place with the rules for logs, errors, cURL commands and
/// recordings.
///
/// ```swift
/// var redaction = Redaction.standard
/// redaction.bodyNames.insert("iban")
/// redaction.url("https://h/users?access_token=abc&page=2")   // "https://h/users?access_token=<redacted>&page=2"
/// ```
///
/// Secrets are known by the names that they go by. A body in which names cannot be found is left out as a whole.
public struct Redaction: Hashable, Sendable {
    /// Fields whose values are hidden.
    public var fieldNames: Names
    /// Items of a query, and of a form too, whose values are hidden.
    public var queryNames: Names
    /// Members of a JSON body, at any depth, and items of a form whose values are hidden with all that is in them.
    public var bodyNames: Names
    /// The most bytes of a body that are printed; 4 KiB unless said otherwise.
    public var bodyLimit: Int
    /// Whether other text, such as a page of HTML, is printed as it is. Not unless said so: no rule finds a secret in
    /// it.
    public var showsOtherText: Bool

    /// What stands where a secret was.
    public static let replacement = "<redacted>"

    /// Rules of one's own; most begin with ``standard`` and add names to it.
    public init(
        fieldNames: Names,
        queryNames: Names,
        bodyNames: Names,
        bodyLimit: Int = 4096,
        showsOtherText: Bool = false
    ) {
        self.fieldNames = fieldNames
        self.queryNames = queryNames
        self.bodyNames = bodyNames
        self.bodyLimit = bodyLimit
        self.showsOtherText = showsOtherText
    }

    /// The names that secrets go by in most APIs.
    public static let standard = Redaction(
        fieldNames: [
            "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "API-Key", "X-API-Key", "X-API-Token",
            "X-Access-Token", "X-Auth-Key", "X-Auth-Token", "X-Session-Token", "X-CSRF-Token", "X-XSRF-Token",
            "X-Amz-Security-Token", "X-Goog-API-Key", "X-Vault-Token", "Private-Token", "Job-Token",
            "X-Functions-Key", "Ocp-Apim-Subscription-Key", "X-Shopify-Access-Token",
        ],
        queryNames: [
            "access_token", "api_key", "api_token", "app_secret", "auth", "auth_token", "client_secret", "code",
            "code_verifier", "id_token", "jsessionid", "jwt", "key", "password", "private_token", "refresh_token",
            "secret", "session_token", "sig", "signature", "subscription_key", "ticket", "token",
            "X-Amz-Credential", "X-Amz-Security-Token", "X-Amz-Signature", "X-Goog-Credential", "X-Goog-Signature",
        ],
        bodyNames: [
            "access_token", "api_key", "api_token", "app_secret", "assertion", "auth_token", "authorization",
            "card_number", "client_assertion", "client_secret", "code_verifier", "confirm_password", "credentials",
            "current_password", "cvc", "cvv", "id_token", "jwt", "new_password", "old_password", "otp", "passphrase",
            "passwd", "password", "password_confirmation", "private_key", "pwd", "refresh_token", "secret",
            "secret_access_key", "secret_key", "session_token", "token",
        ]
    )

    /// Nothing hidden and nothing left out, for the one function that says so in its name.
    static let nothing = Redaction(
        fieldNames: [], queryNames: [], bodyNames: [], bodyLimit: .max, showsOtherText: true
    )

    /// The fields, with the values of the named ones hidden, and in those that hold URLs what a URL hides.
    public func fields(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: value(of: $0)) })
    }

    private func value(of field: HTTPField) -> String {
        if fieldNames.contains(field.name.rawName) { return Self.replacement }
        return Self.urlFields.contains(field.name) ? url(field.value) : field.value
    }

    /// The head of an answer with its fields redacted.
    public func head(_ head: ResponseHead) -> ResponseHead {
        ResponseHead(status: head.status, fields: fields(head.fields))
    }

    private static let urlFields: Set<HTTPField.Name> = [.location, "Content-Location", "Link", "Referer", "Refresh"]
}

extension Redaction {
    /// Names, equal when they differ only in the case of their letters and in `-` and `_`: `apiKey` is `API-Key`.
    public struct Names: Hashable, Sendable, ExpressibleByArrayLiteral {
        private var plain: Set<String>

        /// The names of a sequence.
        public init(_ names: some Sequence<String>) { plain = Set(names.map(Self.plain)) }
        public init(arrayLiteral elements: String...) { self.init(elements) }

        /// Hides the values that go by this name as well.
        public mutating func insert(_ name: String) { plain.insert(Self.plain(name)) }
        /// Hides the values that go by this name no longer.
        public mutating func remove(_ name: String) { plain.remove(Self.plain(name)) }
        /// Whether a value that goes by this name is hidden.
        public func contains(_ name: some StringProtocol) -> Bool { !plain.isEmpty && plain.contains(Self.plain(name)) }

        private static func plain(_ name: some StringProtocol) -> String {
            let bytes = name.utf8.lazy.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            return String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self)
        }
    }
}
