/// The grammar of a path and query as a developer writes them: escaped already where that is needed.
///
/// What is wrong is said without naming the text: "has an empty segment". A text is looked at by its bytes: a slash with
/// a combining mark behind it is one `Character`, and ends its segment all the same.
enum PathText {
    /// What is wrong with a path; nil where nothing is. A `0` stands for each value that is put in later.
    static func problem(path: some StringProtocol) -> String? { problem(path: Array(path.utf8)) }

    /// What is wrong with the bytes of a path.
    static func problem(path: [UInt8]) -> String? {
        if path.contains(UInt8(ascii: ":")), path.indices.contains(where: { path[$0...].starts(with: "://".utf8) }) {
            return "is a whole URL; give a URL value, or name another environment"
        }
        if path.starts(with: "//".utf8) { return "begins with '//', which would name another host" }
        if let problem = problem(of: path, isAllowed: { $0.isPathByte || $0 == UInt8(ascii: "/") }) { return problem }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            if segment.isEmpty && index > 0 && index < segments.count - 1 { return "has an empty segment" }
            if isDotSegment(segment) {
                return "has the segment '\(String(decoding: segment, as: UTF8.self))', which would walk the path"
            }
        }
        return nil
    }

    /// What is wrong with a query that stands in a path's literal text; nil where nothing is.
    static func problem(query: some StringProtocol) -> String? {
        problem(of: Array(query.utf8), isAllowed: { $0.isPathByte || "/?[]".utf8.contains($0) })
            .map { "\($0) in its query" }
    }

    /// `.` or `..`, escaped or not.
    static func isDotSegment(_ segment: ArraySlice<UInt8>) -> Bool {
        guard segment.count <= 6, !segment.isEmpty else { return false }
        var rest = segment
        var dots = 0
        while let byte = rest.first {
            let isEscaped = byte == UInt8(ascii: "%")
            guard byte == UInt8(ascii: ".") || isEscaped && isEscapedDot(rest.prefix(3)) else { return false }
            rest = rest.dropFirst(isEscaped ? 3 : 1)
            dots += 1
        }
        return dots <= 2
    }

    private static func isEscapedDot(_ escape: ArraySlice<UInt8>) -> Bool {
        escape.count == 3 && escape.dropFirst().map(\.lowercasedASCII).elementsEqual("2e".utf8)
    }

    private static func problem(of text: [UInt8], isAllowed: (UInt8) -> Bool) -> String? {
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "%") {
                let digits = text[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else {
                    return "has a '%' that begins no escape"
                }
            } else if !isAllowed(byte) {
                return "has an unescaped \(character(in: text[index...]))"
            }
        }
        return nil
    }

    private static func character(in text: ArraySlice<UInt8>) -> String {
        guard let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first else { return "" }
        return scalar.value < 0x20 ? "0x\(String(scalar.value, radix: 16))" : "'\(scalar)'"
    }
}

extension UInt8 {
    /// A byte that a path segment may hold unescaped (`pchar`, RFC 3986, section 3.3), `%` left aside.
    fileprivate var isPathByte: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="),
            UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
