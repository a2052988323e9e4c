#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The `Encoder` of one parameter: it keeps what the value encodes to.
///
/// A nested value gets an encoder of its own. The one of a property (the root) also takes what a wrapper such as
/// ``Query`` says of the property, which only the property itself may say.
final class ParameterEncoder: Encoder {
    private enum Content {
        case nothing
        case scalar(ParameterValue)
        case list([ParameterEncoder])
        case members([(key: String, value: ParameterEncoder)], isDictionary: Bool)
    }

    /// What no sensible value reaches, so that a value that holds itself is an error.
    static let maximumDepth = 64

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    // As a binder's, an encoder's properties are accessed by one task, one after the other.

    /// How the names of properties become keys; a wrapper's style may say otherwise.
    @exclusivity(unchecked) private var keys: ParameterStyle.Keys
    private let outerKeys: ParameterStyle.Keys
    private let depth: Int
    @exclusivity(unchecked) private var content = Content.nothing
    /// The type of the value that is being encoded: a dictionary's keys are data.
    @exclusivity(unchecked) private var type: Any.Type = Any.self
    /// Whether the value made an array of elements that have no order of their own.
    @exclusivity(unchecked) private var isUnordered = false
    /// How many values are being encoded that said to be but another one.
    @exclusivity(unchecked) private var unwrapped = 0
    /// Whether the values of `Field` are written as parameters, and not left to a ``BodyEncoder``.
    private let flattensFields: Bool
    /// What a wrapper said; only at the root.
    @exclusivity(unchecked) private(set) var placement: Placement?
    /// The value of a wrapper that is not for this encoder to take apart.
    @exclusivity(unchecked) private(set) var captured: (any Encodable)?

    init(keys: ParameterStyle.Keys, flattensFields: Bool = true, depth: Int = 0) {
        self.keys = keys
        outerKeys = keys
        self.flattensFields = flattensFields
        self.depth = depth
    }

    /// Takes a wrapper's value, and its word on where the property goes.
    func encode<Value: Encodable>(_ value: Value, at placement: Placement) throws {
        guard depth == 0 else { throw ParameterProblem("@\(placement.place.wrapper) inside of a nested value") }
        if let other = self.placement { throw Self.stacked(other) }
        self.placement = placement
        switch placement.place {
        case .body, .part: try capture(value, placement)
        case .field where !flattensFields: try capture(value, placement)
        default:
            if let keys = placement.style?.style.keys { self.keys = keys }
            try encode(value)
        }
    }

    /// Keeps a value as it is, for whoever encodes the body; what is nil or absent has no need of that.
    private func capture<Value: Encodable>(_ value: Value, _ placement: Placement) throws {
        guard !(Value.self is any ParameterWrapper.Type) else { throw Self.stacked(placement) }
        if let value = value as? any AbsentRepresentable, value.isAbsent || value.isNil {
            try value.encode(to: self)
        } else {
            captured = value
        }
    }

    private static var tooDeep: ParameterProblem { ParameterProblem("values nested deeper than \(maximumDepth)") }

    private static func stacked(_ placement: Placement) -> ParameterProblem {
        ParameterProblem("stacked wrappers; @\(placement.place.wrapper) must stand alone")
    }

    /// Makes the encoder as good as new, for the next property.
    func reset() {
        content = .nothing
        isUnordered = false
        keys = outerKeys
        placement = nil
        captured = nil
    }

