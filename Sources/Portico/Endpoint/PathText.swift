/// The grammar of a path and query as a developer writes them: escaped already where that is needed.
///
/// What is wrong is said without naming the text: "has an empty segment".
enum PathText {
    /// What is wrong with a path; nil where nothing is. A `0` stands for each value that is put in later.
    static func problem(path: some StringProtocol) -> String? {
        if path.contains("://") { return "is a whole URL; give a URL value, or name another environment" }
        if path.hasPrefix("//") { return "begins with '//', which would name another host" }
        if let problem = problem(of: path, also: "/") { return problem }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            if segment.isEmpty && index > 0 && index < segments.count - 1 { return "has an empty segment" }
            if isDotSegment(segment) { return "has the segment '\(segment)', which would walk the path" }
        }
        return nil
    }

    /// What is wrong with a query that stands in a path's literal text; nil where nothing is.
    static func problem(query: some StringProtocol) -> String? {
        problem(of: query, also: "/?[]").map { "\($0) in its query" }
    }

    /// `.` or `..`, escaped or not.
    static func isDotSegment(_ segment: some StringProtocol) -> Bool {
        guard segment.utf8.count <= 6, !segment.isEmpty else { return false }
        var rest = segment.lowercasedASCII[...]
        var dots = 0
        while !rest.isEmpty {
            guard rest.hasPrefix(".") || rest.hasPrefix("%2e") else { return false }
            rest = rest.dropFirst(rest.hasPrefix(".") ? 1 : 3)
            dots += 1
        }
        return dots <= 2
    }

    private static func problem(of text: some StringProtocol, also extra: String) -> String? {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "%") {
                let digits = bytes[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else {
                    return "has a '%' that begins no escape"
                }
            } else if !byte.isPathByte && !extra.utf8.contains(byte) {
                return "has an unescaped \(character(in: text, at: index))"
            }
        }
        return nil
    }

    private static func character(in text: some StringProtocol, at offset: Int) -> String {
        let index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        guard let scalar = text.unicodeScalars[index...].first else { return "" }
        return scalar.value < 0x20 ? "0x\(String(scalar.value, radix: 16))" : "'\(scalar)'"
    }
}

extension UInt8 {
    /// A byte that a path segment may hold unescaped (`pchar`, RFC 3986, section 3.3), `%` left aside.
    fileprivate var isPathByte: Bool { isLetterOrDigit || Self.pathPunctuation.contains(self) }

    private static let pathPunctuation = Array("-._~!$&'()*+,;=:@".utf8)
}
