/// A header field: `@Header("X-Trace") var trace: String? = nil`.
///
/// Without a name the property's own is sent, its words separated by hyphens: `ifMatch` is `if-match`. One with a
/// hyphen, as only `CodingKeys` can give it, is sent as it is.
@propertyWrapper
public struct Header<Value> {
    /// The field's value.
    public var wrappedValue: Value
    private let name: String?
    private let style: StyleOverride?

    /// - Parameters:
    ///   - wrappedValue: the property's default.
    ///   - name: the name to send; the property's own, its words separated by hyphens, unless given.
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

extension Header: Sendable where Value: Sendable {}

extension Header: ParameterWrapper, Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try Placement(place: .header, name: name, style: style).encode(wrappedValue, to: encoder)
    }
}
