/// A member of the body, JSON or form, whatever the method: `@Field("is_private") var isPrivate = false`.
///
/// Without it a property goes into the body already, unless the method is GET, HEAD or DELETE.
@propertyWrapper
public struct Field<Value> {
    /// The member's value.
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

extension Field: Sendable where Value: Sendable {}

extension Field: ParameterWrapper, Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try Placement(place: .field, name: name, style: style).encode(wrappedValue, to: encoder)
    }
}
