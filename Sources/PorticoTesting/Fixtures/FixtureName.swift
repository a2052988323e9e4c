import Portico

/// What the name of a file in a folder of fixtures says: `GET,page=2@empty.1.404.json`.
///
/// From left to right: a method; items of the query, each behind a comma; a scenario behind an `@`; a place in a sequence
/// (one or two digits); a status (three digits); what the content is. A sidecar has `head.json` in place of the last two.
/// In values `%XX` stands for what a file's name cannot hold, or would be read otherwise: comma, `@`, `=`, dot, percent.
package struct FixtureName: Hashable, Sendable {
    /// An item of the query that a request must have; a value of nil leaves it open.
    package struct Item: Hashable, Sendable {
        package var name: String
        package var value: String?

        package init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    package var method: String
    package var query: [Item]
    package var scenario: String?
    /// From 1 to 99.
    package var place: Int?
    /// From 200 to 599.
    package var status: Int?
    /// `json`; nil for a sidecar.
    package var fileExtension: String?

    package init(
        _ method: String, query: [Item] = [], scenario: String? = nil, place: Int? = nil, status: Int? = nil,
        fileExtension: String? = "json"
    ) {
        self.method = method
        self.query = query
        self.scenario = scenario
        self.place = place
        self.status = status
        self.fileExtension = fileExtension
    }

    /// Nil for a name that is none of a fixture's.
    package init?(_ name: String) {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)[...]
        guard parts.count >= 2, let last = parts.popLast(), last.isPlain, let first = parts.popFirst() else {
            return nil
        }
        fileExtension = String(last)
        if last == "json", parts.last == "head" {
            parts.removeLast()
            fileExtension = nil
        }
        guard let (place, status) = Self.numbers(parts), fileExtension != nil || status == nil else { return nil }
        (self.place, self.status) = (place, status)

        let halves = first.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if halves.count == 2 {
            guard let scenario = FixtureEscaping.undone(halves[1]), !scenario.isEmpty else { return nil }
            self.scenario = scenario
        }
        let words = halves[0].split(separator: ",", omittingEmptySubsequences: false)
        guard words[0].isToken else { return nil }
        method = String(words[0])
        query = []
        for word in words.dropFirst() {
            guard let item = Item(word) else { return nil }
            query.append(item)
        }
    }

    /// A place of one or two digits and then a status of three, each of which may be missing; nil for anything else.
    private static func numbers(_ parts: ArraySlice<Substring>) -> (place: Int?, status: Int?)? {
        var parts = parts
        var place: Int?
        var status: Int?
        if let part = parts.first, part.count < 3 {
            guard let number = part.number, number > 0 else { return nil }
            place = number
            parts.removeFirst()
        }
        if let part = parts.popFirst() {
            guard let number = part.number, (200...599).contains(number) else { return nil }
            status = number
        }
        return parts.isEmpty ? (place, status) : nil
    }
}

extension FixtureName.Item {
    fileprivate init?(_ word: Substring) {
        let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = FixtureEscaping.undone(sides[0]), !name.isEmpty else { return nil }
        self.name = name
        guard sides.count == 2 else { return }
        guard let value = FixtureEscaping.undone(sides[1]) else { return nil }
        self.value = value
    }
}

extension FixtureName: CustomStringConvertible {
    /// The name of the file.
    package var description: String {
        var text = method
        for item in query {
            text += "," + FixtureEscaping.escaped(item.name)
            if let value = item.value { text += "=" + FixtureEscaping.escaped(value) }
        }
        if let scenario { text += "@" + FixtureEscaping.escaped(scenario) }
        if let place { text += ".\(place)" }
        if let status { text += ".\(status)" }
        return text + "." + (fileExtension ?? "head.json")
    }
}

extension StringProtocol {
    /// A number in plain digits.
    fileprivate var number: Int? { !isEmpty && utf8.allSatisfy(\.isDigit) ? Int(self) : nil }

    /// Whether it can be the extension of a file.
    fileprivate var isPlain: Bool { isToken && utf8.count <= 16 }
}
