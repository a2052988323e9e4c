/// Reads JSON text token by token (RFC 8259), without making values of it.
///
/// It checks the grammar as it goes, copies nothing, never recurses, and refuses what nests deeper than
/// ``maximalDepth``, so any bytes can be given to it.
package struct JSONScanner {
    package enum Token: Hashable {
        case beginObject, endObject, beginArray, endArray
        /// The name of a member; its value comes next.
        case name
        case string, number
        /// `true`, `false` or `null`.
        case literal
        /// The end of the text, after one whole value.
        case end
    }

    /// The text is no JSON at this offset.
    package struct Malformed: Error, Hashable {
        package let offset: Int
    }

    package static let maximalDepth = 512

    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the last token lies; a string's quotes are inside.
    package private(set) var range = 0..<0
    /// For every container that is open, whether it is an object.
    private var containers: [Bool] = []
    private var expected = Expected.value

    private enum Expected {
        case value, valueOrEndArray, nameOrEndObject, name, colon, commaOrEnd, end
    }

    /// The bytes must outlive the scanner.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: mark) { range = mark.count..<mark.count }
    }

    /// How many containers are open.
    package var depth: Int { containers.count }

    /// The next token.
    package mutating func next() throws(Malformed) -> Token {
        skipWhitespace()
        if expected == .colon {
            try take(UInt8(ascii: ":"))
            expected = .value
            skipWhitespace()
        } else if expected == .commaOrEnd, peeked == UInt8(ascii: ",") {
            try take(UInt8(ascii: ","))
            expected = containers.last == true ? .name : .value
            skipWhitespace()
        }
        guard let byte = peeked else {
            guard expected == .end else { throw malformed }
            return .end
        }
        return try token(byte)
    }

    /// Passes over the value that begins with this token, which was the last.
    package mutating func skipValue(_ token: Token) throws(Malformed) {
        guard token == .beginObject || token == .beginArray else { return }
        let outside = depth - 1
        while depth > outside { _ = try next() }
    }

    /// The text of the last token, a name or a string, its escapes undone; nil where it is neither.
    package var text: String? {
        let inner = range.dropFirst().dropLast()
        guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
        return JSONText.unescaped(UnsafeBufferPointer(rebasing: bytes[inner.startIndex..<inner.endIndex]))
    }
}

extension JSONScanner {
    private var malformed: Malformed { Malformed(offset: range.upperBound) }

    private var peeked: UInt8? { range.upperBound < bytes.count ? bytes[range.upperBound] : nil }

    private mutating func token(_ byte: UInt8) throws(Malformed) -> Token {
        switch (byte, expected) {
        case (UInt8(ascii: "]"), .valueOrEndArray), (UInt8(ascii: "]"), .commaOrEnd):
            try close(byte, isObject: false)
            return .endArray
        case (UInt8(ascii: "}"), .nameOrEndObject), (UInt8(ascii: "}"), .commaOrEnd):
            try close(byte, isObject: true)
            return .endObject
        case (UInt8(ascii: "\""), .name), (UInt8(ascii: "\""), .nameOrEndObject):
            try takeString()
            expected = .colon
            return .name
        case (_, .value), (_, .valueOrEndArray):
            return try value(byte)
        default:
            throw malformed
        }
    }

    private mutating func value(_ byte: UInt8) throws(Malformed) -> Token {
        switch byte {
        case UInt8(ascii: "{"):
            try open(byte, .nameOrEndObject)
            return .beginObject
        case UInt8(ascii: "["):
            try open(byte, .valueOrEndArray)
            return .beginArray
        case UInt8(ascii: "\""): try takeString()
        case UInt8(ascii: "t"): try take("true")
        case UInt8(ascii: "f"): try take("false")
        case UInt8(ascii: "n"): try take("null")
        default: try takeNumber()
        }
        expected = containers.isEmpty ? .end : .commaOrEnd
        switch byte {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
        default: return .number
        }
    }

    private mutating func open(_ byte: UInt8, _ next: Expected) throws(Malformed) {
        guard depth < Self.maximalDepth else { throw malformed }
        try take(byte)
        containers.append(byte == UInt8(ascii: "{"))
        expected = next
    }

    private mutating func close(_ byte: UInt8, isObject: Bool) throws(Malformed) {
        guard containers.last == isObject else { throw malformed }
        try take(byte)
        containers.removeLast()
        expected = containers.isEmpty ? .end : .commaOrEnd
    }

    private mutating func skipWhitespace() {
        var position = range.upperBound
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default:
                range = position..<position
                return
            }
        }
        range = position..<position
    }

    private mutating func take(_ byte: UInt8) throws(Malformed) {
        guard peeked == byte else { throw malformed }
        range = range.upperBound..<(range.upperBound + 1)
    }

    private mutating func take(_ text: StaticString) throws(Malformed) {
        let start = range.upperBound
        guard bytes.count - start >= text.utf8CodeUnitCount else { throw malformed }
        for offset in 0..<text.utf8CodeUnitCount where bytes[start + offset] != text.utf8Start[offset] {
            throw malformed
        }
        range = start..<(start + text.utf8CodeUnitCount)
    }

    /// A string with its quotes. What its escapes mean is looked at when someone asks.
    private mutating func takeString() throws(Malformed) {
        let start = range.upperBound
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                range = start..<(position + 1)
                return
            case UInt8(ascii: "\\"): position += 2
            case ..<0x20: throw Malformed(offset: position)
            default: position += 1
            }
        }
        throw Malformed(offset: bytes.count)
    }

    /// `-`, digits with no zero before others, a fraction, an exponent.
    private mutating func takeNumber() throws(Malformed) {
        let start = range.upperBound
        var position = start
        if peeked == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        try passDigits(&position)
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 { throw Malformed(offset: firstDigit + 1) }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try passDigits(&position)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try passDigits(&position)
        }
        range = start..<position
    }

    private func passDigits(_ position: inout Int) throws(Malformed) {
        let start = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        guard position > start else { throw Malformed(offset: position) }
    }
}
