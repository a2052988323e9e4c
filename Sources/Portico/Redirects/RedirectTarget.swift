/// Where an answer points: the URL that its `Location` means at the URL of the request (RFC 9110, section 10.2.2).
struct RedirectTarget: Hashable {
    let scheme: String
    let authority: String
    /// Path and query.
    let path: String

    var urlText: String { "\(scheme)://\(authority)\(path)" }
    var origin: Origin { Origin(scheme: scheme, authority: authority) }

    /// The most bytes of a `Location` that are looked at, and of the path and query that it means.
    static let lengthLimit = 65536

    /// - Throws: why the location leads nowhere.
    init(_ location: String, at request: HTTPRequest) throws(RedirectError.Reason) {
        guard location.utf8.count <= Self.lengthLimit else {
            throw .invalidLocation("it is longer than \(Self.lengthLimit) bytes")
        }
        guard location.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .invalidLocation("it holds a control character")
        }
        let target = URLReference(location).resolved(against: URLReference(request.urlText))
        guard let scheme = target.scheme, scheme == "https" || scheme == "http" else {
            throw .unsupportedScheme(Redaction.line(target.scheme ?? "", limit: 40))
        }
        guard var authority = target.authority, !authority.isEmpty else { throw .invalidLocation("it names no host") }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw .invalidLocation("it holds a user's name or password")
        }
        // An empty port is none at all (RFC 3986, section 6.2.3).
        if authority.utf8.last == UInt8(ascii: ":") { authority.removeLast() }
        guard Authority.isValid(authority) else { throw .invalidLocation("its host or port is none") }
        self.scheme = scheme
        self.authority = authority
        let whole = target.query.map { "\(target.path)?\($0)" } ?? target.path
        path = (whole.utf8.first == UInt8(ascii: "/") ? "" : "/") + Self.escaped(whole)
        // A relative one would grow with each hop.
        guard path.utf8.count <= Self.lengthLimit else {
            throw .invalidLocation("what it means is longer than \(Self.lengthLimit) bytes")
        }
    }

    /// Escapes what a path and a query cannot hold, and a `%` that begins no escape; everything else stays as it is.
    private static func escaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "%") ? beginsEscape(bytes[(index + 1)...]) : byte.isPathOrQueryByte {
                output.append(byte)
            } else {
                output += PercentEncoding.escape(byte)
            }
        }
        return output.asUTF8Text
    }

    private static func beginsEscape(_ rest: ArraySlice<UInt8>) -> Bool {
        let digits = rest.prefix(2)
        return digits.count == 2 && digits.allSatisfy(\.isHexDigit)
    }
}

extension UInt8 {
    /// `pchar`, slash or question mark (RFC 3986, sections 3.3 and 3.4), `%` left aside.
    fileprivate var isPathOrQueryByte: Bool { isLetterOrDigit || Self.pathAndQueryPunctuation.contains(self) }

    private static let pathAndQueryPunctuation = Array("-._~!$&'()*+,;=:@/?".utf8)
}
