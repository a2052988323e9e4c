import Foundation
import Portico
import PorticoTesting
import Testing

/// Answers whose bodies are made while they are sent.
@Suite struct MockServerStreamTests {
    private static func answer(_ chunks: HTTPChunks, _ fields: HTTPFields = [:]) -> MockAnswer {
        .response(HTTPResponse(head: ResponseHead(status: 200, fields: fields), body: .chunks(chunks)))
    }

    private static func pieces(_ texts: [String]) -> HTTPChunks {
        HTTPChunks(
            AsyncStream { continuation in
                for text in texts { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            })
    }

    private func exchange(_ answer: MockAnswer, _ request: String) async throws -> String {
        let server = try MockServer(answers: [answer])
        let client = try RawClient(port: server.port)
        await client.send(request)
        return await client.readToEnd().text
    }

    private struct Framing: CustomTestStringConvertible {
        let request: String
        var fields: HTTPFields = [:]
        /// What follows the first line.
        let answer: String

        var testDescription: String { request + " " + (fields[.contentLength] ?? "") }
    }

    private static let framings = [
        Framing(
            request: "GET / HTTP/1.1",
            answer: "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"),
        Framing(
            request: "GET / HTTP/1.1", fields: ["Content-Length": "3"],
            answer: "Content-Length: 3\r\nConnection: close\r\n\r\nabc"),
        Framing(
            request: "GET / HTTP/1.1", fields: ["Content-Length": "4"],
            answer: "Content-Length: 4\r\nConnection: close\r\n\r\nabc"),
        Framing(
            request: "GET / HTTP/1.1", fields: ["Content-Length": "2"],
            answer: "Content-Length: 2\r\nConnection: close\r\n\r\nab"),
        Framing(
            request: "GET / HTTP/1.1", fields: ["Content-Length": "x"],
            answer: "Content-Length: x\r\nConnection: close\r\n\r\nabc"),
        Framing(request: "GET / HTTP/1.0", answer: "Connection: close\r\n\r\nabc"),
        Framing(
            request: "HEAD / HTTP/1.1", fields: ["Content-Length": "3"],
            answer: "Content-Length: 3\r\nConnection: close\r\n\r\n"),
        Framing(request: "HEAD / HTTP/1.1", answer: "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"),
    ]

    @Test(arguments: framings)
    private func `it is framed as the request and the fields want it`(framing: Framing) async throws {
        let answer = Self.answer(Self.pieces(["ab", "c"]), framing.fields)

        let text = try await exchange(answer, framing.request + "\r\nConnection: close\r\n\r\n")

        #expect(text == "HTTP/1.1 200 OK\r\n" + framing.answer)
    }

    @Test func `a piece goes out before the next is made`() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Data.self)
        let server = try MockServer(answers: [Self.answer(HTTPChunks(stream), ["Content-Length": "4"])])
        let client = try RawClient(port: server.port)

        await client.send("GET / HTTP/1.1\r\n\r\n")
        source.yield(Data("ab".utf8))
        #expect(await client.read(40) == "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab")
        source.yield(Data("cd".utf8))
        source.finish()

        #expect(await client.read(2) == "cd")
    }

    @Test func `the connection serves the next request after it`() async throws {
        let server = try MockServer(answers: [Self.answer(Self.pieces(["a"])), .raw("next")])
        let client = try RawClient(port: server.port)

        await client.send("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n")

        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let expected = head + "1\r\na\r\n0\r\n\r\nnext"
        #expect(await client.read(expected.utf8.count) == expected)
    }

    @Test(arguments: [true, false])
    func `its source is let go when nobody reads it any more`(stops: Bool) async throws {
        let silence = Silence()
        let server = try MockServer(answers: [Self.answer(HTTPChunks(silence))])
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        await silence.asked.waitForArrivals(1)

        if stops { server.stop() } else { client.hangUp() }

        await silence.gone.wait()
        #expect(server.requestCount == 1)
    }
}

/// Chunks that never come.
private struct Silence: AsyncSequence, AsyncIteratorProtocol, Sendable {
    /// At which whoever wants a chunk arrives.
    let asked = Gate()
    /// Opens when nobody wants one any more.
    let gone = Gate()

    func makeAsyncIterator() -> Silence { self }

    mutating func next() async throws -> Data? {
        await asked.wait()
        gone.open()
        return nil
    }
}
