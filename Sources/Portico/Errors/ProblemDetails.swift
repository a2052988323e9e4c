/// What an API says went wrong, in the form of RFC 9457 (`application/problem+json`).
///
/// Members of a wrong type are left out, as section 3.1 of the RFC asks.
public struct ProblemDetails: Hashable, Sendable {
    /// A URI reference that names the kind of problem; `about:blank` where none is given.
    public var type: String
    /// The kind of problem in a few words.
    public var title: String?
    /// The status that the server meant, which a proxy may have changed in the answer's head.
    public var status: Int?
    /// What went wrong this time.
    public var detail: String?
    /// A URI reference that names this occurrence.
    public var instance: String?
    /// Every other member.
    public var extensions: [String: JSONValue]

    /// A problem of this kind; what is not given is left out.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: [String: JSONValue] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }

    init(_ members: [String: JSONValue]) {
        self.init(
            type: members["type"]?.string ?? "about:blank",
            title: members["title"]?.string,
            status: members["status"]?.int,
            detail: members["detail"]?.string,
            instance: members["instance"]?.string,
            extensions: members.filter { !Self.ownMembers.contains($0.key) }
        )
    }

    private static let ownMembers: Set<String> = ["type", "title", "status", "detail", "instance"]
}

extension ProblemDetails: Decodable {
    /// Reads an object of JSON, so that an endpoint can name this type as its `Failure`.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: JSONValue].self))
    }
}

extension ProblemDetails: CustomStringConvertible {
    /// `Out of credit: your balance is 30 (https://example.com/problems/out-of-credit)`
    public var description: String {
        let words = [title, detail].compactMap(\.self).joined(separator: ": ")
        guard type != "about:blank" else { return words.isEmpty ? "a problem without a title" : words }
        return words.isEmpty ? type : "\(words) (\(type))"
    }
}
