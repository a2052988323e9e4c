/// A path into a body: keys with dots between, `"data.items"`; a number counts in an array, from 0.
public struct KeyPathText: Hashable, Sendable, ExpressibleByStringLiteral {
    package let keys: [String]

    /// A path of keys with dots between them.
    public init(_ text: String) { keys = text.split(separator: ".").map(String.init) }
    public init(stringLiteral value: String) { self.init(value) }

    /// A path of keys that may hold dots themselves.
    public init(keys: [String]) { self.keys = keys }
}

/// A path, and the type of the value that is there: what `combined` is given one of for each value.
public struct KeyPathOf<Value: Decodable>: Sendable, ExpressibleByStringLiteral {
    let path: KeyPathText

    /// A path of keys with dots between them.
    public init(_ text: String) { path = KeyPathText(text) }
    public init(stringLiteral value: String) { self.init(value) }

    /// A path of keys that may hold dots themselves.
    public init(keys: [String]) { path = KeyPathText(keys: keys) }
}
