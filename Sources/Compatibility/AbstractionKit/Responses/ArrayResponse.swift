/// A model of which several are found at a key: what an ``ArrayResponse`` is of.
public protocol ArrayResponseElement: SendableMetatype {
    /// The member of the JSON that holds the array of them.
    static var pluralKey: String { get }
    /// Makes one of its JSON, as Foundation gives it.
    static func decode(from json: Any) throws -> Self
}

/// The elements of an array, at its key: `{"users": [{…}, {…}]}`.
public struct ArrayResponse<Element: ArrayResponseElement>: ResponseDefinition {
    /// The elements, in their order.
    public let result: [Element]

    /// - Throws: ``ResponseError`` where the key is missing or holds no array, and what an element's `decode` throws.
    public init(json: [String: Any]) throws {
        let key = Element.pluralKey
        let elements: [Any] = try ResponseError.cast(
            ResponseError.member(key, of: json), key: key, expected: "an array")
        result = try elements.map { try Element.decode(from: $0) }
    }
}
