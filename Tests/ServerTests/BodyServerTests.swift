import Foundation
import Portico
import PorticoCurl
import Testing

@Suite(.needsHTTPBin) struct BodyServerTests {
    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
    func `JSON arrives byte for byte`(method: HTTPMethod) async throws {
        let text = #"{"name":"naïve","n":[1,2.50]}"#
        let echo = try await TestServer.httpbin.echo(method, "/anything", body: .text(text, mediaType: .json))

        #expect(echo.data == text)
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(echo.headers["Content-Length"] == "\(text.utf8.count)")
    }

    @Test func `the caller's Content-Type wins`() async throws {
        let echo = try await TestServer.httpbin.echo(
            .post, "/anything", fields: [.contentType: "application/vnd.x+json"], body: .text("{}", mediaType: .json))

        #expect(echo.headers["Content-Type"] == "application/vnd.x+json")
    }

    @Test func `a form is read as one`() async throws {
        let echo = try await TestServer.httpbin.echo(
            .post, "/anything", body: .text("a=1&b=x+y%26&a=2", mediaType: .formURLEncoded))

        #expect(echo.form == ["a": ["1", "2"], "b": "x y&"])
    }

    @Test func `a multipart form is read as one, its file too`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(named: "report.txt", Data("the file's text".utf8))
        var form = Multipart()
        form.append(.text("Sunset, \"naïve\"", name: "title"))
        form.append(.file(file, name: "report", mediaType: .plainText))

        let echo = try await TestServer.httpbin.echo(.post, "/anything", body: .multipart(form))

        #expect(echo.form == ["title": "Sunset, \"naïve\""])
        #expect(echo.files == ["report": "the file's text"])
    }

    @Test func `a file arrives whole`() async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        let file = try folder.file(named: "large.txt", Data(text.utf8))

        let echo = try await TestServer.httpbin.echo(.put, "/anything", body: .file(file, mediaType: .plainText))

        #expect(echo.data == text)
        #expect(echo.headers["Content-Length"] == "320000")
    }

    @Test func `a stream of known length arrives whole and with that length`() async throws {
        let body = HTTPBody.stream(length: 9, mediaType: .plainText) { HTTPChunks(Pieces(["one", "two", "six"])) }
        let echo = try await TestServer.httpbin.echo(.post, "/anything", body: body)

        #expect(echo.data == "onetwosix")
        #expect(echo.headers["Content-Length"] == "9")
    }

    @Test(.needsNginx, arguments: [HTTPMethod.post, .put, .patch])
    func `no body is told as no bytes where one is expected`(method: HTTPMethod) async throws {
        let text = try #require(try await TestServer.nginx.send(method, "/echo/").text)

        #expect(text.contains("\ncontent-length: 0\n"))
        #expect(text.contains("\ntransfer-encoding: \n"))
        #expect(text.contains("\ncontent-type: \n"))
    }

    @Test(.needsNginx, arguments: [HTTPMethod.get, .delete])
    func `no body is not mentioned where none is expected`(method: HTTPMethod) async throws {
        let text = try #require(try await TestServer.nginx.send(method, "/echo/").text)

        #expect(text.contains("\ncontent-length: \n"))
        #expect(text.contains("\ncontent-type: \n"))
    }

    @Test(.needsNginx) func `a body that is too large for the server is answered with 413`() async throws {
        let response = try await TestServer.nginx.send(
            .post, "/small-requests/post", body: .bytes(Data(count: 200_000)))

        #expect(response.status == .contentTooLarge)
    }

    @Test(.needsNginx) func `an answer that comes before the body has left is the answer`() async throws {
        let response = try await TestServer.nginx.send(.post, "/hasty", body: .bytes(Data(count: 3 << 20)))

        #expect(response.status == .ok)
        #expect(response.text == "hasty")
    }

    @Test(.needsNginx) func `a body without an end is not sent on once the server has refused it`() async throws {
        // Over libcurl alone: URLSession reads a stream to its end first.
        let server = try TestServer(TestServers.nginx, CurlTransport())
        let body = HTTPBody.stream(mediaType: .plainText) { HTTPChunks(Endless()) }

        let response = try await server.send(.post, "/small-requests/post", body: body)

        #expect(response.status == .contentTooLarge)
    }
}

/// The same text again and again, without an end.
private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    func makeAsyncIterator() -> Endless { self }
    func next() async -> Data? { Data(repeating: 0x61, count: 10_000) }
}

/// Texts as the chunks of a body.
private struct Pieces: AsyncSequence, Sendable {
    let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    func makeAsyncIterator() -> Iterator { Iterator(rest: texts[...]) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<String>

        mutating func next() async -> Data? { rest.popFirst().map { Data($0.utf8) } }
    }
}
