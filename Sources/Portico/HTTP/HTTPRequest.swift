#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One request as it goes out: what a ``Transport`` is given and a ``Middleware`` sees.
///
/// The target is kept as text, escaped and final, in three parts, so that an escaped URL goes out byte for byte.
public struct HTTPRequest: Sendable {
    /// What is asked of the target.
    public var method: HTTPMethod
    /// `https` or `http`.
    public var scheme: String
    /// Host and, where it is not the scheme's own, port: `api.example.com:8443`.
    public var authority: String
    /// The escaped path, which begins with a slash, and the query, if any: `/users?page=2`.
    public var path: String
    /// Every field but those that frame the message, which are the transport's to write: see ``Transport``.
    public var fields: HTTPFields
    /// What goes along; none for most requests.
    public var body: HTTPBody

    /// A request of parts that are escaped already. They are checked by ``validate()``, not here.
    public init(
        method: HTTPMethod = .get,
        scheme: String,
        authority: String,
        path: String,
        fields: HTTPFields = [:],
        body: HTTPBody = .none
    ) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.fields = fields
        self.body = body
    }

    /// A request for a URL, whose text goes out as it is, its fragment left out; nil where it has no scheme or host.
    public init?(method: HTTPMethod = .get, url: URL, fields: HTTPFields = [:], body: HTTPBody = .none) {
        guard let target = URLText(url.absoluteString) else { return nil }
        self.init(
            method: method,
            scheme: target.scheme,
            authority: target.authority,
            path: target.target,
            fields: fields,
            body: body
        )
    }

    /// The whole URL as text: `https://api.example.com/users?page=2`.
    public var urlText: String { "\(scheme)://\(authority)\(path)" }

    /// The whole URL, or nil where its text is none to Foundation.
    public var url: URL? { URL(string: urlText) }
}

extension HTTPRequest {
    /// Checks every byte that a peer would read as syntax.
    ///
    /// A client does so last, after the middleware, so a transport need not.
    /// - Throws: ``InvalidRequest``, which names the part and the byte: a scheme other than `http` and `https`, an
    ///   authority or target with a space, a control character or a byte above ASCII, a host that some read as an
    ///   address of IPv4 and others as a name (`127.1`, `0x7f.1`), an escape in it, user information, a field name
    ///   that is no token, a field value with CR, LF, NUL or another control character, a field that frames the message
    ///   (`Content-Length`, `Transfer-Encoding`), a `Content-Type` without the boundary of the body's form.
    public func validate() throws(InvalidRequest) {
        guard scheme == "https" || scheme == "http" else {
            throw InvalidRequest(.url, "the scheme '\(scheme)' is neither https nor http")
        }
        guard Authority.isValid(authority) else { throw authorityRefusal }
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw InvalidRequest(.url, "the path does not begin with a slash")
        }
        // The path itself is not shown: its query may hold a secret.
        if !path.allBytes({ $0.isTargetByte }), let byte = path.utf8.first(where: { !$0.isTargetByte }) {
            throw InvalidRequest(.url, "the path holds \(byte.refusedName), which has to be escaped")
        }
        for field in fields {
            try field.validate()
        }
        if let mediaType = body.mediaType {
            try HTTPField(name: .contentType, value: mediaType.description).validate()
        }
        if case .multipart(let form) = body.content { try validate(form) }
    }

    private var authorityRefusal: InvalidRequest {
        if authority.utf8.contains(UInt8(ascii: "@")) {
            return InvalidRequest(.url, "the authority holds user information, which belongs into a field")
        }
        if authority.utf8.first != UInt8(ascii: "["),
            authority.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 })
        {
            let problem =
                "is not in ASCII, or holds an escape; a name in other letters than those of ASCII is written as 'xn--…'"
            return InvalidRequest(.url, "the host of '\(authority)' \(problem)")
        }
        if Host.endsInNumber(Authority.host(of: authority).utf8) {
            let problem = "ends in a number, so it is no name, and it is no address of four numbers"
            return InvalidRequest(.url, "the host of '\(authority)' \(problem)")
        }
        return InvalidRequest(.url, "the authority '\(authority)' is no host with an optional port")
    }

    /// The caller's media type may be another than the form's, but it has to name the boundary that the bytes use.
    private func validate(_ form: Multipart) throws(InvalidRequest) {
        try form.validate()
        let mediaType = fields[.contentType].map { MediaType($0) } ?? body.mediaType
        guard mediaType?["boundary"] == form.boundary else {
            let message = "the value does not name the form's boundary; leave it to the form, which does"
            throw InvalidRequest(.field("Content-Type"), message)
        }
    }
}

extension HTTPField {
    /// Refuses a name that is no token, a value that could end its line, and the fields that are the transport's.
    func validate() throws(InvalidRequest) {
        guard !name.rawName.isEmpty, name.rawName.allBytes({ $0.isTokenByte }) else {
            throw InvalidRequest(.field(name.rawName), "the name is no token (RFC 9110, section 5.6.2)")
        }
        if !value.allBytes({ $0.isFieldValueByte }), let byte = value.utf8.first(where: { !$0.isFieldValueByte }) {
            throw InvalidRequest(.field(name.rawName), "the value holds \(byte.refusedName), which no field value may")
        }
        if name == .contentLength || name == .transferEncoding {
            let reason = "the transport frames the message; give the body a length instead"
            throw InvalidRequest(.field(name.rawName), reason)
        }
    }
}

extension UInt8 {
    /// Visible ASCII but the fragment's `#`.
    fileprivate var isTargetByte: Bool { self > 0x20 && self < 0x7F && self != UInt8(ascii: "#") }

    /// The byte in words, for a message.
    fileprivate var refusedName: String {
        switch self {
        case 0x00: "NUL"
        case 0x0A: "a line feed"
        case 0x0D: "a carriage return"
        case 0x20: "a space"
        case UInt8(ascii: "#"): "'#'"
        default: (self < 0x80 ? "the control character 0x" : "the byte 0x") + hexadecimal
        }
    }

    private var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}
