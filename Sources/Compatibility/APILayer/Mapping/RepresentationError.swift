import Foundation
import UntypedValues

/// What is wrong with the JSON that an object was to be made of, and where.
public struct RepresentationError: Error, Hashable, Sendable {
    /// The kinds of faults.
    public enum Reason: Hashable, Sendable {
        /// Nothing is there, or null.
        case missing
        /// What is there is of another kind.
        case mismatch(expected: String, found: String)
    }

    /// The keys that lead there, and indices in brackets: `["members", "[2]", "name"]`; empty for the top.
    public var path: [String]
    /// What is wrong.
    public var reason: Reason

    init(_ reason: Reason) { (path, self.reason) = ([], reason) }

    /// What is wrong with a value that is no `expected`.
    static func unfit(_ representation: Any?, _ expected: String) -> RepresentationError {
        switch representation {
        case nil, is NSNull: RepresentationError(.missing)
        case is String: RepresentationError(.mismatch(expected: expected, found: "a string"))
        case let number as NSNumber:
            RepresentationError(.mismatch(expected: expected, found: number.isBoolean ? "a boolean" : "a number"))
        case is [Any]: RepresentationError(.mismatch(expected: expected, found: "an array"))
        case is [String: Any]: RepresentationError(.mismatch(expected: expected, found: "an object"))
        case let value?: RepresentationError(.mismatch(expected: expected, found: "a \(type(of: value))"))
        }
    }

    /// An error of something at a key, as one of what holds it. Those of other types stay what they are.
    static func at(_ key: String, _ error: any Error) -> any Error {
        guard var error = error as? RepresentationError else { return error }
        error.path.insert(key, at: 0)
        return error
    }
}

extension RepresentationError: CustomStringConvertible {
    public var description: String {
        let place = path.reduce(into: "") { $0 += $0.isEmpty || $1.hasPrefix("[") ? $1 : ".\($1)" }
        let value = place.isEmpty ? "the JSON" : "'\(place)'"
        switch reason {
        case .missing: return "\(value) is missing"
        case .mismatch(let expected, let found): return "\(value) is \(found), not \(expected)"
        }
    }
}
