/// A part of a multipart form: text, bytes, or a ``FilePart``, an array of them for several parts of the name.
///
/// ```swift
/// struct UploadPhoto: Endpoint {
///     static let route: Route = "POST /photos"
///     static let bodyFormat = BodyFormat.multipart
///     var title: String
///     @Part var photo: FilePart
/// }
/// ```
@propertyWrapper
public struct Part<Value> {
    /// What the part holds.
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

extension Part: Sendable where Value: Sendable {}

extension Part: ParameterWrapper, Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try Placement(place: .part, name: name, style: style).encode(wrappedValue, to: encoder)
    }
}
