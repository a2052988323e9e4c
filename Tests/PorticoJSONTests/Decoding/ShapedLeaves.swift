import Foundation

// One value of a simple type, asked for in each of the ways there are, and by the overload of its own type.

extension Shaped {
    static func leaf(_ shape: Shape, _ container: any SingleValueDecodingContainer) throws -> String {
        switch shape {
        case .bool: seen(try container.decode(Bool.self))
        case .int: seen(try container.decode(Int.self))
        case .int8: seen(try container.decode(Int8.self))
        case .uint64: seen(try container.decode(UInt64.self))
        case .int128: seen(try container.decode(Int128.self))
        case .double: seen(try container.decode(Double.self))
        case .float: seen(try container.decode(Float.self))
        case .string: seen(try container.decode(String.self))
        case .date: seen(try container.decode(Date.self))
        case .data: seen(try container.decode(Data.self))
        case .url: seen(try container.decode(URL.self))
        case .decimal: seen(try container.decode(Decimal.self))
        case .optionalInt: seen(try container.decode(Int?.self))
        case .ints: seen(try container.decode([Int].self))
        case .strings: seen(try container.decode([String].self))
        case .doubles: seen(try container.decode([Double].self))
        case .optionals: seen(try container.decode([Int?].self))
        case .bytes: seen(try container.decode([UInt8].self))
        default: "-"
        }
    }

    static func leaf(_ shape: Shape, _ container: inout any UnkeyedDecodingContainer) throws -> String {
        switch shape {
        case .bool: seen(try container.decode(Bool.self))
        case .int: seen(try container.decode(Int.self))
        case .int8: seen(try container.decode(Int8.self))
        case .uint64: seen(try container.decode(UInt64.self))
        case .int128: seen(try container.decode(Int128.self))
        case .double: seen(try container.decode(Double.self))
        case .float: seen(try container.decode(Float.self))
        case .string: seen(try container.decode(String.self))
        case .date: seen(try container.decode(Date.self))
        case .data: seen(try container.decode(Data.self))
        case .url: seen(try container.decode(URL.self))
        case .decimal: seen(try container.decode(Decimal.self))
        case .optionalInt: seen(try container.decode(Int?.self))
        case .ints: seen(try container.decode([Int].self))
        case .strings: seen(try container.decode([String].self))
        case .doubles: seen(try container.decode([Double].self))
        case .optionals: seen(try container.decode([Int?].self))
        case .bytes: seen(try container.decode([UInt8].self))
        default: "-"
        }
    }

    static func leaf(_ shape: Shape, _ container: KeyedDecodingContainer<Key>, _ key: Key) throws -> String {
        switch shape {
        case .bool: seen(try container.decode(Bool.self, forKey: key))
        case .int: seen(try container.decode(Int.self, forKey: key))
        case .int8: seen(try container.decode(Int8.self, forKey: key))
        case .uint64: seen(try container.decode(UInt64.self, forKey: key))
        case .int128: seen(try container.decode(Int128.self, forKey: key))
        case .double: seen(try container.decode(Double.self, forKey: key))
        case .float: seen(try container.decode(Float.self, forKey: key))
        case .string: seen(try container.decode(String.self, forKey: key))
        case .date: seen(try container.decode(Date.self, forKey: key))
        case .data: seen(try container.decode(Data.self, forKey: key))
        case .url: seen(try container.decode(URL.self, forKey: key))
        case .decimal: seen(try container.decode(Decimal.self, forKey: key))
        case .optionalInt: seen(try container.decode(Int?.self, forKey: key))
        case .ints: seen(try container.decode([Int].self, forKey: key))
        case .strings: seen(try container.decode([String].self, forKey: key))
        case .doubles: seen(try container.decode([Double].self, forKey: key))
        case .optionals: seen(try container.decode([Int?].self, forKey: key))
        case .bytes: seen(try container.decode([UInt8].self, forKey: key))
        default: "-"
        }
    }

    static func leafIfPresent(_ shape: Shape, _ container: KeyedDecodingContainer<Key>, _ key: Key) throws -> String {
        switch shape {
        case .bool: seen(try container.decodeIfPresent(Bool.self, forKey: key))
        case .int: seen(try container.decodeIfPresent(Int.self, forKey: key))
        case .int8: seen(try container.decodeIfPresent(Int8.self, forKey: key))
        case .uint64: seen(try container.decodeIfPresent(UInt64.self, forKey: key))
        case .int128: seen(try container.decodeIfPresent(Int128.self, forKey: key))
        case .double: seen(try container.decodeIfPresent(Double.self, forKey: key))
        case .float: seen(try container.decodeIfPresent(Float.self, forKey: key))
        case .string: seen(try container.decodeIfPresent(String.self, forKey: key))
        case .date: seen(try container.decodeIfPresent(Date.self, forKey: key))
        case .data: seen(try container.decodeIfPresent(Data.self, forKey: key))
        case .url: seen(try container.decodeIfPresent(URL.self, forKey: key))
        case .decimal: seen(try container.decodeIfPresent(Decimal.self, forKey: key))
        case .optionalInt: seen(try container.decodeIfPresent(Int?.self, forKey: key))
        case .ints: seen(try container.decodeIfPresent([Int].self, forKey: key))
        case .strings: seen(try container.decodeIfPresent([String].self, forKey: key))
        case .doubles: seen(try container.decodeIfPresent([Double].self, forKey: key))
        case .optionals: seen(try container.decodeIfPresent([Int?].self, forKey: key))
        case .bytes: seen(try container.decodeIfPresent([UInt8].self, forKey: key))
        default: "-"
        }
    }

    /// The value as text, in which zeros of both signs differ.
    private static func seen<Value>(_ value: Value) -> String { "\(value)" }
}
