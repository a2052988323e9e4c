#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Sets and dictionaries come in another order in each run of a program. Parameters are sorted, so that the same call
// always makes the same bytes.

/// A value whose elements have no order of their own, in one that depends on the elements alone; any other as it is.
func inOrder(_ value: any Encodable) throws -> any Encodable {
    try (value as? any UnorderedElements)?.inOrder() ?? value
}

/// A set, or a dictionary: what has to be put in an order.
protocol UnorderedElements: Encodable {
    /// The same in an order that depends on its elements alone; nil where whoever encodes it sorts it.
    func inOrder() throws -> (any Encodable)?
}

extension Set: UnorderedElements where Element: Encodable {
    func inOrder() throws -> (any Encodable)? { try elementsInOrder(self) }
}

extension Dictionary: UnorderedElements where Key: Encodable, Value: Encodable {
    func inOrder() throws -> (any Encodable)? {
        if Key.self is any CodingKeyRepresentable.Type { return nil }
        return KeylessPairs(pairs: try elementsInOrder(keys).compactMap { key in self[key].map { (key, $0) } })
    }
}

/// A dictionary whose keys have no text: encoders make an array of it, with each key before its value.
private struct KeylessPairs<Key: Encodable, Value: Encodable>: Encodable {
    let pairs: [(Key, Value)]

    func encode(to encoder: any Encoder) throws {
        guard !(encoder is ParameterEncoder) else {
            throw ParameterProblem(
                "a dictionary with keys that have no text; \(Key.self) is not CodingKeyRepresentable")
        }
        var container = encoder.unkeyedContainer()
        for (key, value) in pairs {
            try container.encode(key)
            try container.encode(value)
        }
    }
}

/// The elements by their own order, or else by what they encode to.
private func elementsInOrder<Element: Encodable>(_ elements: some Collection<Element>) throws -> [Element] {
    let elements = Array(elements)
    if let type = Element.self as? any Comparable.Type, let sorted = sortedElements(elements, as: type) as? [Element] {
        return sorted
    }
    let keyed = try elements.map { element in
        let encoder = ParameterEncoder(keys: .asDeclared)
        try encoder.encode(element)
        return (text: encoder.value.sortingText, element: element)
    }
    return keyed.sorted { $0.text < $1.text }.map(\.element)
}

extension ParameterValue {
    /// A text by which values that encode alike are told apart.
    fileprivate var sortingText: String {
        switch self {
        // Foundation traps when it describes a date that is no number.
        case .date(let date): "date(\(date.timeIntervalSinceReferenceDate))"
        case .array(let elements): "array(\(elements.map(\.sortingText)))"
        case .object(let members): "object(\(members.map { [$0.key, $0.value.sortingText] }))"
        default: "\(self)"
        }
    }
}

private func sortedElements<Value: Comparable>(_ elements: [Any], as type: Value.Type) -> [Value]? {
    (elements as? [Value])?.sorted()
}

/// A dictionary, whose keys are data and no names of properties.
protocol KeyedByData {}
extension Dictionary: KeyedByData {}
