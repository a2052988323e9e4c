/// A query item, whatever the method: `@Query("per_page") var perPage: Int? = nil` is `?per_page=50`.
///
/// Without it a property goes into the query of GET, HEAD and DELETE already.
@propertyWrapper
public struct Query<Value> {
    /// The item's value.
    public var wrappedValue: Value
    private let name: String?
    private let style: StyleOverride?

    /// - Parameters:
    ///   - wrappedValue: the property's default.
    ///   - name: the name to send; the property's own, in the key style, unless given.
    ///   - style: what differs from the endpoint's style.
    public init(wrappedValue: Value, _ name: String? = nil, style: ParameterStyle = .inherited) {
        self.wrappedValue = wrappedValue
        self.name = name
        self.style = StyleOverride(style)
    }

    @available(
        *, unavailable,
        message: "give the property a default, such as '= nil', or rename a required one in CodingKeys"
    )
    public init(_ name: String) { unavailable() }

    @available(*, unavailable, message: "give the property a default, such as '= nil' or '= []'")
    public init(_ name: String? = nil, style: ParameterStyle) { unavailable() }
}

extension Query: Sendable where Value: Sendable {}

extension Query: ParameterWrapper, Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try Placement(place: .query, name: name, style: style).encode(wrappedValue, to: encoder)
    }
}
