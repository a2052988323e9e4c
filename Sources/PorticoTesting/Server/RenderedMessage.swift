#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// The bytes of an answer, framed.
struct RenderedMessage {
    private(set) var bytes: [UInt8] = []
    /// What is sent after the bytes.
    private(set) var rest: [MessageScript.Step] = []
    private(set) var headCount = 0
    private(set) var closes: Bool

    init(_ answer: MockAnswer, to request: ReceivedRequest?) {
        closes = answer.closes || request?.keepsAlive != true
        switch answer.content {
        case .raw(let data):
            bytes = Array(data)
            headCount = Self.headCount(of: bytes)
            closes = answer.closes
        case .response(let response):
            render(response, to: request)
        case .repeated(let head, let piece, let times):
            let isFramed = head.fields.contains(.contentLength) || head.fields.contains(.transferEncoding)
            renderHead(head, framing: isFramed ? [:] : [.contentLength: "\(piece.count * times)"])
            if isFramed { closes = true }
            guard request?.method != .head, !head.status.neverHasBody, !piece.isEmpty else { return }
            rest = [.sendRepeatedly(Array(piece)[...], times: times)]
        case .chunked(let head, let pieces, let trailers):
            renderHead(head, framing: [.transferEncoding: "chunked"])
            guard request?.method != .head, !head.status.neverHasBody else { return }
            for piece in pieces where !piece.isEmpty {
                append(String(piece.count, radix: 16) + "\r\n")
                bytes += piece
                append("\r\n")
            }
            append("0\r\n")
            for field in trailers { append("\(field.name): \(field.value)\r\n") }
            append("\r\n")
        }
    }

    private mutating func render(_ response: HTTPResponse, to request: ReceivedRequest?) {
        let body: Data
        switch response.body {
        case .bytes(let data): body = data
        case .chunks(let chunks): return render(response.head, chunks, to: request)
        }
        let status = response.status
        let isFramed = response.fields.contains(.contentLength) || response.fields.contains(.transferEncoding)
        let hasNoLength =
            status.kind == .informational || status == .noContent || status == .notModified && body.isEmpty
        let hasBody = request?.method != .head && !status.neverHasBody
        let length = status == .resetContent ? 0 : body.count
        if isFramed, hasBody, response.fields[.contentLength] != "\(body.count)" { closes = true }
        renderHead(response.head, framing: isFramed || hasNoLength ? [:] : [.contentLength: "\(length)"])
        if hasBody { bytes += body }
    }

    private mutating func render(_ head: ResponseHead, _ chunks: HTTPChunks, to request: ReceivedRequest?) {
        let hasBody = request?.method != .head && !head.status.neverHasBody
        if !hasBody, head.status.neverHasBody || head.fields.contains(.contentLength) {
            return renderHead(head, framing: [:])
        }
        let framing: StreamFraming.Kind
        if head.fields.contains(.transferEncoding)
            || request?.version == "HTTP/1.0" && !head.fields.contains(.contentLength)
        {
            framing = .untilClose
        } else if let length = head.fields[.contentLength] {
            let isNumber = length.utf8.allSatisfy(\.isDigit)
            framing = (isNumber ? Int(length) : nil).map { .length($0) } ?? .untilClose
        } else {
            framing = .chunked
        }
        if framing == .untilClose { closes = true }
        renderHead(head, framing: framing == .chunked ? [.transferEncoding: "chunked"] : [:])
        if hasBody { rest = [.stream(chunks, framing)] }
    }

    private mutating func renderHead(_ head: ResponseHead, framing: HTTPFields) {
        if head.fields[.connection]?.lowercased() == "close" { closes = true }
        let words = head.status.description
        append("HTTP/1.1 \(words)\(words.contains(" ") ? "" : " ")\r\n")
        for field in head.fields { append("\(field.name): \(field.value)\r\n") }
        for field in framing { append("\(field.name): \(field.value)\r\n") }
        if closes, !head.fields.contains(.connection) { append("Connection: close\r\n") }
        append("\r\n")
        headCount = bytes.count
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    /// Up to and with the first empty line, or everything where there is none.
    private static func headCount(of bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            var lineEnd = 0
            while let next = bytes[lineEnd...].firstIndex(of: 0x0A) {
                if next >= 3, bytes[next - 1] == 0x0D, bytes[next - 2] == 0x0A, bytes[next - 3] == 0x0D {
                    return next + 1
                }
                lineEnd = next + 1
            }
            return bytes.count
        }
    }
}
