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
        let line = section[..<end]
        guard let first = line.firstIndex(of: 0x20),
            let second = line[(first + 1)...].firstIndex(of: 0x20),
            !line[(second + 1)...].contains(0x20), section.dropFirst(end + 1).first == 0x0A
        else { throw Refusal(.badRequest, "the first line is not made of three words") }
        let target = line[(first + 1)..<second]
        guard let method = method(line[..<first]) else { throw Refusal(.badRequest, "the method is no token") }
        guard !target.isEmpty, target.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Refusal(.badRequest, "the target is empty or has bytes that no target has")
        }
        let version = text(line[(second + 1)...])
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw version.hasPrefix("HTTP/")
                ? Refusal(505, "the version is neither HTTP/1.1 nor HTTP/1.0")
                : Refusal(.badRequest, "the first line names no version of HTTP")
        }
        return ReceivedRequest(
            method: method,
            target: text(target),
            version: version,
            fields: try fields(section.dropFirst(end + 2)),
            rawHead: Data(section)
        )
    }

    private static func method(_ name: ArraySlice<UInt8>) -> HTTPMethod? {
        name.elementsEqual("GET".utf8) ? .get : HTTPMethod(rawValue: text(name))
    }

    /// The fields of lines that end with an empty one.
    static func fields(_ section: ArraySlice<UInt8>) throws(Refusal) -> HTTPFields {
        var fields = HTTPFields()
        var rest = section
        while let end = rest.firstIndex(of: 0x0A) {
            guard end > rest.startIndex, rest[end - 1] == 0x0D else {
                throw Refusal(.badRequest, "a field line ends without CR LF")
            }
            let line = rest[..<(end - 1)]
            guard !line.isEmpty else { break }
            rest = rest[(end + 1)...]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw Refusal(.badRequest, "a field line has no colon")
            }
            let name = line[..<colon]
            guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
                throw Refusal(.badRequest, "a field's name is no token")
            }
            let value = line[(colon + 1)...]
            guard value.allSatisfy(\.isFieldValueByte) else {
                throw Refusal(.badRequest, "the value of '\(text(name))' has a control character")
            }
            fields.append(HTTPField.Name(text(name)), text(trimmed(value)))
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
        let digits = text(trimmed(line.prefix { $0 != UInt8(ascii: ";") }))
        guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
            let size = Int(digits, radix: 16)
        else { throw Refusal(.badRequest, "the size of a chunk is no hexadecimal number") }
        return size
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }
}
