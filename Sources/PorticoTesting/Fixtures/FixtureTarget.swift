import Portico

/// A request, as a folder of fixtures looks for it: its escapes undone.
struct FixtureTarget: Sendable {
    /// The methods whose files answer, in this order: HEAD is answered from a file for GET where it has none.
    let methods: [String]
    let segments: [String]
    let query: [FixtureName.Item]

    /// A longer path is in no folder of fixtures.
    static let maximalDepth = 64

    /// Nil where the target is no path, is longer than any that is looked for, or has escapes that are none.
    init?(_ method: HTTPMethod, _ target: String) {
        methods = method == .head ? ["HEAD", "GET"] : [method.rawValue]
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target.utf8.first == UInt8(ascii: "/"), let path = halves.first else { return nil }
        var segments: [String] = []
        for raw in path.split(separator: "/") {
            guard let segment = FixtureEscaping.undone(raw), segments.count < Self.maximalDepth else { return nil }
            segments.append(segment)
        }
        self.segments = segments
        query = halves.count == 2 ? Self.items(of: halves[1]) : []
    }

    /// Items whose escapes are none are left out: no file asks for them.
    private static func items(of query: Substring) -> [FixtureName.Item] {
        query.split(separator: "&").compactMap { word in
            let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FixtureEscaping.undone(sides[0], plusIsSpace: true) else { return nil }
            guard sides.count == 2 else { return FixtureName.Item(name, "") }
            return FixtureEscaping.undone(sides[1], plusIsSpace: true).map { FixtureName.Item(name, $0) }
        }
    }

    func has(_ item: FixtureName.Item) -> Bool {
        query.contains { $0.name == item.name && (item.value == nil || $0.value == item.value) }
    }
}
