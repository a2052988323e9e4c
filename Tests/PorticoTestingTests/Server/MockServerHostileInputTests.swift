import Foundation
import Portico
import PorticoTesting
import Testing

/// Bytes that are no request, or one that asks for too much: an answer that says so and an end, never a hang.
@Suite struct MockServerHostileInputTests {
    private func exchange(_ text: String, limits: MockServer.Limits = .init()) async throws -> String {
        let server = try MockServer(limits: limits) { _ in .status(204) }
        let client = try RawClient(port: server.port)
        await client.send(text)
        let answer = await client.readToEnd()
        #expect(answer.end == .closed)
        #expect(server.requestCount == 0)
        let lines = answer.text.components(separatedBy: "\r\n")
        return "\(lines.first ?? "") | \(lines.last ?? "")"
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", "400 Bad Request", "the first line is not made of three words"),
        ("GET  / HTTP/1.1\r\n\r\n", "400 Bad Request", "the first line is not made of three words"),
        ("G{T / HTTP/1.1\r\n\r\n", "400 Bad Request", "the method is no token"),
        ("GET \u{7F} HTTP/1.1\r\n\r\n", "400 Bad Request", "the target is empty or has bytes that no target has"),
        ("GET /\u{E9} HTTP/1.1\r\n\r\n", "400 Bad Request", "the target is empty or has bytes that no target has"),
        ("GET / FTP/1.1\r\n\r\n", "400 Bad Request", "the first line names no version of HTTP"),
        ("GET / HTTP/1.1\nHost: x\n\n\r\n\r\n", "400 Bad Request", "the first line is not made of three words"),
        ("GET / HTTP/1.1\rHost: x\r\n\r\n", "400 Bad Request", "the first line is not made of three words"),
        (
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 HTTP Version Not Supported",
            "the version is neither HTTP/1.1 nor HTTP/1.0"
        ),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", "400 Bad Request", "a field line has no colon"),
        ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", "400 Bad Request", "a field's name is no token"),
        ("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", "400 Bad Request", "a field line has no colon"),
        ("GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n", "400 Bad Request", "a field line ends without CR LF"),
        ("GET / HTTP/1.1\r\nA: b\0\r\n\r\n", "400 Bad Request", "the value of 'A' has a control character"),
        ("PUT / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400 Bad Request", "the content length is no one number"),
        ("PUT / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n", "400 Bad Request", "the content length is no one number"),
        (
            "PUT / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400 Bad Request",
            "the content length is no one number"
        ),
        (
            "PUT / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", "400 Bad Request",
            "the content length is no one number"
        ),
        (
            "PUT / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400 Bad Request",
            "both a length and a transfer encoding are given"
        ),
        (
            "PUT / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501 Not Implemented",
            "the transfer encoding is not 'chunked' alone"
        ),
    ])
    func `a head that is none is refused`(input: String, status: String, reason: String) async throws {
        #expect(try await exchange(input) == "HTTP/1.1 \(status) | \(reason)\n")
    }

    @Test(arguments: [
        ("zz\r\n", "the size of a chunk is no hexadecimal number"),
        ("-1\r\n", "the size of a chunk is no hexadecimal number"),
        ("+1\r\n", "the size of a chunk is no hexadecimal number"),
        ("\r\n", "the size of a chunk is no hexadecimal number"),
        ("ffffffffffffffffff\r\n", "the size of a chunk is no hexadecimal number"),
        ("2\r\nabc\r\n", "a chunk is longer than its size"),
        ("1;" + String(repeating: "x", count: 5000), "a chunk's line is longer than 4096 bytes"),
        ("0\r\nno field\r\n\r\n", "a field line has no colon"),
    ])
    func `chunks that are none are refused`(chunks: String, reason: String) async throws {
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await exchange(head + chunks) == "HTTP/1.1 400 Bad Request | \(reason)\n")
    }

    @Test(arguments: ["Content-Length: 11\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n"])
    func `a body beyond the limit is refused before it is read`(rest: String) async throws {
        var limits = MockServer.Limits()
        limits.bodyBytes = 10
        let answer = try await exchange("POST / HTTP/1.1\r\n\(rest)", limits: limits)
        #expect(answer == "HTTP/1.1 413 Content Too Large | the body is larger than 10 bytes\n")
    }

    @Test(arguments: ["x", "GET / HTTP/1.1\r\n", "X: y\r\n"])
    func `an endless head is refused once it is larger than 64 KiB`(piece: String) async throws {
        let server = try MockServer { _ in .status(204) }
        let client = try RawClient(port: server.port)
        let start = piece == "X: y\r\n" ? "GET / HTTP/1.1\r\n" : ""
        await client.send(start + String(repeating: piece, count: 70_000 / piece.utf8.count))
        let answer = await client.readToEnd().text
        #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
        #expect(await server.connectionClosed(1) == .byServer)
    }

    @Test func `empty lines without end cost nothing and are answered once a request comes`() async throws {
        let server = try MockServer { _ in .raw("here") }
        let client = try RawClient(port: server.port)
        await client.send(String(repeating: "\r\n", count: 200_000) + "GET / HTTP/1.1\r\n\r\n")
        #expect(await client.read(4) == "here")
    }

    @Test func `a client that ends its side after the request gets its answer`() async throws {
        let server = try MockServer { _ in .raw("answer") }
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        client.halfClose()
        #expect(await client.readToEnd() == ("answer", .closed))
        #expect(await server.connectionClosed(1) == .byClient)
    }

    @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc"])
    func `a client that ends its side within a request is told`(part: String) async throws {
        let server = try MockServer { _ in .status(204) }
        let client = try RawClient(port: server.port)
        await client.send(part)
        client.halfClose()
        #expect(await client.readToEnd().text.hasSuffix("the connection ended within a request\n"))
        #expect(server.requestCount == 0)
    }

    @Test func `a client that comes and goes without a word is no request`() async throws {
        let server = try MockServer { _ in .status(204) }
        try RawClient(port: server.port).hangUp()
        #expect(await server.connectionClosed(1) == .byClient)
        #expect(server.requestCount == 0)
    }

    @Test func `random bytes never keep a connection from ending`() async throws {
        let server = try MockServer { _ in .status(204) }
        for seed in 1...60 {
            var generator = LinearGenerator(state: UInt64(seed))
            let alphabet = Array("GET / HTTP/1.1\r\n:;,0aF chunked\0\u{FF}".utf8)
            var bytes = Array(
                seed.isMultiple(of: 2) ? "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n".utf8 : "".utf8)
            for _ in 0..<300 { bytes.append(alphabet[Int(generator.next() % UInt64(alphabet.count))]) }
            let client = try RawClient(port: server.port)
            await client.send(bytes)
            client.halfClose()
            #expect(await client.readToEnd().end != .timedOut, "seed \(seed)")
        }
        await server.waitForOpenConnections(atMost: 0)
        #expect(server.connectionCount == 60)
    }
}

/// Numbers that look random and are the same in every run.
struct LinearGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
