import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct MockServerTests {
    @Test func `a closure answers a request, byte for byte`() async throws {
        let server = try MockServer { .json(#"{"path": "\#($0.path)"}"#) }
        let client = try RawClient(port: server.port)

        await client.send("GET /users/1?x=y HTTP/1.1\r\nHost: \(server.authority)\r\nConnection: close\r\n\r\n")
        let (text, end) = await client.readToEnd()

        #expect(
            text == """
                HTTP/1.1 200 OK\r
                Content-Type: application/json\r
                Content-Length: 20\r
                Connection: close\r
                \r
                {"path": "/users/1"}
                """)
        #expect(end == .closed)
    }

    @Test func `what it received is kept byte for byte`() async throws {
        let server = try MockServer { _ in .status(204) }
        let client = try RawClient(port: server.port)
        let head =
            "POST /a%2Fb?q=1&q=2 HTTP/1.1\r\nhost: x\r\nX-Tag:first\r\nx-tag: \t second \t\r\nContent-Length: 4\r\n\r\n"

        await client.send(head + "\u{0}\u{1}\r\n")
        let request = try #require(await server.request(1))

        #expect(request.number == 1)
        #expect(request.connection == 1)
        #expect(request.method == .post)
        #expect(request.target == "/a%2Fb?q=1&q=2")
        #expect(request.path == "/a%2Fb")
        #expect(request.query == "q=1&q=2")
        #expect(request.version == "HTTP/1.1")
        #expect(request.fields.values(of: "X-Tag") == ["first", "second"])
        #expect(request.rawHead == Data(head.utf8))
        #expect(request.rawBody == Data([0, 1, 0x0D, 0x0A]))
        #expect(request.body == request.rawBody)
    }

    @Test func `a connection is kept alive for further requests`() async throws {
        let server = try MockServer { .text($0.path) }
        let client = try RawClient(port: server.port)

        for path in ["/a", "/b", "/c"] {
            await client.send("GET \(path) HTTP/1.1\r\n\r\n")
            #expect(await client.read(through: path).hasSuffix("Content-Length: 2\r\n\r\n\(path)"))
        }

        #expect(server.connectionCount == 1)
        #expect(server.requests.map(\.path) == ["/a", "/b", "/c"])
        #expect(server.requests.map(\.connection) == [1, 1, 1])
    }

    @Test func `requests sent in one go are answered in order`() async throws {
        let server = try MockServer { .raw($0.path) }
        let client = try RawClient(port: server.port)

        await client.send(
            "GET /1 HTTP/1.1\r\n\r\nPOST /2 HTTP/1.1\r\nContent-Length: 1\r\n\r\n!\r\nGET /3 HTTP/1.1\r\n\r\n")

        #expect(await client.read(6) == "/1/2/3")
        #expect(server.requests[1].text == "!")
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nConnection: foo, Close\r\n\r\n", true),
        ("GET / HTTP/1.0\r\n\r\n", true),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false),
        ("GET / HTTP/1.1\r\n\r\n", false),
    ])
    func `the connection closes after the answer where the request wants it`(request: String, closes: Bool) async throws
    {
        let server = try MockServer { _ in .status(200) }
        let client = try RawClient(port: server.port)

        await client.send(request)
        let head = await client.read(through: "\r\n\r\n")

        #expect(head == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(closes ? "Connection: close\r\n" : "")\r\n")
        if closes {
            #expect(await server.connectionClosed(1) == .byServer)
        } else {
            client.hangUp()
            #expect(await server.connectionClosed(1) == .byClient)
        }
    }

    @Test(arguments: [
        ("HEAD", MockAnswer.json("{}"), "200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"),
        ("GET", .status(204), "204 No Content\r\n\r\n"),
        ("GET", .status(205), "205 Reset Content\r\nContent-Length: 0\r\n\r\n"),
        ("GET", .status(304, fields: ["ETag": "\"1\""]), "304 Not Modified\r\nETag: \"1\"\r\n\r\n"),
        ("GET", .json("{}", status: 204), "204 No Content\r\nContent-Type: application/json\r\n\r\n"),
        ("HEAD", .chunked([Data("x".utf8)]), "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ("GET", .status(HTTPStatus(299)), "299 \r\nContent-Length: 0\r\n\r\n"),
        ("GET", .status(HTTPStatus(299, reasonPhrase: "Fine")), "299 Fine\r\nContent-Length: 0\r\n\r\n"),
    ])
    func `an answer without a body is framed as such`(method: String, answer: MockAnswer, expected: String) async throws
    {
        let server = try MockServer(answers: [answer, .raw("next")])
        let client = try RawClient(port: server.port)

        await client.send("\(method) / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n")

        #expect(await client.read(through: "next") == "HTTP/1.1 \(expected)next")
    }

    @Test func `answers come from the queue first, then from the script`() async throws {
        let server = try MockServer { _ in .raw("script ") }
        server.enqueue(.raw("one "), .raw("two "))
        let client = try RawClient(port: server.port)

        await client.send(String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 3))

        #expect(await client.read(15) == "one two script ")
    }

    @Test func `a list of answers that has run out says so`() async throws {
        let server = try MockServer(answers: [.raw("one")])
        let client = try RawClient(port: server.port)

        await client.send(String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 2))

        #expect(await client.read(through: "\n").hasPrefix("oneHTTP/1.1 500 Internal Server Error\r\n"))
        #expect(
            await client.read(through: "request 2\n").hasSuffix("the mock server has no answer left for request 2\n"))
    }

    @Test func `requests are read one by one, whenever they come`() async throws {
        let server = try MockServer { _ in .status(204) }
        let paths = Task {
            var paths: [String] = []
            while paths.count < 3, let request = await server.nextRequest() { paths.append(request.path) }
            return paths
        }
        let client = try RawClient(port: server.port)
        await client.send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n")
        #expect(await paths.value == ["/1", "/2", "/3"])
    }

    @Test func `waiting ends with nil when the server stops or the task is cancelled`() async throws {
        let server = try MockServer()
        let request = Task { await server.nextRequest() == nil }
        let cancelled = Task { await server.request(9) == nil }
        cancelled.cancel()
        #expect(await cancelled.value)

        server.stop()

        #expect(await request.value)
        #expect(await server.request(1) == nil)
    }

    @Test func `only the latest requests are kept, and all are counted`() async throws {
        var limits = MockServer.Limits()
        limits.journaledRequests = 2
        let server = try MockServer(limits: limits) { .raw($0.path) }
        let client = try RawClient(port: server.port)

        await client.send((1...5).map { "GET /\($0) HTTP/1.1\r\n\r\n" }.joined())
        _ = await client.read(10)

        #expect(server.requestCount == 5)
        #expect(server.requests.map(\.path) == ["/4", "/5"])
        #expect(await server.request(5)?.path == "/5")
        #expect(await server.request(1) == nil)
    }

    @Test func `kept requests hold no more bytes than allowed, but always the latest`() async throws {
        var limits = MockServer.Limits()
        limits.journaledBytes = 100
        let server = try MockServer(limits: limits) { .raw($0.path) }
        let client = try RawClient(port: server.port)

        await client.send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n")
        await client.send("PUT /3 HTTP/1.1\r\nContent-Length: 200\r\n\r\n" + String(repeating: "x", count: 200))
        _ = await client.read(6)

        #expect(server.requests.map(\.path) == ["/3"])
    }

    @Test func `stopping closes every connection and can be repeated`() async throws {
        let gate = Gate()
        let server = try MockServer { _ in .status(204).held(until: gate) }
        let idle = try RawClient(port: server.port)
        let held = try RawClient(port: server.port)
        await held.send("GET / HTTP/1.1\r\n\r\n")
        await gate.waitForArrivals(1)

        server.stop()
        server.stop()

        #expect(await idle.readToEnd().text == "")
        #expect(await held.readToEnd().text == "")
        #expect(server.openConnectionCount == 0)
    }

    @Test func `a server that nobody refers to any more has stopped`() async throws {
        var server: MockServer? = try MockServer()
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        server = nil
        #expect(await client.readToEnd().text == "")
    }

    @Test func `a port that is taken is an error that names it`() throws {
        let server = try MockServer()
        let error = #expect(throws: TransportError.self) { try MockServer(port: server.port) }
        #expect("\(try #require(error))".contains("no server could be started on port \(server.port): bind: "))
        #expect(throws: TransportError.self) { try MockServer(port: 65_536, answers: []) }
        #expect(throws: TransportError.self) { try MockServer(port: -1, answers: []) }
    }
}
