#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONValue {
    /// JSON text as a value, integers with all their digits; nil where it is none, or nests deeper than
    /// ``JSONScanner/maximalDepth``.
    init?(parsing data: Data) {
        let value = data.withContiguousBytes { bytes in
            var parser = JSONParser(scanner: JSONScanner(bytes), bytes: bytes)
            return try? parser.wholeValue()
        }
        guard let value else { return nil }
        self = value
    }
}

/// Makes values of tokens. It recurses, as deep as the scanner lets it.
private struct JSONParser {
    var scanner: JSONScanner
    let bytes: UnsafeBufferPointer<UInt8>

    mutating func wholeValue() throws(JSONScanner.Malformed) -> JSONValue {
        let value = try value(scanner.next())
        _ = try scanner.next()
        return value
    }

    private mutating func value(_ token: JSONScanner.Token) throws(JSONScanner.Malformed) -> JSONValue {
        switch token {
        case .beginArray: return try array()
        case .beginObject: return try object()
        case .string, .name: return .string(scanner.text ?? "")
        case .number:
            let text = String(decoding: bytes[scanner.range], as: UTF8.self)
            return JSONNumber(text: text).map(JSONValue.number) ?? .null
        case .literal:
            let first = bytes[scanner.range.lowerBound]
            return first == UInt8(ascii: "n") ? .null : .bool(first == UInt8(ascii: "t"))
        case .endArray, .endObject, .end: return .null
        }
    }

    private mutating func array() throws(JSONScanner.Malformed) -> JSONValue {
        var elements: [JSONValue] = []
        while true {
            let token = try scanner.next()
            if token == .endArray { return .array(elements) }
            elements.append(try value(token))
        }
    }

    private mutating func object() throws(JSONScanner.Malformed) -> JSONValue {
        var members: [String: JSONValue] = [:]
        while try scanner.next() == .name {
            let name = scanner.text ?? ""
            members[name] = try value(scanner.next())
        }
        return .object(members)
    }
}
