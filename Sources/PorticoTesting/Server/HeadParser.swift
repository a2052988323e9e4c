#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// What the lines of a request's head say.
enum HeadParser {
    typealias Refusal = RequestParser.Refusal

    /// How the length of a body is told.
    enum Framing: Equatable {
        case counted(Int)
        case chunked
    }

    /// A request with no body yet, from its first line, its field lines and the empty one.
    static func request(_ section: [UInt8]) throws(Refusal) -> ReceivedRequest {
        let end = section.firstIndex(of: 0x0D) ?? section.endIndex
        let words = section[..<end].split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, section.dropFirst(end + 1).first == 0x0A else {
            throw Refusal(.badRequest, "the first line is not made of three words")
        }
        guard let method = HTTPMethod(rawValue: text(words[0])) else {
            throw Refusal(.badRequest, "the method is no token")
        }
        guard !words[1].isEmpty, words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal(.badRequest, "the target is empty or has bytes that no target has")
        }
        let version = text(words[2])
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw version.hasPrefix("HTTP/")
                ? Refusal(505, "the version is neither HTTP/1.1 nor HTTP/1.0")
                : Refusal(.badRequest, "the first line names no version of HTTP")
        }
        return ReceivedRequest(
            method: method,
            target: text(words[1]),
            version: version,
            fields: try fields(section.dropFirst(end + 2)),
            rawHead: Data(section)
        )
    }

    /// The fields of lines that end with an empty one.
    static func fields(_ section: some BidirectionalCollection<UInt8>) throws(Refusal) -> HTTPFields {
        var fields = HTTPFields()
        for line in section.split(separator: 0x0A) {
            guard line.last == 0x0D else { throw Refusal(.badRequest, "a field line ends without CR LF") }
            let line = line.dropLast()
            guard !line.isEmpty else { break }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw Refusal(.badRequest, "a field line has no colon")
            }
            let name = text(line[..<colon])
            guard name.isToken else { throw Refusal(.badRequest, "a field's name is no token") }
            let value = line[line.index(after: colon)...]
            guard value.allSatisfy(\.isFieldValueByte) else {
                throw Refusal(.badRequest, "the value of '\(name)' has a control character")
            }
            fields.append(HTTPField.Name(name), trimmed(text(value)))
        }
        return fields
    }

    /// How the body is framed (RFC 9112, section 6.3). Both ways at once are refused, so that nothing can be smuggled.
    static func framing(_ fields: HTTPFields) throws(Refusal) -> Framing {
        let lengths = Set(fields.values(of: .contentLength))
        if let encoding = fields[.transferEncoding] {
            guard encoding.lowercased() == "chunked" else {
                throw Refusal(501, "the transfer encoding is not 'chunked' alone")
            }
            guard lengths.isEmpty else { throw Refusal(.badRequest, "both a length and a transfer encoding are given") }
            return .chunked
        }
        guard let text = lengths.first else { return .counted(0) }
        guard lengths.count == 1, text.utf8.allSatisfy(\.isDigit), let length = Int(text) else {
            throw Refusal(.badRequest, "the content length is no one number")
        }
        return .counted(length)
    }

    /// The size that begins the line of a chunk; what follows a semicolon is of no account.
    static func chunkSize(_ line: [UInt8]) throws(Refusal) -> Int {
        let digits = trimmed(text(line.prefix { $0 != UInt8(ascii: ";") }))
        guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
            let size = Int(digits, radix: 16)
        else { throw Refusal(.badRequest, "the size of a chunk is no hexadecimal number") }
        return size
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func trimmed(_ text: String) -> String {
        var bytes = Substring(text).utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
