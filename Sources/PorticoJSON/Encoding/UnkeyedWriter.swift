/// An array that is being written.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    let place: Place

    @inline(__always)
    private var output: JSONOutput { place.output }

    var codingPath: [any CodingKey] { output.path(of: place) }
    var count: Int { output.elementCount(of: place) }

    func encodeNil() throws {
        output.beginElement(place)
        output.writeNull()
    }

    func encode(_ value: Bool) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: String) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: Double) throws {
        let text = value.isFinite ? nil : try output.textOfNotFinite(value, at: output.path(ofNextElementOf: place))
        output.beginElement(place)
        output.write(value, orText: text)
    }

    func encode(_ value: Float) throws {
        let text = value.isFinite ? nil : try output.textOfNotFinite(value, at: output.path(ofNextElementOf: place))
        output.beginElement(place)
        if let text { output.write(text) } else { output.writeFinite(value) }
    }

    func encode(_ value: Int) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: Int8) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: Int16) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: Int32) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: Int64) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: UInt) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: UInt8) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: UInt16) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: UInt32) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: UInt64) throws {
        output.beginElement(place)
        output.write(value)
    }

    func encode(_ value: Int128) throws {
        output.beginElement(place)
        output.writeRaw(value.description)
    }

    func encode(_ value: UInt128) throws {
        output.beginElement(place)
        output.writeRaw(value.description)
    }

    func encode<Value: Encodable>(_ value: Value) throws { try output.encode(value, in: place) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedWriter<NestedKey>(place: output.openElement(place, isArray: false)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriter(place: output.openElement(place, isArray: true))
    }

    func superEncoder() -> any Encoder { SlotEncoder(place: output.slotOfElement(place)) }
}
