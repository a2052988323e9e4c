#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

extension JSONMap {
    /// The member of this name by its `Decodable`: for types of a model that are not mapped.
    public func decoded<Value: Decodable>(
        _ name: StaticString, as type: Value.Type = Value.self
    ) throws(MappingError) -> Value {
        try nested(name) { (map: borrowing JSONMap) throws(MappingError) in try map.decoded(type) }
    }

    /// The value by its `Decodable`.
    public func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws(MappingError) -> Value {
        do {
            return try document.pointee.session().value(type, at: index)
        } catch {
            throw self.error(error)
        }
    }

    /// A date of a format of its own.
    public func callAsFunction(_ name: StaticString, _ format: DateFormat) throws(MappingError) -> Date {
        try nested(name) { (map: borrowing JSONMap) throws(MappingError) in try map.date(format) }
    }

    /// A date of a format of its own; nil where it is missing or `null`.
    public func callAsFunction(_ name: StaticString, _ format: DateFormat) throws(MappingError) -> Date? {
        guard isObject else { throw mismatch("an object") }
        guard valueIfPresent(name) >= 0 else { return nil }
        return try nested(name) { (map: borrowing JSONMap) throws(MappingError) in try map.date(format) }
    }

    private func date(_ format: DateFormat) throws(MappingError) -> Date {
        do {
            return try format.decode(from: TapeDecoder(document.pointee.session(), at: index))
        } catch {
            throw self.error(error)
        }
    }
}

extension Date: JSONMappable, PlainMappable {
    /// By the decoder's strategy for dates.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.decoded() }
}

extension Data: JSONMappable, PlainMappable {
    /// By the decoder's strategy for data.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.decoded() }
}

extension URL: JSONMappable, PlainMappable {
    /// The address that a string is, absolute or not.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.decoded() }
}

extension UUID: JSONMappable, PlainMappable {
    /// By its text in hexadecimal digits and hyphens.
    public init(map: borrowing JSONMap) throws(MappingError) {
        guard let value = UUID(uuidString: try String(map: map)) else { throw map.unfit(for: UUID.self) }
        self = value
    }
}

extension Decimal: JSONMappable, PlainMappable {
    /// With all its digits.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.decoded() }
}
