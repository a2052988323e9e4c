/// Where one property of an endpoint goes that its route does not name, under which name and in which style.
struct Placement {
    enum Place: Hashable {
        case query, header, field, body, part

        /// The property wrapper that says so.
        var wrapper: String {
            switch self {
            case .query: "Query"
            case .header: "Header"
            case .field: "Field"
            case .body: "Body"
            case .part: "Part"
            }
        }
    }

    var place: Place
    /// The name that a wrapper gives; nil for the property's own, which the key style may rewrite.
    var name: String?
    var style: StyleOverride?

    /// Encodes a wrapper's value for the binder of an endpoint. Anyone else is refused: no other encoder would put the
    /// value where the wrapper promises.
    func encode(_ value: some Encodable, to encoder: any Encoder) throws {
        guard let encoder = parameterEncoder(encoder) else {
            throw ParameterProblem("@\(place.wrapper) inside of a nested value")
        }
        try encoder.encode(value, at: self)
    }

    /// The encoder, asked for its own type, which is a shorter question than to a value of `any Encoder`.
    private func parameterEncoder(_ encoder: some Encoder) -> ParameterEncoder? { encoder as? ParameterEncoder }
}

/// The style that a wrapper gives, in a box: few wrappers have one, and each is copied a few times a call.
final class StyleOverride: Sendable {
    let style: ParameterStyle

    /// Nil for a style that leaves every choice open.
    init?(_ style: ParameterStyle) {
        guard !style.isInherited else { return nil }
        self.style = style
    }
}

/// A property wrapper that says where its value goes.
protocol ParameterWrapper: Encodable {}

/// The body of an initialiser that is unavailable, so that no program that compiles comes here.
func unavailable() -> Never {
    while true {}
}