    /// What was encoded.
    var value: ParameterValue {
        switch content {
        case .nothing: .object([])
        case .scalar(let value): value
        case .list(let elements): .array(elements.map(\.value))
        case .members(let members, let isDictionary):
            .object(
                (isDictionary ? members.sorted { $0.key < $1.key } : members)
                    .map { ParameterValue.Member(key: $0.key, value: $0.value.value) }
            )
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .members = content {} else { content = .members([], isDictionary: self.type is any KeyedByData.Type) }
        return KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = content {} else { content = .list([]) }
        isUnordered = type is any UnorderedElements.Type
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    fileprivate func child() throws -> ParameterEncoder {
        guard depth < Self.maximumDepth else { throw Self.tooDeep }
        return ParameterEncoder(keys: keys, depth: depth + 1)
    }

    fileprivate func member(_ name: String) throws -> ParameterEncoder {
        let child = try child()
        guard case .members(var members, let isDictionary) = content else { return child }
        content = .nothing
        members.append((isDictionary ? name : keys.key(for: name), child))
        content = .members(members, isDictionary: isDictionary)
        return child
    }

    fileprivate func element() throws -> ParameterEncoder {
        let child = try child()
        guard case .list(var elements) = content else { return child }
        content = .nothing
        elements.append(child)
        content = .list(elements)
        return child
    }

    fileprivate var elementCount: Int {
        if case .list(let elements) = content { elements.count } else { 0 }
    }
}

extension ParameterEncoder: SingleValueEncodingContainer {
    func encodeNil() { content = .scalar(.null) }
    func encodeAbsent() { content = .scalar(.absent) }
    func encodeExplicitNull() { content = .scalar(.explicitNull) }
    func encode(_ value: Bool) { content = .scalar(.bool(value)) }
    func encode(_ value: String) { content = .scalar(.text(value)) }
    func encode(_ value: Double) { content = .scalar(.double(value)) }
    func encode(_ value: Float) { content = .scalar(.float(value)) }
    func encode(_ value: Int) { content = .scalar(.integer(Int64(value))) }
    func encode(_ value: Int8) { content = .scalar(.integer(Int64(value))) }
    func encode(_ value: Int16) { content = .scalar(.integer(Int64(value))) }
    func encode(_ value: Int32) { content = .scalar(.integer(Int64(value))) }
    func encode(_ value: Int64) { content = .scalar(.integer(value)) }
    func encode(_ value: Int128) { content = .scalar(.wide(value)) }
    func encode(_ value: UInt) { content = .scalar(.unsigned(UInt64(value))) }
    func encode(_ value: UInt8) { content = .scalar(.unsigned(UInt64(value))) }
    func encode(_ value: UInt16) { content = .scalar(.unsigned(UInt64(value))) }
    func encode(_ value: UInt32) { content = .scalar(.unsigned(UInt64(value))) }
    func encode(_ value: UInt64) { content = .scalar(.unsigned(value)) }
    func encode(_ value: UInt128) { content = .scalar(.unsignedWide(value)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let known = try ParameterValue.known(value) {
            content = .scalar(known)
        } else {
            try encode(unknown: value)
        }
    }

    /// Encodes a value that ``ParameterValue`` does not know by its type.
    func encode<Value: Encodable>(unknown value: Value) throws {
        guard unwrapped < Self.maximumDepth else { throw Self.tooDeep }
        unwrapped += 1
        defer { unwrapped -= 1 }
        type = Value.self
        try value.encode(to: self)
        // Asked afterwards, of the few that made an array, for asking costs as much as encoding does.
        if isUnordered, let ordered = try (value as? any UnorderedElements)?.inOrder() {
            content = .nothing
            isUnordered = false
            try encode(ordered)
        }
    }
}

extension ParameterValue {
    /// The value of a type that most parameters have, or that Foundation encodes for a format of its own; nil for every
    /// other, which encodes itself.
    static func known<Value: Encodable>(_ value: Value) throws(ParameterProblem) -> ParameterValue? {
        if Value.self == String.self, let value = value as? String { return .text(value) }
        if Value.self == Int.self, let value = value as? Int { return .integer(Int64(value)) }
        if Value.self == String?.self, let value = value as? String? { return value.map { .text($0) } ?? .null }
        if Value.self == Int?.self, let value = value as? Int? { return value.map { .integer(Int64($0)) } ?? .null }
        if Value.self == UUID.self, let value = value as? UUID { return .text(value.uuidString) }
        if Value.self == Date.self, let value = value as? Date { return .date(value) }
        if Value.self == URL.self, let value = value as? URL { return .text(value.absoluteString) }
        if Value.self == Data.self, let value = value as? Data { return .data(value) }
        if Value.self == Decimal.self, let value = value as? Decimal {
            guard value.isFinite else { throw .notFinite }
            return .decimal(value)
        }
        return nil
    }
}

private struct Keyed<Key: CodingKey>: NilKeepingContainer {
    let encoder: ParameterEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { try encoder.member(key.stringValue).encodeNil() }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.member(key.stringValue).encode(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested("super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    private func nested(_ name: String) -> any Encoder {
        do { return try encoder.member(name) } catch { return RefusingEncoder(error) }
    }
}

private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: ParameterEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.elementCount }

    mutating func encodeNil() throws { try encoder.element().encodeNil() }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.element().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder {
        do { return try encoder.element() } catch { return RefusingEncoder(error) }
    }
}
