/// One field line of a message: a name and a value (RFC 9110, section 5).
public struct HTTPField: Hashable, Sendable {
    public var name: Name
    public var value: String

    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPField {
    /// A field's name. Names that differ only in the case of their letters are equal.
    ///
    /// A name is taken as it is written; a byte that a name must not have makes the call fail before anything is sent,
    /// with an error that names the field (``HTTPRequest/validate()``).
    public struct Name: Sendable, ExpressibleByStringLiteral {
        /// The name as it was written, and as it goes out.
        public let rawName: String

        public init(_ rawName: String) { self.rawName = rawName }
        public init(stringLiteral value: String) { rawName = value }

        /// The name in small letters, as HTTP/2 has it.
        public var canonicalName: String { rawName.lowercasedASCII }
    }
}

extension HTTPField.Name: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        let (left, right) = (left.rawName, right.rawName)
        guard left.utf8.count == right.utf8.count else { return false }
        // Equal strings of ASCII alone have equal bytes. Others need not: to Swift, canonically equal ones are equal.
        if left == right, left.utf8.count == left.utf16.count { return true }
        return left.equalsIgnoringASCIICase(right)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawName.utf8 { hasher.combine(byte.lowercasedASCII) }
    }
}

extension HTTPField.Name: CustomStringConvertible {
    public var description: String { rawName }
}

extension HTTPField.Name {
    public static let accept: Self = "Accept"
    public static let acceptEncoding: Self = "Accept-Encoding"
    public static let acceptLanguage: Self = "Accept-Language"
    public static let authorization: Self = "Authorization"
    public static let cacheControl: Self = "Cache-Control"
    public static let connection: Self = "Connection"
    public static let contentDisposition: Self = "Content-Disposition"
    public static let contentEncoding: Self = "Content-Encoding"
    public static let contentLength: Self = "Content-Length"
    public static let contentRange: Self = "Content-Range"
    public static let contentType: Self = "Content-Type"
    public static let cookie: Self = "Cookie"
    public static let date: Self = "Date"
    public static let eTag: Self = "ETag"
    public static let expect: Self = "Expect"
    public static let host: Self = "Host"
    public static let ifMatch: Self = "If-Match"
    public static let ifModifiedSince: Self = "If-Modified-Since"
    public static let ifNoneMatch: Self = "If-None-Match"
    public static let ifRange: Self = "If-Range"
    public static let lastModified: Self = "Last-Modified"
    public static let location: Self = "Location"
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    public static let range: Self = "Range"
    public static let retryAfter: Self = "Retry-After"
    public static let setCookie: Self = "Set-Cookie"
    public static let transferEncoding: Self = "Transfer-Encoding"
    public static let userAgent: Self = "User-Agent"
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
