/// Why no stub answers a request: what underlies the `TransportError` that a ``StubTransport`` then fails with.
public struct StubMismatch: Error, Hashable, Sendable {
    /// `POST /users`, secrets hidden.
    public let request: String
    /// The stub that is nearest to it; nil where there is none at all.
    public let nearest: String?
    /// In what the request differs from the nearest stub: `path /users/43 instead of /users/42`.
    public let differences: [String]
    /// All stubs, in their order; at most 20.
    public let stubs: [String]
}

extension StubMismatch: CustomStringConvertible {
    /// `no stub answers GET /users/43; the nearest is ShowUser, GET /users/42: path /users/43 instead of /users/42`
    public var description: String {
        guard let nearest else { return "no stub answers \(request): there is none" }
        let others = stubs.count > 1 ? "; all stubs: \(stubs.joined(separator: "; "))" : ""
        return "no stub answers \(request); the nearest is \(nearest): \(differences.joined(separator: ", "))\(others)"
    }
}
