import Portico

/// One thing in which a request is not the recorded one. Nothing in it is a secret.
struct RequestDifference: Hashable, Sendable {
    let part: String
    let value: String?
    let recorded: String?
    /// How much it counts when the nearest entry is looked for.
    let weight: Int

    init(_ part: String, _ value: String?, _ recorded: String?, weight: Int) {
        self.part = part
        self.value = value
        self.recorded = recorded
        self.weight = weight
    }

    /// `the query item page is '2', recorded '1'`
    var text: String {
        let value = value.map { "is '\(Redaction.line($0, limit: 80))'" } ?? "is missing"
        return "\(Redaction.line(part, limit: 120)) \(value), recorded \(Self.quoted(recorded))"
    }

    private static func quoted(_ text: String?) -> String {
        text.map { "'\(Redaction.line($0, limit: 80))'" } ?? "none"
    }
}

/// A request that a recording has no answer to: the reason below the error of a ``ReplayTransport``.
public struct UnmatchedRequest: Error, Hashable, Sendable {
    /// Method and URL, secrets hidden.
    public let request: String
    /// The place among the recording's entries, from 0, of the one that comes nearest; nil where there are none.
    public let nearestEntry: Int?
    /// Method and URL of that entry; nil where there is none.
    public let nearestRequest: String?
    /// In what the request is not that one, in words: `the query item page is '2', recorded '1'`. Empty where it was
    /// the same, and was used already.
    public let differences: [String]

    init(_ request: String, nearest: (entry: Int, request: String, differences: [RequestDifference])?) {
        self.request = Redaction.line(request, limit: 300)
        nearestEntry = nearest?.entry
        nearestRequest = nearest.map { Redaction.line($0.request, limit: 300) }
        differences = nearest?.differences.prefix(8).map(\.text) ?? []
    }
}

extension UnmatchedRequest: CustomStringConvertible {
    /// `the recording has no answer to GET https://h/users?page=2; nearest is entry 3, GET https://h/users?page=1: the
    /// query item page is '2', recorded '1'`
    public var description: String {
        let start = "the recording has no answer to \(request)"
        guard let nearestEntry, let nearestRequest else { return "\(start): it has no entries" }
        guard !differences.isEmpty else {
            return "\(start): entry \(nearestEntry) is the same, and has answered already"
        }
        let details = differences.joined(separator: "; ")
        return "\(start); nearest is entry \(nearestEntry), \(nearestRequest): \(details)"
    }
}
