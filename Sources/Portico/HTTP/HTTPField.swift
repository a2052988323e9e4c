/// One field line of a message: a name and a value (RFC 9110, section 5).
public struct HTTPField: Hashable, Sendable {
    /// The name, compared without case.
    public var name: Name
    /// The value, byte for byte as it goes out or as it came.
    public var value: String

    /// A field line. It is checked when the request is: see ``HTTPRequest/validate()``.
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

        /// A name as it is written.
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
    /// `Accept` (RFC 9110, section 12.5.1).
    public static let accept: Self = "Accept"
    /// `Accept-Encoding` (RFC 9110, section 12.5.3).
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Language` (RFC 9110, section 12.5.4).
    public static let acceptLanguage: Self = "Accept-Language"
    /// `Authorization` (RFC 9110, section 11.6.2).
    public static let authorization: Self = "Authorization"
    /// `Cache-Control` (RFC 9111, section 5.2).
    public static let cacheControl: Self = "Cache-Control"
    /// `Connection` (RFC 9110, section 7.6.1).
    public static let connection: Self = "Connection"
    /// `Content-Disposition` (RFC 6266).
    public static let contentDisposition: Self = "Content-Disposition"
    /// `Content-Encoding` (RFC 9110, section 8.4).
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Length` (RFC 9110, section 8.6).
    public static let contentLength: Self = "Content-Length"
    /// `Content-Range` (RFC 9110, section 14.4).
    public static let contentRange: Self = "Content-Range"
    /// `Content-Type` (RFC 9110, section 8.3).
    public static let contentType: Self = "Content-Type"
    /// `Cookie` (RFC 6265, section 4.2).
    public static let cookie: Self = "Cookie"
    /// `Date` (RFC 9110, section 6.6.1).
    public static let date: Self = "Date"
    /// `ETag` (RFC 9110, section 8.8.3).
    public static let eTag: Self = "ETag"
    /// `Expect` (RFC 9110, section 10.1.1).
    public static let expect: Self = "Expect"
    /// `Host` (RFC 9110, section 7.2).
    public static let host: Self = "Host"
    /// `If-Match` (RFC 9110, section 13.1.1).
    public static let ifMatch: Self = "If-Match"
    /// `If-Modified-Since` (RFC 9110, section 13.1.3).
    public static let ifModifiedSince: Self = "If-Modified-Since"
    /// `If-None-Match` (RFC 9110, section 13.1.2).
    public static let ifNoneMatch: Self = "If-None-Match"
    /// `If-Range` (RFC 9110, section 13.1.5).
    public static let ifRange: Self = "If-Range"
    /// `Last-Modified` (RFC 9110, section 8.8.2).
    public static let lastModified: Self = "Last-Modified"
    /// `Location` (RFC 9110, section 10.2.2).
    public static let location: Self = "Location"
    /// `Proxy-Authorization` (RFC 9110, section 11.7.2).
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    /// `Range` (RFC 9110, section 14.2).
    public static let range: Self = "Range"
    /// `Retry-After` (RFC 9110, section 10.2.3).
    public static let retryAfter: Self = "Retry-After"
    /// `Set-Cookie` (RFC 6265, section 4.1).
    public static let setCookie: Self = "Set-Cookie"
    /// `Transfer-Encoding` (RFC 9112, section 6.1).
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `User-Agent` (RFC 9110, section 10.1.5).
    public static let userAgent: Self = "User-Agent"
    /// `WWW-Authenticate` (RFC 9110, section 11.6.1).
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
