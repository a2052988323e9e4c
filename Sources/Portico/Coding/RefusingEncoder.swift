/// An encoder for a place where nothing can stand: whatever is encoded fails with the given problem.
///
/// The containers of an `Encoder` are made by functions that cannot throw, so the refusal waits for the first value.
struct RefusingEncoder: Encoder {
    let problem: any Error
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ problem: any Error) { self.problem = problem }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(encoder: self) }

    private struct Keyed<Key: CodingKey>: NilKeepingContainer {
        let encoder: RefusingEncoder
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) throws { throw encoder.problem }
        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw encoder.problem }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { encoder }
        mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: RefusingEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { 0 }

        mutating func encodeNil() throws { throw encoder.problem }
        mutating func encode<Value: Encodable>(_ value: Value) throws { throw encoder.problem }

        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
        mutating func superEncoder() -> any Encoder { encoder }
    }

    private struct SingleValue: SingleValueEncodingContainer {
        let encoder: RefusingEncoder
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil() throws { throw encoder.problem }
        mutating func encode<Value: Encodable>(_ value: Value) throws { throw encoder.problem }
    }
}
