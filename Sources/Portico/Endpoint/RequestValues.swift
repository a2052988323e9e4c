/// The query, fields or body members of a ``Request``: names and values in order, written in the client's style.
///
/// ```swift
/// .get("/search", query: ["q": text, "tags": ["a", "b"], "page": nil])
/// ```
public struct RequestValues: Sendable, ExpressibleByDictionaryLiteral {
    typealias Pair = (name: String, value: (any Encodable & Sendable)?)
    private(set) var pairs: [Pair] = []

    /// No values.
    public init() {}

    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        pairs = elements.map { ($0, $1) }
    }

    /// Adds a value behind the others; a name may come several times. Nil goes out as the style has it.
    public mutating func append(_ name: String, _ value: (any Encodable & Sendable)?) { pairs.append((name, value)) }

    var isEmpty: Bool { pairs.isEmpty }

    /// Gives each name its value, taken apart.
    func forEach(
        _ style: ResolvedStyle, _ store: (String, ParameterValue) throws(ParameterProblem) -> Void
    ) throws(InvalidRequest) {
        for (name, value) in pairs {
            do {
                guard let value else {
                    try store(name, .null)
                    continue
                }
                let encoder = ParameterEncoder(keys: style.keys)
                try encoder.encode(value)
                guard encoder.placement == nil else {
                    throw ParameterProblem("a wrapper, which only an endpoint can have")
                }
                try store(name, encoder.value)
            } catch {
                throw InvalidRequest(.property(name), (error as? ParameterProblem)?.message ?? "\(error)")
            }
        }
    }
}
