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
        // By bytes: a view of characters costs ten times as much.
        let bytes = target.utf8
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        var segments: [String] = []
        for raw in bytes[..<end].split(separator: UInt8(ascii: "/")) {
            guard let segment = FixtureEscaping.undone(Substring(raw)), segments.count < Self.maximalDepth else {
                return nil
            }
            segments.append(segment)
        }
        self.segments = segments
        query = end == bytes.endIndex ? [] : Self.items(of: bytes[end...].dropFirst())
    }

    /// Items whose escapes are none are left out: no file asks for them.
    private static func items(of query: Substring.UTF8View) -> [FixtureName.Item] {
        query.split(separator: UInt8(ascii: "&")).compactMap { word in
            let end = word.firstIndex(of: UInt8(ascii: "=")) ?? word.endIndex
            guard let name = FixtureEscaping.undone(Substring(word[..<end]), plusIsSpace: true) else { return nil }
            guard end < word.endIndex else { return FixtureName.Item(name, "") }
            let value = FixtureEscaping.undone(Substring(word[end...].dropFirst()), plusIsSpace: true)
            return value.map { FixtureName.Item(name, $0) }
        }
    }

    func has(_ item: FixtureName.Item) -> Bool {
        query.contains { $0.name == item.name && (item.value == nil || $0.value == item.value) }
    }
}
