import Foundation
import Portico

/// A mapping framework as a user might have one: `user.name = Ada`, a line for each value, indices for the elements of a list.
///
/// Its decoder does what `Decodable` types need and no more: there is no `superDecoder`, and no nested container.
struct LineFormat: ResponseDecoder, BodyEncoder {
    var mediaTypes: [MediaType] { MediaType.list("text/x-lines") }
    var mediaType: MediaType { mediaTypes[0] }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        var root = LineNode()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let halves = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2 else { throw Malformed(line: String(line)) }
            root.set(halves[1], at: halves[0].split(separator: ".").map(String.init)[...])
        }
        return try Value(from: LineDecoder(node: root, codingPath: []))
    }

    /// Only what is flat: the names and values of a JSON object.
    func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let object = try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(value))
        let lines = object.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.string ?? "\($0.value)")" }
        return Data(lines.joined(separator: "\n").utf8)
    }

    struct Malformed: Error, CustomStringConvertible {
        let line: String
        var description: String { "the line '\(line)' has no equals sign" }
    }
}

struct LineNode {
    var text: String?
    var members: [String: LineNode] = [:]

    mutating func set(_ text: String, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self.text = text
            return
        }
        members[first, default: LineNode()].set(text, at: path.dropFirst())
    }

    var elements: [LineNode]? {
        let indices = members.keys.compactMap { Int($0) }.sorted()
        guard indices == Array(0..<members.count), !indices.isEmpty else { return nil }
        return indices.compactMap { members["\($0)"] }
    }
}

private struct LineDecoder: Decoder, SingleValueDecodingContainer {
    let node: LineNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func mismatch(_ wanted: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: "there is no \(wanted)"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard node.text == nil else { throw mismatch("group of lines") }
        return KeyedDecodingContainer(LineMembers<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = node.elements else { throw mismatch("list") }
        return LineElements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { node.text == "-" }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let text = node.text else { return try Value(from: self) }
        switch type {
        case is String.Type: return try cast(text)
        case let number as any (FixedWidthInteger & Decodable).Type: return try cast(integer(number, text))
        case is Bool.Type: return try cast(text == "yes")
        default: return try Value(from: self)
        }
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ text: String) throws -> Number {
        guard let number = Number(text) else { throw mismatch("number") }
        return number
    }

    private func cast<Value>(_ value: Any) throws -> Value {
        guard let value = value as? Value else { throw mismatch("\(Value.self)") }
        return value
    }
}

private struct LineMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: LineNode
    let codingPath: [any CodingKey]
    var allKeys: [Key] { node.members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { node.members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { node.members[key.stringValue]?.text == "-" }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let member = node.members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no such line"))
        }
        return try LineDecoder(node: member, codingPath: codingPath + [key]).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw Unsupported() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unsupported() }
    func superDecoder() throws -> any Decoder { throw Unsupported() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsupported() }
}

private struct LineElements: UnkeyedDecodingContainer {
    let elements: [LineNode]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    func decodeNil() -> Bool { elements[currentIndex].text == "-" }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        defer { currentIndex += 1 }
        return try LineDecoder(node: elements[currentIndex], codingPath: codingPath).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw Unsupported()
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsupported() }
    func superDecoder() throws -> any Decoder { throw Unsupported() }
}

private struct Unsupported: Error {}
