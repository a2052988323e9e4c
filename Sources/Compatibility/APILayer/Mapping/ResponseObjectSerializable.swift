import Foundation

/// An object of an app's model, which is made of JSON.
///
/// ```swift
/// final class Office: ResponseObjectSerializable {
///     let keys = (displayName: "display_name", members: "members")
///     let displayName: String
///     let members: [Member]
///
///     required init(representation: Any, error: inout (any Error)?) {
///         let mapper = API.parameterMapper
///         displayName = mapper.value(fromRepresentation: representation, key: keys.displayName, error: &error)
///         members = mapper.value(fromRepresentation: representation, key: keys.members, error: &error)
///     }
/// }
/// ```
///
/// Where a required object is missing one is made of an empty representation, only to be assigned; so none may require
/// another of its own type.
public protocol ResponseObjectSerializable: RepresentedValue {
    /// Reads JSON, as Foundation's parser gives it. Sets the error where something is missing or of another kind; the
    /// object is thrown away then.
    init(representation: Any, error: inout (any Error)?)
}

extension ResponseObjectSerializable {
    public static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> Self {
        guard let representation, !(representation is NSNull) else {
            error = error ?? RepresentationError.unfit(representation, "an object")
            var ignored: (any Error)?
            return Self(representation: [String: Any](), error: &ignored)
        }
        return Self(representation: representation, error: &error)
    }

    /// The object's stored properties as a dictionary: under the names that the labels of `keys` give to them, else
    /// under their own. Objects are dictionaries themselves, dates are written by the mapper, and what is nil is left
    /// out.
    public func toDict() -> [String: Any] {
        var properties: [(name: String, value: Any)] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            properties += current.children.compactMap { child in child.label.map { ($0, child.value) } }
            mirror = current.superclassMirror
        }
        var names: [String: String] = [:]
        for keys in properties where keys.name == "keys" {
            for key in Mirror(reflecting: keys.value).children { key.label.map { names[$0] = key.value as? String } }
        }
        var dictionary: [String: Any] = [:]
        for property in properties where property.name != "keys" {
            guard let value = plainValue(property.value) else { continue }
            dictionary[names[property.name] ?? property.name] = value
        }
        return dictionary
    }

    /// A value as a dictionary holds it; nil for nil.
    private func plainValue(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { plainValue($0.value) } }
        switch value {
        case let object as any ResponseObjectSerializable: return object.toDict()
        case let date as Date: return API.parameterMapper.text(of: date)
        case let url as URL: return url.absoluteString
        case let members as [String: Any]: return members.compactMapValues { plainValue($0) }
        case let elements as [Any]: return elements.compactMap { plainValue($0) }
        default: return value
        }
    }
}
