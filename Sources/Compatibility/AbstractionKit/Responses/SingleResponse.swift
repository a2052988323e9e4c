/// A model that is found at a key of its own: what a ``SingleResponse`` is of.
///
/// ```swift
/// struct User: SingleResponseElement {
///     static let singleKey = "user"
///     var id: Int, name: String
///
///     static func decode(from json: Any) throws -> User { … }        // with any mapping framework
/// }
/// ```
public protocol SingleResponseElement: SendableMetatype {
    /// The member of the JSON that holds one.
    static var singleKey: String { get }
    /// Makes one of its JSON, as Foundation gives it.
    static func decode(from json: Any) throws -> Self
}

/// One element, at its key: `{"user": {…}}`.
public struct SingleResponse<Element: SingleResponseElement>: ResponseDefinition {
    /// The element.
    public let result: Element

    /// - Throws: ``ResponseError`` where the key is missing, and what the element's `decode` throws.
    public init(json: [String: Any]) throws {
        result = try Element.decode(from: ResponseError.member(Element.singleKey, of: json))
    }
}
