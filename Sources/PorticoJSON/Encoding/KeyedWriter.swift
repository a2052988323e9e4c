/// An object that is being written.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: Place

    @inline(__always)
    private var output: JSONOutput { place.output }

    var codingPath: [any CodingKey] { output.path(of: place) }

    @inline(__always)
    private func name(of key: Key) -> String {
        output.options.convertsKeys ? output.convertedName(of: key, in: place) : key.stringValue
    }

    func encodeNil(forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.writeNull()
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        let text = value.isFinite ? nil : try output.textOfNotFinite(value, at: codingPath + [key])
        output.beginMember(place, name(of: key))
        output.write(value, orText: text)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        let text = value.isFinite ? nil : try output.textOfNotFinite(value, at: codingPath + [key])
        output.beginMember(place, name(of: key))
        if let text { output.write(text) } else { output.writeFinite(value) }
    }

    func encode(_ value: Int, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: Int8, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: Int16, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: Int32, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: Int64, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: UInt, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: UInt8, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: UInt16, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: UInt32, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: UInt64, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.write(value)
    }

    func encode(_ value: Int128, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.writeRaw(value.description)
    }

    func encode(_ value: UInt128, forKey key: Key) throws {
        output.beginMember(place, name(of: key))
        output.writeRaw(value.description)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try output.encode(value, name(of: key), key, in: place)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(
            KeyedWriter<NestedKey>(place: output.openMember(place, name(of: key), key, isArray: false)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedWriter(place: output.openMember(place, name(of: key), key, isArray: true))
    }

    func superEncoder() -> any Encoder {
        let key = PathKey.super
        let name = output.options.convertsKeys ? output.convertedName(of: key, in: place) : key.stringValue
        return SlotEncoder(place: output.slotOfMember(place, name, key))
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        SlotEncoder(place: output.slotOfMember(place, name(of: key), key))
    }
}
