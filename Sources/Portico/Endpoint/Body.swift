/// The whole body: `@Body var issue: NewIssue`, in the endpoint's ``BodyFormat``, or an ``HTTPBody`` as it is.
@propertyWrapper
public struct Body<Value> {
    /// What the body is made of.
    public var wrappedValue: Value

    /// A body; the compiler calls it for `@Body`.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Body: Sendable where Value: Sendable {}

extension Body: ParameterWrapper, Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try Placement(place: .body).encode(wrappedValue, to: encoder)
    }
}
