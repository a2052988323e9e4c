#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// What a ``MockServer`` sends back, to the byte: a response, raw bytes, and what goes wrong on the way.
///
/// ```swift
/// .json(#"{"id": 42}"#)
/// .json("[1, 2, 3]").cut(at: .body(4))                    // the connection closes in the middle
/// .text("slow").dripping(1, every: .milliseconds(5))      // byte by byte
/// .status(200).held(until: gate)                          // no byte before the test says so
/// .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n").closing()
/// ```
public struct MockAnswer: Sendable {
    enum Content: Sendable {
        case response(HTTPResponse)
        case chunked(ResponseHead, [Data], trailers: HTTPFields)
        case repeated(ResponseHead, Data, times: Int)
        case raw(Data)
    }

    /// A place within the bytes of an answer.
    public enum Position: Hashable, Sendable {
        /// After this many bytes; `.byte(0)` is before the first.
        case byte(Int)
        /// Between the head and the body.
        case head
        /// After this many bytes of the body, as it is on the wire.
        case body(Int)
    }

    enum Change: Sendable {
        case hold(Gate, Position)
        case pause(Duration, Position)
        case end(MessageScript.Ending, Position)
        case drip(Int, Duration)
    }

    let content: Content
    private(set) var changes: [Change] = []
    private(set) var closes = false

    private init(_ content: Content) { self.content = content }

    private func adding(_ change: Change) -> MockAnswer {
        var copy = self
        copy.changes.append(change)
        return copy
    }
}

extension MockAnswer {
    /// A response. The server frames it, unless its fields do: a `Content-Length` or `Transfer-Encoding` of its own goes
    /// out as it is, with the body's bytes behind it as they are, and the connection closes after them where the two do
    /// not agree.
    ///
    /// On HEAD, and with a status that has none, the body is left out. A streamed body goes out as it comes, piece by piece and
    /// as fast as the client reads it: in chunks, unless a `Content-Length` announces it. One that breaks off, or has not the
    /// bytes that were announced, ends the connection; a client that leaves ends the stream. What is to happen at a place
    /// within a streamed body happens behind it, and ``dripping(_:every:)`` leaves it alone.
    public static func response(_ response: HTTPResponse) -> MockAnswer { MockAnswer(.response(response)) }

    /// JSON, given as text, as `application/json`.
    public static func json(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> MockAnswer {
        .response(.json(text, status: status, fields: fields))
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> MockAnswer {
        .response(.text(text, status: status, fields: fields))
    }

    /// Bytes, as `application/octet-stream` unless the fields say otherwise.
    public static func bytes(_ bytes: Data, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> MockAnswer {
        var fields = fields
        fields.appendDefaults([.contentType: "application/octet-stream"])
        return .response(HTTPResponse(status: status, fields: fields, body: bytes))
    }

    /// A status without a body.
    public static func status(_ status: HTTPStatus, fields: HTTPFields = [:]) -> MockAnswer {
        .response(.empty(status, fields: fields))
    }

    /// A body in chunks (RFC 9112, section 7.1), one for each piece that is not empty, and trailers after them.
    public static func chunked(
        _ pieces: [Data], status: HTTPStatus = .ok, fields: HTTPFields = [:], trailers: HTTPFields = [:]
    ) -> MockAnswer {
        MockAnswer(.chunked(ResponseHead(status: status, fields: fields), pieces, trailers: trailers))
    }

    /// A body made of one piece many times over: larger than memory, where need be. Its length is announced, unless the
    /// fields frame it otherwise, which ends the connection after it. The number of times is lowered to what makes a length
    /// that an `Int` holds. ``dripping(_:every:)`` leaves such a body alone.
    public static func repeating(
        _ piece: Data, times: Int, status: HTTPStatus = .ok, fields: HTTPFields = [:]
    ) -> MockAnswer {
        let times = min(max(0, times), Int.max / 2 / max(1, piece.count))
        return MockAnswer(.repeated(ResponseHead(status: status, fields: fields), piece, times: times))
    }

    /// These bytes and no others. The connection stays open after them unless the answer is ``closing()``.
    public static func raw(_ bytes: Data) -> MockAnswer { MockAnswer(.raw(bytes)) }

    /// The bytes of a text and no others: `.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")`.
    public static func raw(_ text: String) -> MockAnswer { .raw(Data(text.utf8)) }

    /// No byte at all: the connection closes in place of an answer.
    public static var nothing: MockAnswer { .raw("").closing() }
}

extension MockAnswer {
    /// Holds the rest of the answer at a place until the gate opens, before its first byte unless said otherwise.
    ///
    /// A client that closes its side meanwhile is taken to have gone.
    public func held(until gate: Gate, at position: Position = .byte(0)) -> MockAnswer { adding(.hold(gate, position)) }

    /// Waits in real time at a place, before the first byte unless said otherwise.
    public func delayed(by duration: Duration, at position: Position = .byte(0)) -> MockAnswer {
        adding(.pause(duration, position))
    }

    /// Closes the connection at a place, whatever was announced.
    public func cut(at position: Position) -> MockAnswer { adding(.end(.close, position)) }

    /// Resets the connection at a place: the client's system reports an error instead of an end.
    public func reset(at position: Position = .byte(0)) -> MockAnswer { adding(.end(.reset, position)) }

    /// Sends the answer in pieces of this many bytes, with a pause in real time between them.
    public func dripping(_ count: Int, every pause: Duration) -> MockAnswer { adding(.drip(max(1, count), pause)) }

    /// Closes the connection once the answer is sent, and says so in `Connection` unless it is raw.
    public func closing() -> MockAnswer {
        var copy = self
        copy.closes = true
        return copy
    }
}
