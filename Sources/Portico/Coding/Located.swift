#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that is decoded to find out where decoding it fails.
///
/// Foundation's `JSONDecoder` gives no path where a number is too large, or has a fraction, for the type that wants it.
/// So a body that failed without a path is decoded once more through this: every container asks that decoder's own and
/// adds the path to an error that has none.
struct Located<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try Value(from: LocatingDecoder(base: decoder))
    }

    /// Throws what a decoder throws for this type when it is watched; nothing for a type that it knows itself.
    static func findFailure(of type: Value.Type, _ decode: (Located<Value>.Type) throws -> Void) throws {
        if !isKnownToDecoder(type) { try decode(Located<Value>.self) }
    }
}

extension DecodingError {
    /// Whether the error tells of bad data and not where it is.
    var isWithoutPlace: Bool {
        if case .dataCorrupted(let context) = self { context.codingPath.isEmpty } else { false }
    }
}

private struct LocatingDecoder: Decoder {
    let base: any Decoder
    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(LocatingKeyedContainer(base: try base.container(keyedBy: type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        LocatingUnkeyedContainer(base: try base.unkeyedContainer())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        LocatingSingleContainer(base: try base.singleValueContainer())
    }
}

/// What `decode` gives, or its error with a path in it.
private func located<Value>(
    _ type: Value.Type, at path: @autoclosure () -> [any CodingKey], _ decode: () throws -> Value
) throws -> Value {
    do {
        return try decode()
    } catch let error as DecodingError where !error.isWithoutPlace {
        throw error
    } catch {
        // Where the number is read, the decoder throws an error of its own, and makes a `DecodingError` of it at the
        // top.
        let message = "the value does not fit \(type)"
        throw DecodingError.dataCorrupted(.init(codingPath: path(), debugDescription: message, underlyingError: error))
    }
}

/// The types that the decoder knows itself, by its strategies; they decode as something else on their own.
private func isKnownToDecoder(_ type: (some Decodable).Type) -> Bool {
    type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
}

private struct LocatingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try located(type, at: codingPath + [key]) {
            if isKnownToDecoder(type) { return try base.decode(type, forKey: key) }
            return try base.decode(Located<Value>.self, forKey: key).value
        }
    }

    private func plain<Value>(_ key: Key, _ decode: () throws -> Value) throws -> Value {
        try located(Value.self, at: codingPath + [key], decode)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try plain(key) { try base.decode(type, forKey: key) }
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try plain(key) { try base.decode(type, forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let nested = try base.nestedContainer(keyedBy: type, forKey: key)
        return KeyedDecodingContainer(LocatingKeyedContainer<NestedKey>(base: nested))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        LocatingUnkeyedContainer(base: try base.nestedUnkeyedContainer(forKey: key))
    }

    func superDecoder() throws -> any Decoder { LocatingDecoder(base: try base.superDecoder()) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
        LocatingDecoder(base: try base.superDecoder(forKey: key))
    }
}

private struct LocatingUnkeyedContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let path = codingPath + [ElementKey(intValue: currentIndex)]
        return try located(type, at: path) {
            if isKnownToDecoder(type) { return try base.decode(type) }
            return try base.decode(Located<Value>.self).value
        }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try plain { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try plain { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try plain { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try plain { try $0.decode(type) } }

    private mutating func plain<Value>(
        _ decode: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        let path = codingPath + [ElementKey(intValue: currentIndex)]
        return try located(Value.self, at: path) { try decode(&base) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(LocatingKeyedContainer<Key>(base: try base.nestedContainer(keyedBy: type)))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        LocatingUnkeyedContainer(base: try base.nestedUnkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { LocatingDecoder(base: try base.superDecoder()) }
}

private struct LocatingSingleContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try located(type, at: codingPath) {
            if isKnownToDecoder(type) { return try base.decode(type) }
            return try base.decode(Located<Value>.self).value
        }
    }

    func decode(_ type: Bool.Type) throws -> Bool { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: String.Type) throws -> String { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Double.Type) throws -> Double { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Float.Type) throws -> Float { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Int.Type) throws -> Int { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Int8.Type) throws -> Int8 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Int16.Type) throws -> Int16 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Int32.Type) throws -> Int32 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: UInt.Type) throws -> UInt { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try located(type, at: codingPath) { try base.decode(type) } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try located(type, at: codingPath) { try base.decode(type) } }
}

/// The place of an element, spelled as `JSONDecoder` spells it.
private struct ElementKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
    init?(stringValue: String) { return nil }
}
