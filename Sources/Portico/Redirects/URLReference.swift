/// A URL, or a reference relative to one, taken apart at its separators (RFC 3986, appendix B). Nothing in it is
/// decoded or escaped.
struct URLReference: Hashable {
    /// In small letters.
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    init(scheme: String?, authority: String?, path: String, query: String? = nil, fragment: String? = nil) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    init(_ text: String) {
        var rest = text.utf8[...]
        fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
        query = Self.cut(&rest, at: UInt8(ascii: "?"))
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = Self.text(rest[..<colon]).lowercasedASCII
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            let start = rest.index(rest.startIndex, offsetBy: 2)
            let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Self.text(rest[start..<end])
            rest = rest[end...]
        }
        path = Self.text(rest)
    }

    private typealias Bytes = Substring.UTF8View

    private static func text(_ bytes: Bytes) -> String { String(Substring(bytes)) }

    /// Takes what follows a separator off the end; nil where there is none.
    private static func cut(_ rest: inout Bytes, at separator: UInt8) -> String? {
        guard let index = rest.firstIndex(of: separator) else { return nil }
        defer { rest = rest[..<index] }
        return text(rest[rest.index(after: index)...])
    }

    private static func isScheme(_ bytes: Bytes) -> Bool {
        guard let first = bytes.first, first.isLetterOrDigit, !first.isDigit else { return false }
        return bytes.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }

    /// The parts put together again (RFC 3986, section 5.3).
    var text: String {
        let start = (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "")
        return start + path + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
    }
}

extension URLReference {
    /// What this reference means at a URL that has a scheme (RFC 3986, section 5.2, strictly).
    func resolved(against base: URLReference) -> URLReference {
        var target = self
        target.scheme = scheme ?? base.scheme
        if scheme != nil || authority != nil {
            target.path = Self.withoutDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else {
            target.path = Self.withoutDotSegments(path.utf8.first == UInt8(ascii: "/") ? path : merged(with: base))
        }
        return target
    }

    /// The path in place of what follows the last slash of the base's (RFC 3986, section 5.2.3).
    private func merged(with base: URLReference) -> String {
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return base.authority == nil ? path : "/\(path)"
        }
        return base.path[...slash] + path
    }

    /// A path with its segments `.` and `..` walked (RFC 3986, section 5.2.4). One that does not begin with a slash
    /// belongs to a URL without a host, where they mean nothing.
    private static func withoutDotSegments(_ path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return path }
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [Bytes] = []
        for (index, segment) in segments.enumerated() {
            let isParent = segment.elementsEqual("..".utf8)
            guard isParent || segment.elementsEqual(".".utf8) else {
                kept.append(segment)
                continue
            }
            if isParent { _ = kept.popLast() }
            if index == segments.count - 1 { kept.append(""[...].utf8) }
        }
        return kept.reduce(into: "") { path, segment in path += "/" + Substring(segment) }
    }
}
