/// A path whose segments are names, or hold `{…}` for any text; `{+…}` is one segment or more. The query of a target is
/// left out of account.
struct PathPattern: Sendable {
    private enum Segment: Sendable {
        case exact(Substring)
        case pattern(FolderPattern)
    }

    private let segments: [Segment]

    init(_ text: Substring) {
        segments = Self.segments(of: text.prefix { $0 != "?" }).map { segment in
            FolderPattern(String(segment)).map(Segment.pattern) ?? .exact(segment)
        }
    }

    /// Whether a target is such a path; with a path of the base before it, or without.
    func matches(_ target: String, below base: String = "") -> Bool {
        let path = target.prefix { $0 != "?" }
        if Self.matches(segments[...], Self.segments(of: path)[...]) { return true }
        guard !base.isEmpty, path.hasPrefix(base) else { return false }
        return Self.matches(segments[...], Self.segments(of: path.dropFirst(base.count))[...])
    }

    private static func matches(_ segments: ArraySlice<Segment>, _ given: ArraySlice<Substring>) -> Bool {
        guard let first = segments.first else { return given.isEmpty }
        guard let segment = given.first else { return false }
        switch first {
        case .exact(let name):
            return name == segment && matches(segments.dropFirst(), given.dropFirst())
        case .pattern(let pattern):
            guard pattern.matches(FixtureEscaping.undone(segment) ?? String(segment)) else { return false }
            let most = pattern.isManySegments ? given.count : 1
            return (1...most).contains { matches(segments.dropFirst(), given.dropFirst($0)) }
        }
    }

    private static func segments(of path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }
}
