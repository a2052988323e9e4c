import Foundation
import Portico
import PorticoTesting
import Testing

/// A recording behind a socket.
@Suite struct MockServerReplayTests {
    private static func archive(_ exchanges: (target: String, body: String)...) throws -> HTTPArchive {
        let entries = exchanges.map { target, body in
            """
            {"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {},
             "timings": {"send": 0, "wait": 1, "receive": 0},
             "request": {"method": "GET", "url": "https://api.example\(target)", "httpVersion": "HTTP/1.1", "headers": [],
              "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
             "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
              "content": {"size": \(body.utf8.count), "mimeType": "text/plain", "text": "\(body)"}, "redirectURL": "",
              "headersSize": -1, "bodySize": \(body.utf8.count)}}
            """
        }
        let text = """
            {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"},
             "entries": [\(entries.joined(separator: ","))]}}
            """
        return try HTTPArchive(Data(text.utf8))
    }

    private func ask(_ server: MockServer, _ target: String) async throws -> String {
        let client = try RawClient(port: server.port)
        await client.send("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return await client.readToEnd().text
    }

    @Test func `a request of the recording gets its answer, whatever the host`() async throws {
        let server = try MockServer(replaying: Self.archive(("/a?x=1&y=2", "one"), ("/a?x=1&y=2", "two")))
        #expect(try await ask(server, "/a?y=2&x=1").hasSuffix("\r\n\r\none"))
        #expect(try await ask(server, "/a?x=1&y=2").hasSuffix("\r\n\r\ntwo"))
        #expect(try await ask(server, "/a?x=1&y=2").hasSuffix("\r\n\r\ntwo"))
    }

    @Test func `a request that is not in the recording is told what comes nearest`() async throws {
        let server = try MockServer(replaying: Self.archive(("/a?x=1", "one")))
        let answer = try await ask(server, "/a?x=2")
        #expect(answer.hasPrefix("HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\n"))
        #expect(answer.contains(#""differences":["the query item x is '2', recorded '1'"]"#))
    }
}
