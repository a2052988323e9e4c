/// The container of an endpoint's properties. Values of the common types go to the binder with no encoder between.
struct EndpointProperties<Key: CodingKey>: NilKeepingContainer {
    let binder: RequestBinder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { try binder.bind(.null, to: key.stringValue) }
    mutating func encodeAbsent(forKey key: Key) throws { try binder.bind(.absent, to: key.stringValue) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { try binder.bind(.bool(value), to: key.stringValue) }
    mutating func encode(_ value: String, forKey key: Key) throws { try binder.bind(.text(value), to: key.stringValue) }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        try binder.bind(.double(value), to: key.stringValue)
    }
    mutating func encode(_ value: Float, forKey key: Key) throws { try binder.bind(.float(value), to: key.stringValue) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try bind(Int64(value), key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try bind(Int64(value), key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try bind(Int64(value), key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try bind(Int64(value), key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try bind(Int64(value), key) }
    mutating func encode(_ value: Int128, forKey key: Key) throws { try binder.bind(.wide(value), to: key.stringValue) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try bind(UInt64(value), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try bind(UInt64(value), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try bind(UInt64(value), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try bind(UInt64(value), key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try bind(UInt64(value), key) }

    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try binder.bind(.unsignedWide(value), to: key.stringValue)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try binder.bind(value, to: key.stringValue)
    }

    private func bind(_ value: Int64, _ key: Key) throws { try binder.bind(.integer(value), to: key.stringValue) }
    private func bind(_ value: UInt64, _ key: Key) throws { try binder.bind(.unsigned(value), to: key.stringValue) }

    // What follows comes only from an `encode(to:)` written by hand, or from a class that another one inherits.

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        refuse(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        refuse(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { binder.refuse("a subclass") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { binder.refuse("a subclass") }

    private func refuse(_ key: Key) -> RefusingEncoder {
        binder.refuse("a container for '\(key.stringValue)', as an enum with values does")
    }
}

/// The container in which a router puts the one case that it is.
struct RouterCases<Case: CodingKey>: NilKeepingContainer {
    let binder: RequestBinder
    var codingPath: [any CodingKey] { [] }

    mutating func nestedContainer<Label: CodingKey>(
        keyedBy type: Label.Type, forKey key: Case
    ) -> KeyedEncodingContainer<Label> {
        binder.properties()
    }

    mutating func encodeNil(forKey key: Case) throws { throw refuse().problem }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Case) throws { throw refuse().problem }

    mutating func nestedUnkeyedContainer(forKey key: Case) -> any UnkeyedEncodingContainer {
        refuse().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { refuse() }
    mutating func superEncoder(forKey key: Case) -> any Encoder { refuse() }

    private func refuse() -> RefusingEncoder { binder.refuse("a value with properties of its own") }
}
