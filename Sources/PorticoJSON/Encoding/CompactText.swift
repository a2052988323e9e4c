/// JSON that this encoder wrote itself: well formed, with no space between tokens.
enum CompactText {
    /// Goes behind a string, a number or a literal.
    static func skipScalar(in text: UnsafeBufferPointer<UInt8>, _ position: inout Int) {
        guard text[position] == UInt8(ascii: "\"") else {
            while position < text.count, !isEnd(text[position]) { position += 1 }
            return
        }
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// Whether a key stands before another in sorted output: by the Unicode scalars of what they mean, as UTF-8 sorts.
    static func precedes(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
        let escape = UInt8(ascii: "\\")
        if first.contains(escape) || second.contains(escape) {
            return unescaped(first).lexicographicallyPrecedes(unescaped(second))
        }
        return first.lexicographicallyPrecedes(second)
    }

    /// What stands between quotes, its escapes undone.
    static func string(_ key: some Collection<UInt8>) -> String { String(decoding: unescaped(key), as: UTF8.self) }

    private static func unescaped(_ key: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = key.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.next() else {
                result.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "u"):
                // Controls alone are written so: two zeros and two digits.
                let digits = (0..<4).compactMap { _ in rest.next() }
                result.append(UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0)
            default: result.append(letter)
            }
        }
        return result
    }

    /// The text over several lines, as Foundation lays it out.
    static func pretty(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var level = 0
        var position = 0
        output.reserveCapacity(text.count * 2)
        func newLine(_ output: inout [UInt8]) {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
        }
        while position < text.count {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                level += 1
                if position + 1 < text.count, text[position + 1] == byte + 2 {
                    output.append(UInt8(ascii: "\n"))
                } else {
                    newLine(&output)
                }
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                newLine(&output)
                output.append(byte)
                position += 1
            case UInt8(ascii: ","):
                output.append(byte)
                newLine(&output)
                position += 1
            case UInt8(ascii: ":"):
                output += " : ".utf8
                position += 1
            default:
                let start = position
                skipScalar(in: text, &position)
                output.append(contentsOf: text[start..<position])
            }
        }
    }
}
