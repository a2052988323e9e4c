/// Strings as JSON writes them (RFC 8259, section 7).
enum JSONText {
    /// The string between two quotes, its escapes undone. What is no escape, or half a surrogate pair, becomes U+FFFD.
    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        // UTF-16, in which the surrogates of two escapes meet.
        var units: [UInt16] = []
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\\") else {
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "\\")) ?? bytes.count
                units += String(decoding: bytes[position..<end], as: UTF8.self).utf16
                position = end
                continue
            }
            let letter = position + 1 < bytes.count ? bytes[position + 1] : 0
            position = min(position + 2, bytes.count)
            if letter == UInt8(ascii: "u") {
                units.append(hexadecimal(bytes[position...].prefix(4)) ?? 0xFFFD)
                position = min(position + 4, bytes.count)
            } else {
                units.append(meaning(of: letter))
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Appends a string with its quotes: controls, quotes and backslashes escaped, and nothing else.
    static func append(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{0}"..."\u{1F}":
                output += scalar.value < 16 ? "\\u000" : "\\u00"
                output += String(scalar.value, radix: 16)
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }

    private static func meaning(of letter: UInt8) -> UInt16 {
        switch letter {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): UInt16(letter)
        default: 0xFFFD
        }
    }

    private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt16? {
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
