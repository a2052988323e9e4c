/// A key that goes along by a name of the API's own: in a field, in the query or in a cookie.
///
/// ```swift
/// let api = client.withAuthenticator(.apiKey("k-123", in: .header("X-API-Key")))
/// ```
///
/// It takes the place of one of the same name. By that name it is hidden wherever a request is printed. A key that
/// cannot stand where it belongs, such as one with a semicolon in a cookie, ends the call before anything is sent.
public struct APIKeyAuthenticator: Authenticator, DeadlineKeeping {
    private let key: Secret
    private let place: Place

    /// Where a key goes.
    public enum Place: Hashable, Sendable {
        /// A field of its own.
        case header(HTTPField.Name)
        /// The last item of the query, escaped. Servers and proxies keep URLs in their logs, so a header is better
        /// where the API takes one.
        case query(String)
        /// A cookie, behind those that the request has already.
        case cookie(String)
    }

    /// A key, and where it goes.
    public init(key: String, in place: Place) {
        self.key = Secret(key)
        self.place = place
    }

    public func credential(for request: HTTPRequest, in call: CallContext) -> String? { key.value }

    public func apply(_ credential: String, to request: inout HTTPRequest) throws {
        switch place {
        case .header(let name): request.fields[name] = credential
        case .query(let name): request.setQueryItem(name, credential)
        case .cookie(let name): try request.setCookie(name, credential)
        }
    }

    public func hideSecrets(in redaction: inout Redaction) {
        switch place {
        case .header(let name): redaction.fieldNames.insert(name.rawName)
        case .query(let name): redaction.queryNames.insert(name)
        case .cookie: redaction.fieldNames.insert("Cookie")
        }
    }
}

extension Authenticator where Self == APIKeyAuthenticator {
    /// A key that goes along by a name of the API's own.
    public static func apiKey(_ key: String, in place: APIKeyAuthenticator.Place) -> Self {
        APIKeyAuthenticator(key: key, in: place)
    }
}

extension HTTPRequest {
    /// Appends an item to the query, in place of others of its name; every other byte stays as it is.
    fileprivate mutating func setQueryItem(_ name: String, _ value: String) {
        var item: [UInt8] = []
        PercentEncoding.append(name, to: &item)
        item.append(UInt8(ascii: "="))
        PercentEncoding.append(value, to: &item)

        let mark = path.utf8.firstIndex(of: UInt8(ascii: "?"))
        let query = mark.map { path[path.utf8.index(after: $0)...] } ?? ""
        let others = query.isEmpty ? [] : query.split(separator: "&", omittingEmptySubsequences: false)
        let items = others.filter { other in
            PercentEncoding.decoded(Array(other.utf8.prefix { $0 != UInt8(ascii: "=") })[...]) != name
        }
        path = "\(path[..<(mark ?? path.endIndex)])?" + (items + [item.asUTF8Text[...]]).joined(separator: "&")
    }

    /// Puts a cookie behind the others, in place of one of its name (RFC 6265, section 4.1.1).
    fileprivate mutating func setCookie(_ name: String, _ value: String) throws(InvalidRequest) {
        guard name.isToken else {
            throw InvalidRequest(.field("Cookie"), "the cookie's name is no token (RFC 6265, section 4.1.1)")
        }
        guard value.utf8.allSatisfy(\.isCookieByte) else {
            let problem =
                "the cookie's value holds what none may (RFC 6265, section 4.1.1): a space, a quote, a comma, "
            throw InvalidRequest(.field("Cookie"), problem + "a semicolon, a backslash or a byte outside ASCII")
        }
        let others = (fields[.cookie] ?? "").split(separator: ";").filter { pair in
            !pair.drop { $0 == " " }.utf8.starts(with: "\(name)=".utf8)
        }
        let cookies = others.map { String($0.drop { $0 == " " }) } + ["\(name)=\(value)"]
        fields[.cookie] = cookies.joined(separator: "; ")
    }
}

extension UInt8 {
    fileprivate var isCookieByte: Bool {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
        default: self > 0x20 && self < 0x7F
        }
    }
}
