#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// An answer as the steps that a connection performs, one after the other.
struct MessageScript {
    enum Step {
        case send(ArraySlice<UInt8>)
        case sendRepeatedly(ArraySlice<UInt8>, times: Int)
        case hold(Gate)
        case pause(Duration)
    }

    enum Ending { case keepAlive, close, reset }

    private(set) var steps: [Step]
    private(set) var ending: Ending
    private let headCount: Int

    /// The steps of an answer to a request; to none where the bytes of the client were not one.
    init(_ answer: MockAnswer, to request: ReceivedRequest?) {
        let message = RenderedMessage(answer, to: request)
        steps = (message.bytes.isEmpty ? [] : [.send(message.bytes[...])]) + message.rest
        ending = message.closes ? .close : .keepAlive
        headCount = message.headCount
        for change in answer.changes { apply(change) }
    }

    private mutating func apply(_ change: MockAnswer.Change) {
        switch change {
        case .hold(let gate, let position): insert(.hold(gate), at: offset(position))
        case .pause(let duration, let position): insert(.pause(duration), at: offset(position))
        case .end(let ending, let position):
            steps.removeSubrange(split(at: offset(position))...)
            self.ending = ending
        case .drip(let count, let pause): drip(count, pause)
        }
    }

    private func offset(_ position: MockAnswer.Position) -> Int {
        switch position {
        case .byte(let count): count
        case .head: headCount
        case .body(let count): count > Int.max - headCount ? .max : headCount + count
        }
    }

    /// What is inserted later at the same place comes after what is there.
    private mutating func insert(_ step: Step, at offset: Int) { steps.insert(step, at: split(at: offset)) }

    /// The index of the step that begins with the byte at an offset, made by cutting a step in two where need be.
    private mutating func split(at offset: Int) -> Int {
        var rest = max(0, offset)
        for (index, step) in steps.enumerated() where step.count > 0 {
            guard rest > 0 else { return index }
            guard rest >= step.count else {
                let (before, after) = step.cut(at: rest)
                steps.replaceSubrange(index...index, with: before + after)
                return index + before.count
            }
            rest -= step.count
        }
        return steps.count
    }

    private mutating func drip(_ count: Int, _ pause: Duration) {
        var isFirst = true
        steps = steps.flatMap { step -> [Step] in
            guard case .send(var bytes) = step else { return [step] }
            var pieces: [Step] = []
            while !bytes.isEmpty {
                if !isFirst { pieces.append(.pause(pause)) }
                isFirst = false
                pieces.append(.send(bytes.prefix(count)))
                bytes = bytes.dropFirst(count)
            }
            return pieces
        }
    }
}

extension MessageScript.Step {
    /// The number of bytes that it sends.
    fileprivate var count: Int {
        switch self {
        case .send(let bytes): bytes.count
        case .sendRepeatedly(let piece, let times): piece.count * times
        case .hold, .pause: 0
        }
    }

    /// The steps that send the bytes up to an offset within this one, and those that send the others.
    fileprivate func cut(at offset: Int) -> (before: [Self], after: [Self]) {
        switch self {
        case .send(let bytes):
            return ([.send(bytes.prefix(offset))], [.send(bytes.dropFirst(offset))])
        case .sendRepeatedly(let piece, let times):
            let (whole, part) = offset.quotientAndRemainder(dividingBy: piece.count)
            guard part > 0 else {
                return ([.sendRepeatedly(piece, times: whole)], [.sendRepeatedly(piece, times: times - whole)])
            }
            return (
                [.sendRepeatedly(piece, times: whole), .send(piece.prefix(part))],
                [.send(piece.dropFirst(part)), .sendRepeatedly(piece, times: times - whole - 1)]
            )
        case .hold, .pause:
            return ([self], [])
        }
    }
}

/// The bytes of an answer, framed.
private struct RenderedMessage {
    var bytes: [UInt8] = []
    /// What is sent after the bytes.
    var rest: [MessageScript.Step] = []
    var headCount = 0
    var closes: Bool

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
        guard let body = response.data else {
            let reason = "a MockServer cannot send a streamed body; give its bytes, or MockAnswer.chunked"
            return render(.text(reason, status: .internalServerError), to: request)
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
