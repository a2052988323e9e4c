import Portico

/// The bytes of a multipart body taken apart (RFC 2046, section 5.1), so that parts can be rewritten and everything
/// else stays.
struct MultipartBytes {
    struct Part {
        /// The lines before the content, with the line end that closes them.
        let head: [UInt8]
        var content: [UInt8]

        /// The `name` of `Content-Disposition`; empty where there is none.
        var name: String { field("content-disposition").flatMap { Self.parameter("name", of: $0) } ?? "" }

        var mediaType: MediaType? { field("content-type").flatMap { MediaType($0) } }

        private func field(_ name: String) -> String? {
            for line in head.split(separator: 0x0A) {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
                guard Array(line[..<colon]).asUTF8Text.equalsIgnoringASCIICase(name) else { continue }
                return Array(line[(colon + 1)...]).asUTF8Text.split(separator: "\r").joined()
            }
            return nil
        }

        private static func parameter(_ name: String, of value: String) -> String? {
            for piece in value.split(separator: ";").dropFirst() {
                let trimmed = piece.drop { $0 == " " || $0 == "\t" }
                guard trimmed.lowercasedASCII.hasPrefix("\(name)=") else { continue }
                return trimmed.dropFirst(name.count + 1).filter { $0 != "\"" }
            }
            return nil
        }
    }

    /// Before the first part, and behind the last one.
    private let (preamble, epilogue): ([UInt8], [UInt8])
    private let delimiter: [UInt8]
    private var parts: [Part] = []

    /// Nil where the bytes are no parts between this boundary.
    init?(_ bytes: [UInt8], boundary: String) {
        delimiter = Array("--\(boundary)".utf8)
        let places = Self.places(of: delimiter, in: bytes)
        guard let first = places.first, let last = places.last, places.count > 1,
            bytes[(last + delimiter.count)...].starts(with: "--".utf8)
        else { return nil }
        preamble = Array(bytes[..<first])
        epilogue = Array(bytes[(last + delimiter.count)...])
        for (start, end) in zip(places, places.dropFirst()) {
            guard let part = Part(bytes[(start + delimiter.count)..<end]) else { return nil }
            parts.append(part)
        }
    }

    /// The bytes with each part as the closure leaves it; nil where it refuses one.
    func rewritten(_ rewrite: (inout Part) -> Bool) -> [UInt8]? {
        var output = preamble
        for var part in parts {
            guard rewrite(&part) else { return nil }
            output += delimiter + part.head + part.content + Array("\r\n".utf8)
        }
        return output + delimiter + epilogue
    }

    /// Where the delimiter stands at the beginning of a line.
    private static func places(of delimiter: [UInt8], in bytes: [UInt8]) -> [Int] {
        var places: [Int] = []
        var position = 0
        while position + delimiter.count <= bytes.count {
            if bytes[position..<(position + delimiter.count)].elementsEqual(delimiter) {
                places.append(position)
                position += delimiter.count
            }
            guard let end = bytes[position...].firstIndex(of: 0x0A) else { break }
            position = end + 1
        }
        return places
    }
}

extension MultipartBytes.Part {
    /// What lies between two delimiters: the end of the first one's line, a head, an empty line, the content, a line
    /// end.
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.starts(with: "\r\n".utf8), bytes.suffix(2).elementsEqual("\r\n".utf8) else { return nil }
        var position = bytes.startIndex
        while position + 4 <= bytes.endIndex {
            if bytes[position..<(position + 4)].elementsEqual(end) {
                head = Array(bytes[..<(position + 4)])
                content = position + 4 <= bytes.endIndex - 2 ? Array(bytes[(position + 4)..<(bytes.endIndex - 2)]) : []
                return
            }
            position += 1
        }
        return nil
    }
}
