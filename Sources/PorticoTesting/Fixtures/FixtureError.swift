/// Why a request got no fixture: there is none, and these files would have been one; or there is one that is no good.
///
/// A ``FixtureTransport`` fails with it as what underlies its `TransportError`.
public struct FixtureError: Error, Hashable, Sendable {
    /// `GET /users/7`, without its query.
    public let request: String
    /// The files that would have answered, in the order in which they were looked for, from the folder on; at most 32.
    public let lookedFor: [String]
    /// The file that is no good, from the folder on; nil where there is none at all.
    public let file: String?
    /// What is wrong with the file; what is missing, where there is none.
    public let reason: String

    init(_ request: String, lookedFor: [String], reason: String = "there is no fixture") {
        self.request = request
        self.lookedFor = lookedFor
        self.file = nil
        self.reason = reason
    }

    init(_ request: String, _ problem: FixtureProblem) {
        self.request = request
        lookedFor = []
        file = problem.file
        reason = problem.reason
    }

    /// Whether there is no file, which is not the same as one that is no good.
    public var isMissing: Bool { file == nil }
}

extension FixtureError: CustomStringConvertible {
    /// `no fixture answers GET /users/7; looked for users/7/GET.json, users/{id}/GET.json`
    public var description: String {
        if let file { return "the fixture \(file) for \(request) is no good: \(reason)" }
        let list = lookedFor.isEmpty ? "" : "; looked for \(lookedFor.joined(separator: ", "))"
        return "\(reason) for \(request)\(list)"
    }
}

/// What is wrong with a file of fixtures, whoever asks for it.
package struct FixtureProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// From the folder on.
    package let file: String
    package let reason: String

    package init(_ file: String, _ reason: String) {
        self.file = file
        self.reason = reason
    }

    package var description: String { "\(file): \(reason)" }
}
