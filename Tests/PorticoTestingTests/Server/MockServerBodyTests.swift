import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct MockServerBodyTests {
    @Test func `a chunked body is kept as it came and joined`() async throws {
        let server = try MockServer { .raw($0.text) }
        let client = try RawClient(port: server.port)
        let body = "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n"

        await client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body)

        #expect(await client.read(5) == "abcde")
        let request = try #require(server.requests.first)
        #expect(request.rawBody == Data(body.utf8))
        #expect(request.body == Data("abcde".utf8))
        #expect(request.trailers == ["X-Sum": "5"])
    }

    @Test func `a client that expects it is told to continue`() async throws {
        let server = try MockServer { .raw($0.text) }
        let client = try RawClient(port: server.port)

        await client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        #expect(await client.read(25) == "HTTP/1.1 100 Continue\r\n\r\n")
        await client.send("body")

        #expect(await client.read(4) == "body")
    }

    @Test func `a request that comes byte by byte is the same request`() async throws {
        let server = try MockServer { .raw($0.text) }
        let client = try RawClient(port: server.port)
        let bytes = Array("POST /slow HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)

        for byte in bytes { await client.send([byte]) }

        #expect(await client.read(3) == "abc")
        #expect(server.requests.map(\.target) == ["/slow"])
    }

    @Test func `a large body arrives whole`() async throws {
        let server = try MockServer { .raw("\($0.body.count)") }
        let client = try RawClient(port: server.port)
        await client.send("PUT / HTTP/1.1\r\nContent-Length: 5000000\r\n\r\n")
        await client.send([UInt8](repeating: 7, count: 5_000_000))
        #expect(await client.read(7) == "5000000")
    }
}
