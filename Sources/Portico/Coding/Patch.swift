/// A member of a change: not there at all, null, or a value. A server leaves the first as it is and clears the second.
///
/// ```swift
/// struct Changes: Codable {
///     var name: Patch<String> = .absent
///     var nickname: Patch<String> = .absent
/// }
/// Changes(nickname: .null)    // {"nickname":null}
/// ```
///
/// The conformances that the compiler writes know it, both ways, in every keyed place. In an array or a dictionary an
/// absent value has no place to be absent from, and is an encoding error.
public enum Patch<Value> {
    /// Left out: what the server has stays.
    case absent
    /// Null: what the server has goes.
    case null
    /// This, in place of what the server has.
    case value(Value)

    /// A value, or null for nil.
    public init(_ value: Value?) {
        self = value.map(Patch.value) ?? .null
    }

    /// The value, and nil where it is absent or null.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the member is left out.
    public var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// Whether the member is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Patch: Sendable where Value: Sendable {}
extension Patch: Equatable where Value: Equatable {}
extension Patch: Hashable where Value: Hashable {}

extension Patch: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .absent:
            if let encoder = encoder as? ParameterEncoder { return encoder.encodeAbsent() }
            let message = "an absent value can be left out of an object only"
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: message))
        case .null: try ExplicitNull().encode(to: encoder)
        case .value(let value):
            // Not `value.encode(to:)`, by which a Date goes past what an encoder does for it.
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

extension Patch: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension KeyedEncodingContainer {
    /// Leaves an absent value out. The compiler picks this for the properties of a type whose conformance it writes.
    public mutating func encode<Value: Encodable>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .absent: try encodeIfPresent(AbsentValue?.none, forKey: key)
        case .null: try encode(ExplicitNull(), forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}

extension KeyedDecodingContainer {
    /// Tells a missing key from a null. The compiler picks this for the properties of a type whose conformance it
    /// writes.
    public func decode<Value: Decodable>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}

/// What can be absent or nil, so that an encoder can ask before it makes a place for it.
protocol AbsentRepresentable: Encodable {
    var isAbsent: Bool { get }
    /// A nil, whose style decides; not a null that was meant.
    var isNil: Bool { get }
}

extension Patch: AbsentRepresentable where Value: Encodable {
    var isNil: Bool { false }
}

extension Optional: AbsentRepresentable where Wrapped: Encodable {
    var isAbsent: Bool { if case .some(let value as any AbsentRepresentable) = self { value.isAbsent } else { false } }

    var isNil: Bool {
        switch self {
        case .none: true
        case .some(let value as any AbsentRepresentable): value.isNil
        case .some: false
        }
    }
}

/// What a keyed container is told of an absent value: nothing, but for one of ours, which takes note of the property.
enum AbsentValue: Encodable {
    func encode(to encoder: any Encoder) throws {}
}

/// A null that was meant, which an encoder of ours must tell from a nil that has a style.
struct ExplicitNull: Encodable {
    func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ParameterEncoder { return encoder.encodeExplicitNull() }
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
