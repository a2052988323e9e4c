#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

extension JSONValue {
    /// Reads a document (RFC 8259). Of several members of a name the first counts.
    /// - Parameters:
    ///   - data: UTF-8, with or without a byte order mark.
    ///   - limits: how deep and how long it may be.
    /// - Throws: ``JSONSyntaxError`` for what is no JSON, beyond the limits, or has a number that no `Double` can tell.
    public init(json data: Data, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
        do {
            self = try data.withUnsafeBytes { bytes in
                try Tape.read(bytes.bindMemory(to: UInt8.self), limits: limits) { tape in try tape.json(at: 0) }
            }
        } catch let error as JSONSyntaxError {
            throw error
        } catch {
            throw data.withUnsafeBytes { bytes in
                JSONSyntaxError(offset: 0, expected: "a value", in: bytes.bindMemory(to: UInt8.self))
            }
        }
    }

    /// The document as UTF-8.
    /// - Parameter formatting: how it is laid out; compact, keys sorted and slashes not escaped unless given, so the
    ///   same value makes the same bytes.
    /// - Throws: `EncodingError` for a number that is not finite, and for more than 512 levels.
    public func json(
        _ formatting: FastJSONEncoder.OutputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    ) throws -> Data {
        var encoder = FastJSONEncoder()
        encoder.outputFormatting = formatting
        return try encoder.encode(self)
    }

    /// The value that a pointer leads to; nil where there is none.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let next =
                switch value {
                case .object(let members): members[token]
                case .array: JSONPointer.element(token).flatMap { value[$0] }
                case .null, .bool, .number, .string: JSONValue?.none
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }
}

extension JSONValue: JSONMappable {
    /// The value with all that is in it. A number that no `Double` can tell is an error.
    public init(map: borrowing JSONMap) throws(MappingError) {
        do {
            self = try map.tape.json(at: map.index)
        } catch {
            throw map.error(error, in: JSONValue.self)
        }
    }
}

extension Tape {
    /// A value and all that is inside of it.
    func json(at index: Int) throws(JSONSyntaxError) -> JSONValue {
        let word = self[index]
        switch word.kind {
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .integer, .real: return .number(try number(word))
        case .plain, .text, .escaped: return .string(text(of: word) ?? "")
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(elementCount(of: index))
            var (next, end) = (index + 1, end(of: index))
            while next < end {
                elements.append(try json(at: next))
                next = self.next(after: next)
            }
            return .array(elements)
        case .object, .irregularObject:
            var members: [String: JSONValue] = [:]
            members.reserveCapacity(elementCount(of: index))
            var (next, end) = (index + 1, end(of: index))
            while next < end {
                let (name, value) = (text(of: self[next]) ?? "", try json(at: next + 1))
                if members[name] == nil { members[name] = value }
                next = self.next(after: next + 1)
            }
            return .object(members)
        }
    }

    private func number(_ word: TapeWord) throws(JSONSyntaxError) -> JSONNumber {
        if let whole = integer(word, as: Int64.self) { return JSONNumber(whole) }
        let isExact = word.kind == .integer && word.size <= 39
        if isExact, let number = JSONNumber(text: String(decoding: contents(of: word), as: UTF8.self)) { return number }
        guard let double = double(word) else {
            throw JSONSyntaxError(offset: word.offset, expected: "a number that a Double can tell", in: bytes)
        }
        return JSONNumber(double)
    }
}
