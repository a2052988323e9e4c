#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Where text stops being JSON, or nests deeper than 512 containers.
package struct MalformedJSON: Error, Hashable, CustomStringConvertible {
    /// From the beginning, in bytes.
    package let offset: Int
    /// Line and column, in bytes, both from 1 on.
    package let line: Int
    package let column: Int

    init(at offset: Int, in data: Data) {
        let before = data.prefix(offset)
        self.offset = offset
        line = before.count { $0 == 0x0A } + 1
        column = before.reversed().prefix { $0 != 0x0A }.count + 1
    }

    /// `no JSON from byte 8 on (line 1, column 9)`
    package var description: String { "no JSON from byte \(offset) on (line \(line), column \(column))" }
}

extension JSONValue {
    /// JSON text as a value, integers with all their digits; nil where it is none, or nests deeper than
    /// ``JSONScanner/maximalDepth``.
    package init?(parsing data: Data) {
        let value = data.withContiguousBytes { bytes in
            var parser = JSONParser(scanner: JSONScanner(bytes), bytes: bytes)
            return try? parser.wholeValue()
        }
        guard let value else { return nil }
        self = value
    }

    /// JSON text as a value, or where it stops being JSON.
    package init(checking data: Data) throws(MalformedJSON) {
        try Self.check(data)
        guard let value = JSONValue(parsing: data) else { throw MalformedJSON(at: 0, in: data) }
        self = value
    }

    /// Reads JSON text to its end and makes nothing of it.
    package static func check(_ data: Data) throws(MalformedJSON) {
        let offset = data.withContiguousBytes { bytes -> Int? in
            var scanner = JSONScanner(bytes)
            do throws(JSONScanner.Malformed) {
                while try scanner.next() != .end {}
                return nil
            } catch {
                return error.offset
            }
        }
        if let offset { throw MalformedJSON(at: offset, in: data) }
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
            let value = try value(scanner.next())
            if members[name] == nil { members[name] = value }
        }
        return .object(members)
    }
}
