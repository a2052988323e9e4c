#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// What has a form of its own in JSON, or is written quicker without going through its `encode(to:)`.
enum ValueKind {
    /// Writes itself.
    case plain
    case date, data, url, decimal
    case strings, integers, doubles
    case json, number
    /// A dictionary whose keys are strings, which are no names of properties.
    case dictionary
}

/// Which kind each type is: found out once for each type that is met.
struct ValueKinds {
    private var known: [(type: ObjectIdentifier, kind: ValueKind)?] = Array(repeating: nil, count: 32)

    @inline(__always)
    mutating func kind<Value>(of type: Value.Type) -> ValueKind {
        let identifier = ObjectIdentifier(type)
        let slot = Int(truncatingIfNeeded: UInt(bitPattern: identifier.hashValueOfAddress) >> 4) & 31
        if let entry = known[slot], entry.type == identifier { return entry.kind }
        let kind = Self.found(for: type)
        known[slot] = (identifier, kind)
        return kind
    }

    @inline(never)
    private static func found<Value>(for type: Value.Type) -> ValueKind {
        if type == Date.self { return .date }
        if type == Data.self { return .data }
        if type == URL.self { return .url }
        if type == Decimal.self { return .decimal }
        if type == [String].self { return .strings }
        if type == [Int].self { return .integers }
        if type == [Double].self { return .doubles }
        if type == JSONValue.self { return .json }
        if type == JSONNumber.self { return .number }
        return type is any StringKeyed.Type ? .dictionary : .plain
    }
}

extension ObjectIdentifier {
    /// Its address, without hashing.
    @inline(__always)
    fileprivate var hashValueOfAddress: Int { Int(bitPattern: self) }
}

/// A dictionary with strings for keys.
protocol StringKeyed {
    /// Writes the members into an object.
    func write(to object: Place) throws
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
    func write(to object: Place) throws {
        let output = object.output
        if object.isOpen { output.open[object.level].hasDistinctKeys = true }
        if output.options.sortsKeys {
            for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                try output.encode(value, key, PathKey.name(key), in: object)
            }
        } else {
            for (key, value) in self { try output.encode(value, key, PathKey.name(key), in: object) }
        }
    }
}
