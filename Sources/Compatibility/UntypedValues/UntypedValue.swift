import Foundation
import Portico

/// A value of a `[String: Any]`, as JSON. What JSON cannot tell is an error of the call that it goes out with.
package struct UntypedValue: Encodable, Sendable {
    private let json: Result<JSONValue, Problem>

    private struct Problem: Error {
        let message: String
        let path: [any CodingKey]
    }

    package init(_ value: Any) { json = Result { () throws(Problem) in try Self.json(value, []) } }

    package var isNull: Bool { if case .success(.null) = json { true } else { false } }

    /// A string as it is, and JSON of everything else.
    package func text() throws -> String {
        switch json {
        case .success(.string(let text)): return text
        case .success(let json): return json.description
        case .failure(let problem): throw InvalidRequest(.body, problem.message)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch json {
        case .success(let json): try json.encode(to: encoder)
        case .failure(let problem):
            let context = EncodingError.Context(
                codingPath: encoder.codingPath + problem.path, debugDescription: problem.message)
            throw EncodingError.invalidValue(problem.message, context)
        }
    }

    /// No sensible value is deeper; one that holds itself is.
    private static let maximumDepth = 64

    private static func json(_ value: Any, _ path: [any CodingKey]) throws(Problem) -> JSONValue {
        guard path.count < maximumDepth else { throw Problem(message: "values nested deeper than 64", path: []) }
        switch value {
        case let value as JSONValue: return value
        case let text as String: return .string(text)
        case is NSNull: return .null
        case let number as NSNumber: return try json(number, path)
        case let members as [String: Any]: return try json(members, path)
        case let elements as [Any]: return try json(elements, path)
        case let value as any Encodable:
            let coder = FoundationJSON()
            let object = try? coder.decode(JSONValue.self, from: coder.encode(AnyValue(value)))
            if let json = object?["value"] { return json }
        default: break
        }
        throw Problem(message: "a \(type(of: value)), which is no JSON", path: path)
    }

    private static func json(_ members: [String: Any], _ path: [any CodingKey]) throws(Problem) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (name, value) in members { object[name] = try json(value, path + [Key(name)]) }
        return .object(object)
    }

    private static func json(_ elements: [Any], _ path: [any CodingKey]) throws(Problem) -> JSONValue {
        var array: [JSONValue] = []
        for (index, value) in elements.enumerated() { array.append(try json(value, path + [Key(index)])) }
        return .array(array)
    }

    /// Swift's own numbers come here as well.
    private static func json(_ number: NSNumber, _ path: [any CodingKey]) throws(Problem) -> JSONValue {
        if number.isBoolean { return .bool(number.boolValue) }
        if let number = number as? NSDecimalNumber { return .number(JSONNumber(number.decimalValue)) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "f"), UInt8(ascii: "d"):
            guard number.doubleValue.isFinite else { throw Problem(message: "a number that is not finite", path: path) }
            return .number(JSONNumber(number.doubleValue))
        case UInt8(ascii: "Q"): return .number(JSONNumber(number.uint64Value))
        default: return .number(JSONNumber(number.int64Value))
        }
    }

    /// A value on its own may be a fragment, which not every version of the encoder writes.
    private struct AnyValue: Encodable {
        let value: any Encodable

        init(_ value: any Encodable) { self.value = value }

        private enum CodingKeys: CodingKey { case value }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: .value)
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(_ name: String) { (stringValue, intValue) = (name, nil) }
        init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { self.init(intValue) }
    }
}

extension NSNumber {
    /// Whether it was made of `true` or `false`, and not of a number.
    package var isBoolean: Bool { UInt8(bitPattern: objCType.pointee) == UInt8(ascii: "c") && abs(int64Value) <= 1 }
}
