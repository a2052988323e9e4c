/// Reads bytes from left to right. A read that does not find what it wants is false or nil; the caller gives up then.
struct ByteReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// The next byte, which stays where it is.
    var peeked: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Takes this byte if it is the next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peeked == byte else { return false }
        position += 1
        return true
    }

    /// Takes this byte, whatever the case of its letter, if it is the next.
    mutating func take(ignoringCase letter: UInt8) -> Bool {
        guard peeked?.lowercasedASCII == letter.lowercasedASCII else { return false }
        position += 1
        return true
    }

    /// Takes these bytes if they are the next.
    mutating func take(_ text: StaticString) -> Bool {
        guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] {
            return false
        }
        position += text.utf8CodeUnitCount
        return true
    }

    /// A number of exactly so many digits.
    mutating func number(digits: Int) -> Int? {
        guard bytes.count - position >= digits else { return nil }
        var value = 0
        for byte in bytes[position..<(position + digits)] {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += digits
        return value
    }

    /// The digits from here on as a number, and how many they are; nil for none and for more than `most`.
    mutating func digits(most: Int) -> (value: Int, count: Int)? {
        let start = position
        var value = 0
        while let byte = peeked, byte.isDigit {
            guard position - start < most else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        return position > start ? (value, position - start) : nil
    }
}

/// Writes ASCII into memory that a string is going to own.
struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    /// A text made by the closure, of at most `capacity` bytes.
    static func text(capacity: Int, _ write: (inout ByteWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: capacity) { buffer in
            var writer = ByteWriter(buffer)
            write(&writer)
            return writer.count
        }
    }

    mutating func write(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    mutating func write(_ text: StaticString) {
        for offset in 0..<text.utf8CodeUnitCount { write(text.utf8Start[offset]) }
    }

    /// A number that is not negative, with zeros before it.
    mutating func write(_ value: Int, digits: Int) {
        var rest = value
        for offset in stride(from: digits - 1, through: 0, by: -1) {
            buffer[count + offset] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += digits
    }
}
