import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct AnswerTests {
    @Test(arguments: [200, 201, 299, 300, 400, 404, 418, 500, 503, 599, 999])
    func `any status is an answer`(code: Int) async throws {
        let bench = try Bench(.text("words", status: HTTPStatus(code)))

        let response = try await bench.send()

        #expect(response.status.code == code)
        #expect(response.data == Data("words".utf8))
    }

    @Test(
        arguments: [301, 302, 303, 307, 308],
        ["/next%2Fone", "https://elsewhere.invalid/?a=b", "relative", "//host/x", "?q=1"])
    func `a redirect is the answer, its location as it came`(code: Int, location: String) async throws {
        let bench = try Bench(.text("moved", status: HTTPStatus(code), fields: [.location: location]))

        let response = try await bench.send(.post, "/a", body: .text("body"))

        #expect(response.status.code == code)
        #expect(response.fields[.location] == location)
        #expect(response.data == Data("moved".utf8))
        #expect(bench.server.requestCount == 1)
    }

    @Test func `a redirect without a location is the answer itself`() async throws {
        let bench = try Bench(.status(302, fields: ["X-Why": "none"]))

        let response = try await bench.send()

        #expect(response.status == .found)
        #expect(response.fields["X-Why"] == "none")
    }

    @Test(arguments: [
        "Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"n\", qop=\"auth\"", "Negotiate", "", "Basic",
        "Basic realm=",
        "Bearer error=\"invalid_token\", Basic realm=\"x\"",
    ])
    func `a 401 is an answer like any other, whatever it challenges with`(challenge: String) async throws {
        let bench = try Bench(.text("who?", status: .unauthorized, fields: [.wwwAuthenticate: challenge]))

        for _ in 0..<2 {
            let response = try await bench.send(.post, body: .text("x"))
            #expect(response.status == .unauthorized)
            #expect(response.fields[.wwwAuthenticate] == challenge)
            #expect(response.data == Data("who?".utf8))
        }
        #expect(bench.server.requestCount == 2)
    }

    @Test(arguments: Bench.deliveries)
    func `interim answers are skipped`(delivery: TransportOptions.Delivery) async throws {
        let bench = try Bench(
            .raw(
                """
                HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\
                HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello
                """))

        let response = try await bench.send(TransportOptions(delivery: delivery))

        #expect(response.status == .ok)
        #expect(response.fields["Link"] == nil)
        #expect(try await response.bytes(limit: 5) == Data("hello".utf8))
    }

    @Test func `HEAD, 204 and 304 have no body, and what they say of one stays`() async throws {
        let encoded: HTTPFields = [.contentEncoding: "gzip", .contentLength: "5000"]
        let head = try await Bench(.status(200, fields: encoded)).send(.head)
        let notModified = try await Bench(
            .raw("HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\nContent-Length: 5000\r\n\r\n")
        )
        .send()
        let noContent = try await Bench(.raw("HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n")).send()

        #expect(head.data?.isEmpty == true && head.fields[.contentLength] == "5000")
        #expect(head.fields[.contentEncoding] == "gzip")
        #expect(notModified.data?.isEmpty == true && notModified.fields[.contentLength] == "5000")
        #expect(noContent.data?.isEmpty == true && noContent.fields[.contentEncoding] == "gzip")
    }

    @Test func `repeated field lines stay several, in order`() async throws {
        let fields: HTTPFields = [
            "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "Set-Cookie": "b=2; Path=/", "X-Tag": "one",
            "X-Tag": "two",
        ]

        let response = try await Bench(.status(200, fields: fields)).send()

        #expect(response.fields.values(of: .setCookie) == fields.values(of: .setCookie))
        #expect(response.fields.values(of: "X-Tag") == ["one", "two"])
        #expect(response.fields.map(\.name.rawName).prefix(4) == ["Set-Cookie", "Set-Cookie", "X-Tag", "X-Tag"])
    }

    @Test func `white space around a value goes, and an empty value stays`() async throws {
        let response = try await Bench(.raw("HTTP/1.1 200 OK\r\nX-A: \t a b \t\r\nX-E:\r\nContent-Length: 0\r\n\r\n"))
            .send()

        #expect(response.fields["X-A"] == "a b")
        #expect(response.fields["X-E"] == "")
    }

    @Test func `a body without a length ends with the connection`() async throws {
        let response = try await Bench(.raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello").closing()).send()

        #expect(response.data == Data("hello".utf8))
    }

    @Test func `chunks are joined, and extensions of their sizes are nothing`() async throws {
        let raw = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"

        let response = try await Bench(.raw(raw).dripping(3, every: .milliseconds(1))).send()

        #expect(response.data == Data("hello".utf8))
    }

    @Test func `trailers are skipped`() async throws {
        let response = try await Bench(.chunked([Data("hello".utf8)], trailers: ["X-T": "1"])).send()

        #expect(response.data == Data("hello".utf8))
        #expect(response.fields["X-T"] == nil)
    }

    @Test func `a folded line is one value, and bytes that are no UTF-8 are read as ISO 8859-1`() async throws {
        let head = Data("HTTP/1.1 200 OK\r\nX-A: a\r\n\t b\r\nX-B: caf".utf8) + [0xE9]

        let response = try await Bench(.raw(head + Data("\r\nContent-Length: 0\r\n\r\n".utf8))).send()

        #expect(response.fields["X-A"] == "a b")
        #expect(response.fields["X-B"] == "caf\u{E9}")
    }

    @Test func `bytes after a 204 are no part of the next answer`() async throws {
        let bench = try Bench { request in
            request.path == "/first"
                ? .raw("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nX-Forged: 1\r\n\r\n") : .text("own")
        }

        let first = try await bench.send(.get, "/first")
        let second = try await bench.send(.get, "/second")

        #expect(first.status == .noContent && first.data?.isEmpty == true)
        #expect(second.data == Data("own".utf8) && second.fields["X-Forged"] == nil)
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

    @Test func `an answer that comes before the request has ended is the answer`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        let early = try DeafServer()
        early.answerFirstBytes("HTTP/1.1 413 Content Too Large\r\nContent-Length: 4\r\n\r\nmuch")
        continuation.yield(Data("begun".utf8))

        let response = try await CurlTransport().send(
            HTTPRequest(
                method: .post, scheme: "http", authority: early.authority, path: "/", body: .stream(once: stream)),
            TransportOptions())

        #expect(response.status.code == 413)
        #expect(response.data == Data("much".utf8))
    }
}
