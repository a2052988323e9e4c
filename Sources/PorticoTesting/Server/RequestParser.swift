#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// Reads requests out of the bytes of a connection (RFC 9112), however these are cut up. It does no I/O.
struct RequestParser {
    enum Event {
        /// The bytes so far do not make a request.
        case needsMore
        /// The client waits for leave to send the body.
        case continueExpected
        case request(ReceivedRequest)
    }

    /// Bytes that are no request: what to answer, and why. Nothing after them can be understood.
    struct Refusal: Error, Equatable {
        let status: HTTPStatus
        let reason: String

        init(_ status: HTTPStatus, _ reason: String) {
            self.status = status
            self.reason = reason
        }
    }

    private enum State {
        case head
        case counted(ReceivedRequest, missing: Int)
        case chunkSize(ReceivedRequest)
        case chunk(ReceivedRequest, missing: Int)
        case chunkEnd(ReceivedRequest)
        case trailers(ReceivedRequest)
    }

    /// The most bytes of a head, and of trailers.
    static let headLimit = 65536
    private static let chunkLineLimit = 4096

    private let bodyLimit: Int
    private var state = State.head
    private var buffer: [UInt8] = []
    /// Where the unread part of the buffer begins.
    private var start = 0
    /// Where the current line begins, and how far a line end was searched for in vain, from `start`.
    private var (lineStart, searched) = (0, 0)
    private var body: [UInt8] = []
    private var rawBody: [UInt8] = []

    init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

    /// Whether bytes of a request are here that is not complete.
    var isAmidRequest: Bool {
        if case .head = state { start < buffer.count } else { true }
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        if start > Self.headLimit {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    mutating func next() throws(Refusal) -> Event {
        while true {
            if let event = try step() { return event }
        }
    }

    /// One step; nil where another can follow at once.
    private mutating func step() throws(Refusal) -> Event? {
        switch state {
        case .head:
            return try readHead()
        case .counted(let request, let missing):
            let left = missing - take(missing)
            guard left == 0 else {
                state = .counted(request, missing: left)
                return .needsMore
            }
            return finish(request, trailers: [:])
        case .chunkSize(let request):
            guard let line = try takeLine(limit: Self.chunkLineLimit) else { return .needsMore }
            let size = try HeadParser.chunkSize(line)
            guard size <= bodyLimit - body.count else { throw bodyTooLarge }
            state = size == 0 ? .trailers(request) : .chunk(request, missing: size)
            return nil
        case .chunk(let request, let missing):
            let left = missing - take(missing)
            state = left == 0 ? .chunkEnd(request) : .chunk(request, missing: left)
            return left == 0 ? nil : .needsMore
        case .chunkEnd(let request):
            guard let line = try takeLine(limit: 2) else { return .needsMore }
            guard line.isEmpty else { throw Refusal(.badRequest, "a chunk is longer than its size") }
            state = .chunkSize(request)
            return nil
        case .trailers(let request):
            guard let section = try takeSection() else { return .needsMore }
            return finish(request, trailers: try HeadParser.fields(section[...]))
        }
    }

    private var bodyTooLarge: Refusal { Refusal(.contentTooLarge, "the body is larger than \(bodyLimit) bytes") }

    private mutating func readHead() throws(Refusal) -> Event? {
        while buffer.count - start >= 2, buffer[start] == 0x0D, buffer[start + 1] == 0x0A { consume(2) }
        guard let section = try takeSection() else { return .needsMore }
        let request = try HeadParser.request(section)
        let framing = try HeadParser.framing(request.fields)
        if case .counted(let length) = framing, length > bodyLimit { throw bodyTooLarge }
        switch framing {
        case .counted(let length): state = .counted(request, missing: length)
        case .chunked: state = .chunkSize(request)
        }
        let waits = request.version == "HTTP/1.1" && request.fields[.expect]?.lowercased() == "100-continue"
        return waits && framing != .counted(0) && start == buffer.count ? .continueExpected : nil
    }

    private mutating func finish(_ request: ReceivedRequest, trailers: HTTPFields) -> Event {
        var request = request
        request.body = Data(body)
        request.rawBody = rawBody.isEmpty ? request.body : Data(rawBody)
        request.trailers = trailers
        state = .head
        body = []
        rawBody = []
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        return .request(request)
    }
}

extension RequestParser {
    private var isChunked: Bool {
        switch state {
        case .head, .counted: false
        case .chunkSize, .chunk, .chunkEnd, .trailers: true
        }
    }

    /// Moves up to `count` bytes to the body. Returns how many were there.
    private mutating func take(_ count: Int) -> Int {
        let count = min(count, buffer.count - start)
        body.append(contentsOf: buffer[start..<(start + count)])
        consume(count)
        return count
    }

    private mutating func consume(_ count: Int) {
        if isChunked { rawBody.append(contentsOf: buffer[start..<(start + count)]) }
        start += count
        (lineStart, searched) = (0, 0)
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            start = 0
        }
    }

    /// The bytes up to the next CR LF, without it.
    private mutating func takeLine(limit: Int) throws(Refusal) -> [UInt8]? {
        guard (rawBody.count - Self.headLimit) / 8 <= bodyLimit else { throw bodyTooLarge }
        guard let end = lineEnd() else {
            guard searched < limit else { throw Refusal(.badRequest, "a chunk's line is longer than \(limit) bytes") }
            return nil
        }
        let line = Array(buffer[start..<end])
        consume(end + 2 - start)
        return line
    }

    /// Lines with the empty one that ends them.
    private mutating func takeSection() throws(Refusal) -> [UInt8]? {
        let tooLarge = Refusal(431, "the head is larger than \(Self.headLimit) bytes")
        while let end = lineEnd() {
            guard end + 2 - start <= Self.headLimit else { throw tooLarge }
            if end == start + lineStart {
                let section = Array(buffer[start..<(end + 2)])
                consume(section.count)
                return section
            }
            lineStart = end + 2 - start
        }
        guard buffer.count - start < Self.headLimit else { throw tooLarge }
        return nil
    }

    /// The place of the current line's CR LF. What was searched in vain is not searched again.
    private mutating func lineEnd() -> Int? {
        let first = start + max(lineStart, searched - 1)
        let found = buffer.withUnsafeBufferPointer { buffer -> Int? in
            var index = first
            while index + 1 < buffer.count {
                if buffer[index] == 0x0D, buffer[index + 1] == 0x0A { return index }
                index += 1
            }
            return nil
        }
        if let found { return found }
        searched = buffer.count - start
        return nil
    }
}
