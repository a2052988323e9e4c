/// Where and why a text is no JSON (RFC 8259), or more than the limits allow.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The byte at which it shows, from 0; the length of the text where that ends too early.
    public let offset: Int
    /// The line of this byte, from 1. Lines end with a line feed.
    public let line: Int
    /// The character (Unicode scalar) of the line at this byte, from 1.
    public let column: Int
    /// What should have been there: `a value`, `':' after a name`.
    public let expected: String

    init(offset: Int, expected: String, in bytes: UnsafeBufferPointer<UInt8>) {
        var (line, column) = (1, 1)
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        (self.offset, self.line, self.column, self.expected) = (offset, line, column, expected)
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// `expected a value at line 3, column 8 (byte 23)`
    public var description: String { "expected \(expected) at line \(line), column \(column) (byte \(offset))" }
}
