/// A URL's text, taken apart without being read any further, so that what was escaped stays as it was.
struct URLText: Hashable, Sendable {
    /// In small letters.
    var scheme: String
    var authority: String
    /// Begins with a slash; escaped as it was given.
    var path: String
    /// Without its question mark; nil where there is none.
    var query: String?

    /// Path and query, as a request's first line has them.
    var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// The parts of `scheme://authority/path?query`, a fragment left out; nil where there is no scheme or no authority.
    init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        let rest = text[text.utf8.index(after: colon)...]
        guard scheme.utf8.allSatisfy(\.isTokenByte), !scheme.isEmpty, rest.utf8.starts(with: "//".utf8) else {
            return nil
        }
        let body = Substring(rest.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "#") })
        let end = body.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? body.endIndex
        guard end > body.startIndex else { return nil }
        let target = body[end...]
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = target[..<(mark ?? target.endIndex)]
        self.scheme = scheme.lowercasedASCII
        authority = String(body[..<end])
        self.path = path.isEmpty ? "/" : String(path)
        query = mark.map { String(target[target.utf8.index(after: $0)...]) }
    }
}
