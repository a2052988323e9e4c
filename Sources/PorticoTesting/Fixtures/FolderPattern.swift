/// The name of a folder that stands for more than one segment: `{id}`, `{id}.json`, `{owner}-{repo}`; or, where it is
/// `{+path}`, for one or more segments.
struct FolderPattern: Hashable, Sendable {
    let name: String
    /// What stands between the placeholders, first and last included; empty ones count.
    private let literals: [String]
    let isManySegments: Bool

    /// Nil for a name without a placeholder.
    init?(_ name: String) {
        var literals: [String] = []
        var rest = name[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            literals.append(FixtureEscaping.undone(rest[..<start]) ?? String(rest[..<start]))
            rest = rest[rest.index(after: end)...]
        }
        guard !literals.isEmpty else { return nil }
        literals.append(FixtureEscaping.undone(rest) ?? String(rest))
        self.name = name
        self.literals = literals
        isManySegments = name.hasPrefix("{+") && name.hasSuffix("}") && literals.count == 2
    }

    /// How many bytes of a segment it gives: the more, the nearer it is to one segment only.
    private var exactness: Int { literals.reduce(0) { $0 + $1.utf8.count } }

    func matches(_ segment: String) -> Bool {
        if exactness == 0 { return !segment.isEmpty }
        guard let first = literals.first, let last = literals.last, segment.hasPrefix(first) else { return false }
        var rest = segment.dropFirst(first.count)
        for literal in literals.dropFirst().dropLast() {
            // At least one character for the placeholder before it.
            rest = rest.dropFirst()
            guard !literal.isEmpty else { continue }
            guard let end = rest.end(of: literal) else { return false }
            rest = rest[end...]
        }
        return rest.count > last.count && rest.hasSuffix(last)
    }

    /// The order in which folders are asked: exact ones first, those of many segments last.
    static func isBefore(_ left: FolderPattern, _ right: FolderPattern) -> Bool {
        if left.isManySegments != right.isManySegments { return right.isManySegments }
        if left.exactness != right.exactness { return left.exactness > right.exactness }
        return left.name < right.name
    }
}

extension Substring {
    /// Where the first occurrence of a text ends.
    fileprivate func end(of text: String) -> Index? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return index(start, offsetBy: text.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
