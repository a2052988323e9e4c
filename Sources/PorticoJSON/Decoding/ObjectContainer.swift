/// The members of an object, by the keys of a type.
struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let session: DecodingSession
    private let object: Int

    @inline(__always)
    init(_ session: DecodingSession, at index: Int) throws {
        guard session.tape[index].kind.isObject else {
            throw session.noContainer([String: Any].self, "keyed", at: index)
        }
        (self.session, object) = (session, index)
    }

    var codingPath: [any CodingKey] { session.path(to: object) }

    var allKeys: [Key] {
        var seen: Set<String> = []
        return session.members(of: object).compactMap {
            seen.insert($0.name).inserted ? Key(stringValue: $0.name) : nil
        }
    }

    func contains(_ key: Key) -> Bool { session.member(key.stringValue, of: object) >= 0 }

    func decodeNil(forKey key: Key) throws -> Bool { session.tape[try value(key)].kind == .null }

    @inline(__always)
    private func value(_ key: Key) throws -> Int {
        let index = session.member(key.stringValue, of: object)
        guard index >= 0 else { throw session.notFound(key, in: object) }
        return index
    }

    /// Nil where there is no member, or it is `null`.
    @inline(__always)
    private func valueIfPresent(_ key: Key) -> Int? {
        let index = session.member(key.stringValue, of: object)
        return index < 0 || session.tape[index].kind == .null ? nil : index
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let index = try value(key)
        let value = try session.value(type, at: index)
        session.goOn(behind: index, of: object)
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let index = valueIfPresent(key) else { return nil }
        let value = try session.value(type, at: index)
        session.goOn(behind: index, of: object)
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(try ObjectContainer<Nested>(session, at: value(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ArrayContainer(session, at: value(key))
    }

    func superDecoder() throws -> any Decoder { session.superDecoder(PathKey.super, of: object) }
    func superDecoder(forKey key: Key) throws -> any Decoder { session.superDecoder(key, of: object) }
}

extension ObjectContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try session.bool(at: value(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try session.string(at: value(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try session.double(at: value(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try session.float(at: value(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try session.integer(at: value(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try session.integer(at: value(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try session.integer(at: value(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try session.integer(at: value(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try session.integer(at: value(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try session.integer(at: value(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try session.integer(at: value(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try session.integer(at: value(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try session.integer(at: value(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try session.integer(at: value(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try session.integer(at: value(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try session.integer(at: value(key)) }
}

// What the protocol does for these asks three times for the member.
extension ObjectContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try valueIfPresent(key).map { try session.bool(at: $0) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try valueIfPresent(key).map { try session.string(at: $0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try valueIfPresent(key).map { try session.double(at: $0) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try valueIfPresent(key).map { try session.float(at: $0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try valueIfPresent(key).map { try session.integer(at: $0) }
    }
}
