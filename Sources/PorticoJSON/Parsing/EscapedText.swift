/// The text that a string with escapes means. The parser has found the escapes to be right; were one not, it would
/// become U+FFFD.
enum EscapedText {
    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        // No escape is shorter than what it means.
        String(unsafeUninitializedCapacity: bytes.count) { output in
            var (index, count) = (0, 0)
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "\\") {
                    let scalar = scalar(bytes, &index)
                    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        guard count < output.count else { return count }
                        output[count] = unit
                        count += 1
                    }
                } else {
                    output[count] = byte
                    (index, count) = (index + 1, count + 1)
                }
            }
            return count
        }
    }

    /// The scalar of the escape at the index, which moves behind it.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar {
        let letter = index + 1 < bytes.count ? bytes[index + 1] : 0
        guard letter == UInt8(ascii: "u") else {
            index += 2
            return Unicode.Scalar(meaning(of: letter))
        }
        let first = unit(bytes, at: index)
        index += 6
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let second = unit(bytes, at: index)
        index += 6
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)) ?? "\u{FFFD}"
    }

    private static func meaning(of letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
        guard let start = bytes.baseAddress, index + 6 <= bytes.count else { return 0 }
        return hexUnit(start + index + 2) ?? 0
    }

    /// Four hexadecimal digits, which must be there, as a number.
    @inline(__always)
    static func hexUnit(_ place: UnsafePointer<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for index in 0..<4 {
            let byte = place[index]
            let digit: UInt8
            if byte &- UInt8(ascii: "0") <= 9 {
                digit = byte &- UInt8(ascii: "0")
            } else if (byte | 0x20) &- UInt8(ascii: "a") <= 5 {
                digit = (byte | 0x20) &- UInt8(ascii: "a") &+ 10
            } else {
                return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
