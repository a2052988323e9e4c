import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct AnswerTests {
    @Test func `a folded line is one value, and bytes that are no UTF-8 are read as ISO 8859-1`() async throws {
        let head = Data("HTTP/1.1 200 OK\r\nX-A: a\r\n\t b\r\nX-B: caf".utf8) + [0xE9]

        let response = try await Bench(.raw(head + Data("\r\nContent-Length: 0\r\n\r\n".utf8))).send()

        #expect(response.fields["X-A"] == "a b")
        #expect(response.fields["X-B"] == "caf\u{E9}")
    }

    @Test func `a refused expectation is the answer, and the request is not sent without it`() async throws {
        let peer = try DeafServer()
        peer.answerFirstBytes("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: peer.authority, path: "/", fields: [.expect: "100-continue"],
            body: .text("held back"))

        let response = try await CurlTransport().send(request, TransportOptions())

        #expect(response.status.code == 417)
    }
}
