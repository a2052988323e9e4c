/// A value in a body that is not as it was to be mapped: where it is, and why.
///
/// It is found by mapping that goes by a model's own code, as that of `PorticoJSON`; a decoder throws a
/// `DecodingError`.
public struct UnmappableValue: Hashable, Sendable {
    /// One step of a path into a document.
    public enum Step: Hashable, Sendable {
        /// A member of an object, by its name.
        case member(String)
        /// An element of an array, counted from 0.
        case element(Int)
    }

    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// There is no such value.
        case missing
        /// It is of another kind; `null` is one.
        case mismatch(expected: String, found: String)
        /// It is of the right kind, and yet none of the type.
        case unfit(String)
        /// The document is not well formed.
        case malformed(String)
    }

    private let storage: Storage

    /// One word, so that a call that may throw it costs no more than another.
    private final class Storage: Sendable {
        let path: [Step]
        let reason: Reason

        init(_ path: [Step], _ reason: Reason) { (self.path, self.reason) = (path, reason) }
    }

    /// What is wrong with the value at a path, which begins at the top of the document.
    public init(path: [Step], reason: Reason) { storage = Storage(path, reason) }

    /// The way to the value, from the top of the document.
    public var path: [Step] { storage.path }
    /// What is wrong there.
    public var reason: Reason { storage.reason }

    public static func == (first: UnmappableValue, second: UnmappableValue) -> Bool {
        first.path == second.path && first.reason == second.reason
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(reason)
    }
}

extension UnmappableValue: CustomStringConvertible {
    public var description: String {
        let place = UndecodableBody.text(of: codingPath)
        return (place.isEmpty ? "the document" : place) + ": " + reason.description
    }
}

extension UnmappableValue.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "missing"
        case .mismatch(let expected, let found): "expected \(expected), found \(found)"
        case .unfit(let text), .malformed(let text): text
        }
    }
}

extension UnmappableValue {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(_ step: Step) {
            switch step {
            case .member(let name): (stringValue, intValue) = (name, nil)
            case .element(let index): (stringValue, intValue) = ("Index \(index)", index)
            }
        }

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    }

    private var codingPath: [any CodingKey] { path.map(Key.init) }

    /// The same as a decoder tells it.
    package func decodingError(for type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: reason.description)
        switch reason {
        case .missing:
            guard let key = path.last.map(Key.init) else { return .valueNotFound(type, context) }
            return .keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath.dropLast(),
                    debugDescription: "No value associated with key \(key.stringValue)."))
        case .mismatch(let expected, found: "null"): return .valueNotFound(Self.type(expected) ?? type, context)
        case .mismatch(let expected, _): return .typeMismatch(Self.type(expected) ?? type, context)
        case .unfit, .malformed: return .dataCorrupted(context)
        }
    }

    /// The type that a name in a reason means; nil where only the mapping knows it.
    private static func type(_ name: String) -> Any.Type? {
        switch name {
        case "String": String.self
        case "Bool": Bool.self
        case "Int": Int.self
        case "Double": Double.self
        case "an array": [Any].self
        case "an object": [String: Any].self
        default: nil
        }
    }
}
