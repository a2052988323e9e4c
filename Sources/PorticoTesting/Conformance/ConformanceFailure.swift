#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// What a transport did otherwise than its contract says: thrown by a ``ConformanceCase``.
public struct ConformanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The case's name.
    public let name: String
    /// What was looked at.
    public let subject: String
    /// What the contract has there.
    public let expected: String
    /// What the transport did.
    public let seen: String

    init(_ subject: String, expected: String, seen: String, of name: String = "") {
        self.name = name
        self.subject = subject
        self.expected = expected
        self.seen = seen
    }

    func named(_ name: String) -> ConformanceFailure {
        ConformanceFailure(subject, expected: expected, seen: seen, of: name)
    }

    public var description: String { "\(name): \(subject): expected \(expected), saw \(seen)" }
}

/// Throws a ``ConformanceFailure`` unless what was seen is what was expected.
func expect<Value: Equatable>(
    _ seen: Value, is expected: Value, _ subject: @autoclosure () -> String
) throws(ConformanceFailure) {
    guard seen != expected else { return }
    throw ConformanceFailure(subject(), expected: shown(expected), seen: shown(seen))
}

/// Throws a ``ConformanceFailure`` unless what was seen is one of those that were expected.
func expect<Value: Equatable>(
    _ seen: Value, isOneOf expected: [Value], _ subject: @autoclosure () -> String
) throws(ConformanceFailure) {
    guard !expected.contains(seen) else { return }
    throw ConformanceFailure(
        subject(), expected: expected.map { shown($0) }.joined(separator: " or "), seen: shown(seen))
}

/// Throws a ``ConformanceFailure`` unless something holds; `seen` says what was there instead.
func expect(_ holds: Bool, _ expected: String, seen: @autoclosure () -> String) throws(ConformanceFailure) {
    guard !holds else { return }
    throw ConformanceFailure("the exchange", expected: expected, seen: seen())
}

extension Optional {
    /// The value, where there is one.
    func expected(_ subject: String) throws(ConformanceFailure) -> Wrapped {
        guard let self else { throw ConformanceFailure(subject, expected: "one", seen: "none") }
        return self
    }
}

/// A value as a failure names it: bytes as text where they are few, their number where they are many.
private func shown(_ value: Any) -> String {
    switch value {
    case let data as Data: data.count > 80 ? "\(data.count) bytes" : "\"\(String(decoding: data, as: UTF8.self))\""
    case let text as String: "\"\(text)\""
    case let kind as TransportError.Kind?: kind.map { "the failure '\($0)'" } ?? "no failure"
    case let optional as any OptionalValue: optional.shownValue
    default: "\(value)"
    }
}

private protocol OptionalValue { var shownValue: String { get } }
extension Optional: OptionalValue {
    fileprivate var shownValue: String { map { shown($0) } ?? "none" }
}
