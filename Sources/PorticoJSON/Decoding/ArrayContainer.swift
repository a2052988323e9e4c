/// The elements of an array, one after the other. It is three words long, so making one allocates nothing.
struct ArrayContainer: UnkeyedDecodingContainer {
    private let session: DecodingSession
    private let array: Int32
    private var next: Int32
    private let elements: Int32
    private var position: Int32 = 0

    init(_ session: DecodingSession, at index: Int) throws {
        guard session.tape[index].kind == .array else { throw session.noContainer([Any].self, "unkeyed", at: index) }
        self.session = session
        array = Int32(truncatingIfNeeded: index)
        next = Int32(truncatingIfNeeded: index + 1)
        elements = Int32(truncatingIfNeeded: session.tape.elementCount(of: index))
    }

    var codingPath: [any CodingKey] { session.path(to: Int(array)) }
    var count: Int? { Int(elements) }
    var isAtEnd: Bool { position == elements }
    var currentIndex: Int { Int(position) }

    mutating func decodeNil() throws -> Bool {
        let index = try element(Never.self)
        guard session.tape[index].kind == .null else { return false }
        pass(index)
        return true
    }

    @inline(__always)
    private func element(_ type: any Any.Type) throws -> Int {
        guard position < elements else { throw session.atEnd(type, of: Int(array), index: Int(position)) }
        return Int(next)
    }

    @inline(__always)
    private mutating func pass(_ index: Int) {
        next = Int32(truncatingIfNeeded: session.tape.next(after: index))
        position &+= 1
    }

    /// Goes on to the next element only where this one could be read.
    @inline(__always)
    private mutating func reading<Value>(_ type: Value.Type, _ read: (DecodingSession, Int) throws -> Value) throws
        -> Value
    {
        let index = try element(type)
        let value = try read(session, index)
        pass(index)
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try reading(type) { try $0.value(type, at: $1) }
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if isAtEnd { return nil }
        return try reading(Value?.self) { $0.tape[$1].kind == .null ? nil : try $0.value(type, at: $1) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try reading(KeyedDecodingContainer<Key>.self) {
            KeyedDecodingContainer(try ObjectContainer<Key>($0, at: $1))
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try reading((any UnkeyedDecodingContainer).self) { try ArrayContainer($0, at: $1) }
    }

    mutating func superDecoder() throws -> any Decoder {
        try reading((any Decoder).self) { TapeDecoder($0, at: $1) }
    }
}

extension ArrayContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try reading(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try reading(type) { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try reading(type) { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try reading(type) { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try reading(type) { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try reading(type) { try $0.integer(at: $1) } }
}
