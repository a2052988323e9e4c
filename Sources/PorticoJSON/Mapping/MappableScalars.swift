public import Portico

/// What is read by `Codable`'s rules where a decoder meets it.
protocol PlainMappable: JSONMappable {}

extension Bool: JSONMappable, PlainMappable {
    /// `true` or `false`; no number and no text is one.
    public init(map: borrowing JSONMap) throws(MappingError) {
        switch map.word.kind {
        case .yes: self = true
        case .no: self = false
        default: throw map.mismatch("Bool")
        }
    }
}

extension String: JSONMappable, PlainMappable {
    /// The text of a string, its escapes undone.
    public init(map: borrowing JSONMap) throws(MappingError) {
        guard let text = map.tape.text(of: map.word) else { throw map.mismatch("String") }
        self = text
    }
}

extension Double: JSONMappable, PlainMappable {
    /// The nearest double of a number; one beyond the largest is an error.
    public init(map: borrowing JSONMap) throws(MappingError) {
        guard let number = map.tape.double(map.word) else { throw map.noNumber(Double.self) }
        self = number
    }
}

extension Float: JSONMappable, PlainMappable {
    /// The nearest float of a number; one beyond the largest is an error.
    public init(map: borrowing JSONMap) throws(MappingError) {
        guard let number = map.tape.float(map.word) else { throw map.noNumber(Float.self) }
        self = number
    }
}

extension JSONMap {
    @inline(__always)
    fileprivate func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws(MappingError) -> Integer {
        guard let number = tape.integer(word, as: type) else { throw noNumber(type) }
        return number
    }
}

extension Int: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(Int.self) }
}

extension Int8: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(Int8.self) }
}

extension Int16: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(Int16.self) }
}

extension Int32: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(Int32.self) }
}

extension Int64: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(Int64.self) }
}

extension Int128: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(Int128.self) }
}

extension UInt: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(UInt.self) }
}

extension UInt8: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(UInt8.self) }
}

extension UInt16: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(UInt16.self) }
}

extension UInt32: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(UInt32.self) }
}

extension UInt64: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(UInt64.self) }
}

extension UInt128: JSONMappable, PlainMappable {
    /// The integer that a number is, exactly: `1.0` and `1e3` are integers. One that does not fit is an error.
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.integer(UInt128.self) }
}
