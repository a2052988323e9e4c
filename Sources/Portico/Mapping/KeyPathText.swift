/// A path into a body: keys with dots between, `"data.items"`; a number counts in an array, from 0.
public struct KeyPathText: Hashable, Sendable, ExpressibleByStringLiteral {
    let keys: [String]

    public init(_ text: String) { keys = text.split(separator: ".").map(String.init) }
    public init(stringLiteral value: String) { self.init(value) }

    /// A path of keys that may hold dots themselves.
    public init(keys: [String]) { self.keys = keys }
}

/// A path, and the type of the value that is there: what `combined` is given one of for each value.
public struct KeyPathOf<Value: Decodable>: Sendable, ExpressibleByStringLiteral {
    let path: KeyPathText

    public init(_ text: String) { path = KeyPathText(text) }
    public init(stringLiteral value: String) { self.init(value) }
}

/// Decodes what is found at a path. The path comes by a task-local value, for any ``ResponseDecoder`` passes that on.
struct ValueAtPath<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let path = PathInBody.current
        // What is decoded below must not see the path again.
        value = try PathInBody.$current.withValue(nil) { try Self.value(at: (path?.keys ?? [])[...], in: decoder) }
    }

    private static func value(at keys: ArraySlice<String>, in decoder: any Decoder) throws -> Value {
        guard let first = keys.first else { return try decoder.singleValueContainer().decode(Value.self) }
        if let index = Int(first), index >= 0, var elements = try? decoder.unkeyedContainer() {
            for _ in 0..<index { _ = try elements.decode(Ignored.self) }
            guard keys.count > 1 else { return try elements.decode(Value.self) }
            return try value(at: keys.dropFirst(), in: elements.superDecoder())
        }
        let members = try decoder.container(keyedBy: TextKey.self)
        let key = TextKey(stringValue: first)
        guard keys.count > 1 else { return try members.decode(Value.self, forKey: key) }
        guard members.contains(key) else {
            let context = DecodingError.Context(
                codingPath: members.codingPath, debugDescription: "There is no '\(first)'.")
            throw DecodingError.keyNotFound(key, context)
        }
        return try value(at: keys.dropFirst(), in: members.superDecoder(forKey: key))
    }

    private struct Ignored: Decodable { init(from decoder: any Decoder) {} }
}

enum PathInBody {
    @TaskLocal static var current: KeyPathText?
}
