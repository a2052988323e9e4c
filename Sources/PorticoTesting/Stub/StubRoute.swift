import Portico

/// A method, a pattern of a path, and the answer to requests for it.
struct StubRoute: Sendable, CustomStringConvertible {
    /// `GET /users/{id}`, as it was written.
    let description: String
    let answer: StubAnswer
    private let method: Substring
    private let path: PathPattern

    init(_ text: String, _ answer: StubAnswer) {
        description = text
        self.answer = answer
        let parts = text.split(separator: " ", maxSplits: 1)
        method = parts.first ?? ""
        path = PathPattern(parts.count == 2 ? parts[1] : "")
    }

    func matches(_ request: HTTPRequest) -> Bool {
        request.method.rawValue == method && path.matches(request.path)
    }
}

/// A path whose segments are names, or `{…}` for any one segment. The query of a target is left out of account.
struct PathPattern: Sendable {
    private let segments: [Substring]

    init(_ text: Substring) { segments = Self.segments(of: text) }

    func matches(_ target: String) -> Bool {
        let path = target.prefix { $0 != "?" }
        let given = Self.segments(of: path)
        return given.count == segments.count && zip(segments, given).allSatisfy { Self.isPlaceholder($0) || $0 == $1 }
    }

    static func isPlaceholder(_ segment: some StringProtocol) -> Bool {
        segment.hasPrefix("{") && segment.hasSuffix("}")
    }

    private static func segments(of path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }
}
