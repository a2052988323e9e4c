import Foundation
import Testing

/// A value of a ``Shape``, which it finds in the decoder's `userInfo`; what it has read as text.
struct Shaped: Decodable {
    let text: String

    /// The shape of the value that is decoded next. Each decoding has one of its own.
    final class Next: @unchecked Sendable {
        var shape: Shape
        init(_ shape: Shape) { self.shape = shape }

        static let key = CodingUserInfoKey(rawValue: "shape")
    }

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
        let key = try #require(Next.key)
        let next = try #require(decoder.userInfo[key] as? Next)
        text = try Self.read(next.shape, decoder, next)
    }

    private static func read(_ shape: Shape, _ decoder: any Decoder, _ next: Next) throws -> String {
        switch shape {
        case .object(let members):
            let container = try decoder.container(keyedBy: Key.self)
            var parts = try members.map { "\($0.name)=\(try member($0, container, next))" }
            parts.append("\(container.codingPath.map(\.stringValue)) \(container.allKeys.map(\.stringValue).sorted())")
            return "{\(parts.joined(separator: ","))}"
        case .tuple(let elements):
            var container = try decoder.unkeyedContainer()
            let parts = try elements.map { try element($0, &container, next) }
            let position = "\(container.isAtEnd) \(container.count ?? -1) \(container.currentIndex)"
            return "(\(parts.joined(separator: ",")) \(position))"
        case .array(let element):
            return try all(element, next) { try decoder.singleValueContainer().decode([Shaped].self).map(\.text) }
        case .dictionary(let value):
            return try all(value, next) {
                let values = try decoder.singleValueContainer().decode([String: Shaped].self)
                return values.mapValues(\.text).sorted { $0.key < $1.key }
            }
        default: return try leaf(shape, decoder.singleValueContainer())
        }
    }

    /// Reads values that all have the same shape. One that is a container sets the next shape for its parts, and back.
    private static func all(_ shape: Shape, _ next: Next, _ read: () throws -> some Any) throws -> String {
        let before = next.shape
        defer { next.shape = before }
        next.shape = shape
        return "\(try read())"
    }

    private static func member(
        _ member: Shape.Member, _ container: KeyedDecodingContainer<Key>, _ next: Next
    ) throws -> String {
        let key = Key(member.name)
        switch member.way {
        case .decode: return try value(member.shape, container, key, next)
        case .decodeIfPresent:
            guard member.shape.isContainer else { return try leafIfPresent(member.shape, container, key) }
            return try all(member.shape, next) {
                try container.decodeIfPresent(Shaped.self, forKey: key)?.text ?? "nil"
            }
        case .afterAsking:
            guard container.contains(key) else { return "missing" }
            if try container.decodeNil(forKey: key) { return "null" }
            return try value(member.shape, container, key, next)
        case .twice:
            _ = try? value(member.shape, container, key, next)
            return try value(member.shape, container, key, next)
        case .superDecoder: return try read(member.shape, container.superDecoder(forKey: key), next)
        case .nested:
            switch member.shape {
            case .object(let members):
                let nested = try container.nestedContainer(keyedBy: Key.self, forKey: key)
                return "\(try members.map { try Self.member($0, nested, next) })"
            case .tuple(let elements):
                var nested = try container.nestedUnkeyedContainer(forKey: key)
                return "\(try elements.map { try element($0, &nested, next) })"
            default: return try value(member.shape, container, key, next)
            }
        }
    }

    private static func value(
        _ shape: Shape, _ container: KeyedDecodingContainer<Key>, _ key: Key, _ next: Next
    ) throws -> String {
        guard shape.isContainer else { return try leaf(shape, container, key) }
        return try all(shape, next) { try container.decode(Shaped.self, forKey: key).text }
    }

    private static func element(
        _ shape: Shape, _ container: inout any UnkeyedDecodingContainer, _ next: Next
    ) throws -> String {
        switch shape {
        case .object(let members):
            let nested = try container.nestedContainer(keyedBy: Key.self)
            return "\(try members.map { try member($0, nested, next) })"
        case .tuple(let elements):
            var nested = try container.nestedUnkeyedContainer()
            return "\(try elements.map { try element($0, &nested, next) })"
        case .array, .dictionary: return try all(shape, next) { try container.decode(Shaped.self).text }
        default: return try container.decodeNil() ? "null" : leaf(shape, &container)
        }
    }
}

extension Shape {
    fileprivate var isContainer: Bool {
        switch self {
        case .object, .tuple, .array, .dictionary: true
        default: false
        }
    }
}
