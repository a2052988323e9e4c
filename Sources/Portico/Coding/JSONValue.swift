/// JSON with no type: for what is not worth a model, and for what nobody knows beforehand.
///
/// ```swift
/// let value: JSONValue = ["name": "Ann", "tags": ["a", "b"], "age": 41, "mail": nil]
/// value["tags"]?[0]?.string    // "a"
/// value["age"]?.int            // 41
/// ```
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as exactly as it was written.
    case number(JSONNumber)
    /// A string, its escapes undone.
    case string(String)
    /// The elements, in order.
    case array([JSONValue])
    /// The members by their names. Their order is not kept. Of several members of a name in a document the first counts, as it does for `JSONDecoder`
    /// and wherever this package reads JSON.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of an object; nil where there is none or this is no object.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element of an array; nil where there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The value of `true` or `false`; nil for anything else.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number where it is an integer of this width; a string is none.
    public var int: Int? { number?.int }

    /// The nearest `Double` of a number; a string is none.
    public var double: Double? { number?.double }

    /// The number; nil for anything else, a string among it.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The text of a string; nil for anything else.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for anything else.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object; nil for anything else.
    public var object: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(JSONNumber.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// Compact JSON with its keys sorted.
    public var description: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let value): output += value.description
        case .string(let value): JSONText.append(value, to: &output)
        case .array(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += "," }
                value.write(to: &output)
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { output += "," }
                JSONText.append(member.key, to: &output)
                output += ":"
                member.value.write(to: &output)
            }
            output += "}"
        }
    }
}
