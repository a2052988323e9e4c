/// The values at some paths of one body, which is read once for all of them.
///
/// The paths come by a task-local value, for only a type passes through every ``ResponseDecoder``.
struct ValuesAtPaths<each Value: Decodable>: Decodable {
    let values: (repeat each Value)

    init(from decoder: any Decoder) throws {
        let paths = try PathsInBody.given(to: decoder)
        var index = 0
        func next<One: Decodable>(_ type: One.Type) throws -> One {
            defer { index += 1 }
            return try ValueAtPath<One>.value(at: paths[index], in: decoder)
        }
        values = (repeat try next((each Value).self))
    }
}

enum PathsInBody {
    @TaskLocal static var current: [ArraySlice<String>] = []

    /// The paths, or an error where they did not arrive: a decoder that decodes on another thread would else give the
    /// top of the body, for the value at the path.
    static func given(to decoder: any Decoder) throws -> [ArraySlice<String>] {
        guard current.isEmpty else { return current }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "a decoder that decodes in another task than the call's cannot look up a path"))
    }
}

/// The value at what is left of a path.
///
/// Where nothing is there an optional is nil, as a member of an optional type would be, and a ``Patch`` is absent: the
/// key is missing, the array is too short, or there is null on the way.
private struct ValueAtPath<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try Self.value(at: PathsInBody.given(to: decoder)[0], in: decoder)
    }

    static func value(at keys: ArraySlice<String>, in decoder: any Decoder) throws -> Value {
        guard let first = keys.first else { return try decoder.singleValueContainer().decode(Value.self) }
        let missing = Missing.value(Value.self)
        if let missing, try decoder.singleValueContainer().decodeNil() { return missing }
        if let index = Int(first), index >= 0, let elements = try? decoder.unkeyedContainer() {
            return try value(at: keys, index, in: elements, missing)
        }
        let members = try decoder.container(keyedBy: TextKey.self)
        let key = TextKey(stringValue: first)
        guard members.contains(key) else {
            if let missing { return missing }
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: members.codingPath, debugDescription: "There is no '\(first)'."))
        }
        return try rest(of: keys) {
            keys.count > 1
                ? try members.decode(Self.self, forKey: key).value : try members.decode(Value.self, forKey: key)
        }
    }

    private static func value(
        at keys: ArraySlice<String>, _ index: Int, in elements: any UnkeyedDecodingContainer, _ missing: Value?
    ) throws -> Value {
        var elements = elements
        while elements.currentIndex < index, !elements.isAtEnd { _ = try elements.decode(Ignored.self) }
        guard !elements.isAtEnd else {
            if let missing { return missing }
            let count = elements.currentIndex == 1 ? "is 1 element" : "are \(elements.currentIndex) elements"
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: elements.codingPath, debugDescription: "there is no element \(index); there \(count)"))
        }
        return try rest(of: keys) {
            keys.count > 1 ? try elements.decode(Self.self).value : try elements.decode(Value.self)
        }
    }

    private static func rest(of keys: ArraySlice<String>, _ decode: () throws -> Value) throws -> Value {
        guard keys.count > 1 else { return try decode() }
        return try PathsInBody.$current.withValue([keys.dropFirst()], operation: decode)
    }

    private struct Ignored: Decodable { init(from decoder: any Decoder) {} }
}
