public import Foundation
import UntypedValues

/// What a ``ParameterMapper`` can extract from JSON: strings, booleans, numbers, dates, URLs, every
/// ``ResponseObjectSerializable``, and arrays, dictionaries and optionals of them.
public protocol RepresentedValue: SendableMetatype {
    /// Reads a value.
    /// - Parameters:
    ///   - representation: what is there, as Foundation's parser gives it; nil where nothing is.
    ///   - mapper: knows how dates are written.
    ///   - error: set where the value is missing or of another kind; what is returned then is only there to be
    ///     assigned.
    static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> Self
}

extension RepresentedValue {
    /// The value that a closure makes of the representation, or a placeholder with an error.
    fileprivate static func value(
        of representation: Any?, _ expected: String, or placeholder: @autoclosure () -> Self,
        error: inout (any Error)?, _ read: (Any) -> Self?
    ) -> Self {
        if let value = representation.flatMap(read) { return value }
        error = error ?? RepresentationError.unfit(representation, expected)
        return placeholder()
    }

    /// The number that is no boolean.
    fileprivate static func number(_ representation: Any) -> NSNumber? {
        (representation as? NSNumber).flatMap { $0.isBoolean ? nil : $0 }
    }
}

extension String: RepresentedValue {
    public static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> String {
        value(of: representation, "a string", or: "", error: &error) { $0 as? String }
    }
}

extension Bool: RepresentedValue {
    public static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> Bool {
        value(of: representation, "a boolean", or: false, error: &error) {
            ($0 as? NSNumber).flatMap { $0.isBoolean ? $0.boolValue : nil }
        }
    }
}

extension Int: RepresentedValue {
    public static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> Int {
        value(of: representation, "an integer", or: 0, error: &error) { number($0).flatMap { Int(exactly: $0) } }
    }
}

extension Double: RepresentedValue {
    public static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> Double {
        value(of: representation, "a number", or: 0, error: &error) { number($0)?.doubleValue }
    }
}

extension Float: RepresentedValue {
    public static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> Float {
        value(of: representation, "a number", or: 0, error: &error) { number($0)?.floatValue }
    }
}

extension Date: RepresentedValue {
    public static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> Date {
        value(of: representation, "a date", or: .distantPast, error: &error) {
            ($0 as? String).flatMap { mapper.date(from: $0) }
        }
    }
}

extension URL: RepresentedValue {
    public static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> URL {
        value(of: representation, "a URL", or: URL(fileURLWithPath: "/"), error: &error) {
            ($0 as? String).flatMap { URL(string: $0) }
        }
    }
}

extension Array: RepresentedValue where Element: RepresentedValue {
    public static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> [Element] {
        var values: [Element] = []
        for (index, element) in Elements.value(of: representation, by: mapper, error: &error).all.enumerated() {
            values.append(mapper.read(element, at: "[\(index)]", error: &error))
        }
        return values
    }
}

/// The elements of an array before they are values.
private struct Elements: RepresentedValue {
    let all: [Any]

    static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> Elements {
        value(of: representation, "an array", or: Elements(all: []), error: &error) {
            ($0 as? [Any]).map(Elements.init)
        }
    }
}

/// The members of an object before they are values.
private struct Members: RepresentedValue {
    let all: [String: Any]

    static func value(of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?) -> Members {
        value(of: representation, "an object", or: Members(all: [:]), error: &error) {
            ($0 as? [String: Any]).map(Members.init)
        }
    }
}

extension Dictionary: RepresentedValue where Key == String, Value: RepresentedValue {
    public static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> [String: Value] {
        var values: [String: Value] = [:]
        for (name, member) in Members.value(of: representation, by: mapper, error: &error).all {
            values[name] = mapper.read(member, at: name, error: &error)
        }
        return values
    }
}

extension Optional: RepresentedValue where Wrapped: RepresentedValue {
    /// Nil where nothing is there, or null.
    public static func value(
        of representation: Any?, by mapper: ParameterMapper, error: inout (any Error)?
    ) -> Wrapped? {
        guard let representation, !(representation is NSNull) else { return nil }
        return Wrapped.value(of: representation, by: mapper, error: &error)
    }
}

extension ParameterMapper {
    /// The members of an object, with values of any kind.
    final func members(of representation: Any?, error: inout (any Error)?) -> [String: Any] {
        Members.value(of: representation, by: self, error: &error).all
    }
}
