/// What an answer means: made of its JSON alone, with no network near.
///
/// ```swift
/// let user = try GetUser.Response(json: json).result
/// ```
///
/// One of your own takes any part of the JSON:
///
/// ```swift
/// struct PageResponse<Element: ArrayResponseElement>: ResponseDefinition {
///     let result: (elements: [Element], next: String?)
///
///     init(json: [String: Any]) throws {
///         result = (try ArrayResponse<Element>(json: json).result, json["next"] as? String)
///     }
/// }
/// ```
public protocol ResponseDefinition: SendableMetatype {
    /// What callers want.
    associatedtype Result
    /// What the JSON has to be at the top, as Foundation gives it: `[String: Any]`, `[Any]`, or `Any` for all of them.
    associatedtype JSON

    /// Reads the JSON.
    /// - Throws: ``ResponseError`` where it is something else, and what a decoder of an element throws.
    init(json: JSON) throws

    /// What was read.
    var result: Result { get }
}

/// Why JSON is not what a ``ResponseDefinition`` wants.
public enum ResponseError: Error, Hashable, Sendable {
    /// The object has no member of this name.
    case missingKey(String)
    /// What is there, at the member of this name or, where it is empty, at the top, is of another kind.
    case unexpectedType(key: String, expected: String, found: String)
}

extension ResponseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingKey(let key): "the key '\(key)' is missing"
        case .unexpectedType(let key, let expected, let found):
            "\(key.isEmpty ? "the JSON" : "the value of '\(key)'") is \(found), not \(expected)"
        }
    }
}

extension ResponseError {
    /// Takes a value for what it should be.
    static func cast<Value>(_ value: Any, key: String = "", expected: String) throws -> Value {
        guard let value = value as? Value else {
            throw ResponseError.unexpectedType(key: key, expected: expected, found: name(of: value))
        }
        return value
    }

    /// Reads a member of an object, which null does not count as.
    static func member(_ key: String, of json: [String: Any]) throws -> Any {
        guard let value = json[key] else { throw ResponseError.missingKey(key) }
        return value
    }

    private static func name(of value: Any) -> String {
        switch value {
        case is String: "a string"
        case is [String: Any]: "an object"
        case is [Any]: "an array"
        case is any BinaryInteger, is any BinaryFloatingPoint: "a number"
        default: "\(value)" == "<null>" ? "null" : "a \(type(of: value))"
        }
    }
}
