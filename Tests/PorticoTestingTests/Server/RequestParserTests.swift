import Foundation
import Portico
import Testing

@testable import PorticoTesting

@Suite struct RequestParserTests {
    private static let chunked = """
        POST /a HTTP/1.1\r
        Transfer-Encoding: chunked\r
        \r
        5;name=value\r
        hello\r
        0A\r
        , world...\r
        0\r
        X-Sum: 7\r
        \r

        """
    private static let counted = "PUT /b HTTP/1.1\r\nContent-Length: 3\r\n\r\n\r\n!"
    private static let bare = "\r\nGET /c HTTP/1.0\r\nA: b\r\n\r\n"

    /// What the parser makes of bytes that come in pieces of this size.
    private func parse(_ text: String, _ size: Int) throws -> [ReceivedRequest] {
        var parser = RequestParser(bodyLimit: 1000)
        var requests: [ReceivedRequest] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            parser.append(bytes[start..<min(start + size, bytes.count)])
            while case .request(let request) = try parser.next() { requests.append(request) }
        }
        #expect(!parser.isAmidRequest)
        return requests
    }

    @Test func `the largest limit there is takes a chunked body`() throws {
        var parser = RequestParser(bodyLimit: .max)
        parser.append(Array(Self.chunked.utf8)[...])

        guard case .request(let request) = try parser.next() else {
            Issue.record("there is no request")
            return
        }

        #expect(request.body == Data("hello, world...".utf8))
    }

    @Test(arguments: [1, 2, 3, 5, 7, 16, 1000])
    func `requests are the same however their bytes are cut up`(size: Int) throws {
        let requests = try parse(Self.chunked + Self.counted + Self.bare + Self.chunked, size)

        #expect(requests.map(\.target) == ["/a", "/b", "/c", "/a"])
        #expect(requests.map(\.text) == ["hello, world...", "\r\n!", "", "hello, world..."])
        #expect(requests.map(\.trailers) == [["X-Sum": "7"], [:], [:], ["X-Sum": "7"]])
        #expect(requests[0].rawHead == Data("POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        #expect(requests[0].rawHead + requests[0].rawBody == Data(Self.chunked.utf8))
        #expect(requests[1].rawBody == requests[1].body)
        #expect(requests[2].rawHead == Data("GET /c HTTP/1.0\r\nA: b\r\n\r\n".utf8))
    }

    @Test func `leave to continue is asked for only when the body is not there yet`() throws {
        let head = "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var waiting = RequestParser(bodyLimit: 10)
        waiting.append(head.utf8)
        guard case .continueExpected = try waiting.next() else { throw TransportError(.other) }
        guard case .needsMore = try waiting.next() else { throw TransportError(.other) }
        waiting.append("ok".utf8)
        guard case .request(let late) = try waiting.next() else { throw TransportError(.other) }
        #expect(late.text == "ok")

        var ready = RequestParser(bodyLimit: 10)
        ready.append((head + "ok").utf8)
        guard case .request(let early) = try ready.next() else { throw TransportError(.other) }
        #expect(early.text == "ok")
    }

    @Test(arguments: [(10, true), (11, false)])
    func `a body may be as large as the limit`(length: Int, isTaken: Bool) throws {
        for framing in [
            "Content-Length: \(length)\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n\(String(length, radix: 16))\r\n",
        ] {
            var parser = RequestParser(bodyLimit: 10)
            parser.append("PUT / HTTP/1.1\r\n\(framing)".utf8)
            let status: HTTPStatus?
            do {
                _ = try parser.next()
                status = nil
            } catch { status = error.status }
            #expect(status == (isTaken ? nil : .contentTooLarge))
        }
    }

    @Test func `framing around tiny chunks is bounded as the body is`() {
        var parser = RequestParser(bodyLimit: 100_000)
        parser.append("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        let chunk = "1;" + String(repeating: "x", count: 4000) + "\r\n!\r\n"
        let refusal = #expect(throws: RequestParser.Refusal.self) {
            for _ in 0..<300 {
                parser.append(chunk.utf8)
                _ = try parser.next()
            }
        }
        #expect(refusal?.status == .contentTooLarge)
    }
}
