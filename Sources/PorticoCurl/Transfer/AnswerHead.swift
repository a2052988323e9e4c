import CCurl
import Portico

/// Reads the head of an answer from its lines.
enum AnswerHead {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let colon = UInt8(ascii: ":")

    /// - Parameter isDecoded: whether a content encoding was undone, so that what described the encoded body goes.
    static func read(_ bytes: UnsafeRawBufferPointer, isDecoded: Bool) -> ResponseHead? {
        var lines = Lines(bytes)
        guard let first = lines.next(), let status = status(first) else { return nil }
        var fields = HTTPFields()
        fields.reserveCapacity(12)
        while let line = lines.next() {
            // The empty line at the end has none.
            guard let colon = line.firstIndex(of: colon) else { continue }
            let name = HTTPField.Name(text(UnsafeRawBufferPointer(rebasing: line[..<colon])))
            if isDecoded, name == .contentEncoding || name == .contentLength { continue }
            fields.append(name, text(trimmed(line[(colon + 1)...])))
        }
        return ResponseHead(status: status, fields: fields)
    }

    /// `HTTP/1.1 200 OK` (RFC 9112, section 4).
    private static func status(_ line: UnsafeRawBufferPointer) -> HTTPStatus? {
        guard let space = line.firstIndex(of: 0x20) else { return nil }
        var code = 0
        var index = space + 1
        while index < line.count, let digit = digit(line[index]), index - space <= 3 {
            code = code * 10 + digit
            index += 1
        }
        guard index - space == 4 else { return nil }
        return HTTPStatus(code, reasonPhrase: text(trimmed(line[index...])))
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    /// Bytes that are no UTF-8 are read as ISO 8859-1, which fields once were in (RFC 9110, section 5.5).
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        // Nearly every field is ASCII, which this makes text of in a twentieth of the time.
        if bytes.reduce(0, |) < 0x80 { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ slice: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
        var (start, end) = (slice.startIndex, slice.endIndex)
        while start < end, slice[start] == 0x20 || slice[start] == 0x09 { start += 1 }
        while end > start, slice[end - 1] == 0x20 || slice[end - 1] == 0x09 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: slice.base[start..<end])
    }

    /// The lines of a head without their ends.
    private struct Lines {
        private let bytes: UnsafeRawBufferPointer
        private var start = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        mutating func next() -> UnsafeRawBufferPointer? {
            guard start < bytes.count else { return nil }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            let length = rest.firstIndex(of: lineFeed) ?? rest.count
            start += length + 1
            let end = length > 0 && rest[length - 1] == UInt8(ascii: "\r") ? length - 1 : length
            return UnsafeRawBufferPointer(rebasing: rest[..<end])
        }
    }
}

extension pc_answer {
    /// The head, or nil where its status line is none.
    var responseHead: ResponseHead? {
        AnswerHead.read(UnsafeRawBufferPointer(start: head, count: head_count), isDecoded: is_decoded)
    }
}
