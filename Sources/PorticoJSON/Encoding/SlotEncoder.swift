/// What a value encodes itself to: a slot.
struct SlotEncoder: Encoder {
    let place: Place

    private var output: JSONOutput { place.output }

    var codingPath: [any CodingKey] { output.path(of: place) }
    var userInfo: [CodingUserInfoKey: Any] { output.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedWriter<Key>(place: output.openContainer(place, isArray: false)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriter(place: output.openContainer(place, isArray: true))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension SlotEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        try output.beginSingle(place)
        output.writeNull()
    }

    func encode(_ value: Bool) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: String) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: Double) throws {
        let text = value.isFinite ? nil : try output.textOfNotFinite(value, at: codingPath)
        try output.beginSingle(place)
        output.write(value, orText: text)
    }

    func encode(_ value: Float) throws {
        let text = value.isFinite ? nil : try output.textOfNotFinite(value, at: codingPath)
        try output.beginSingle(place)
        if let text { output.write(text) } else { output.writeFinite(value) }
    }

    func encode(_ value: Int) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: Int8) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: Int16) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: Int32) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: Int64) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: UInt) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: UInt8) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: UInt16) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: UInt32) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: UInt64) throws {
        try output.beginSingle(place)
        output.write(value)
    }

    func encode(_ value: Int128) throws {
        try output.beginSingle(place)
        output.writeRaw(value.description)
    }

    func encode(_ value: UInt128) throws {
        try output.beginSingle(place)
        output.writeRaw(value.description)
    }

    func encode<Value: Encodable>(_ value: Value) throws { try output.encodeSingle(value, in: place) }
}
