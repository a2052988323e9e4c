import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct RequestOnTheWireTests {
    private func sent(
        _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:], body: HTTPBody = .none
    ) async throws -> ReceivedRequest {
        let bench = try Bench()
        _ = try await bench.send(method, path, fields: fields, body: body)
        return try #require(await bench.server.request(1))
    }

    @Test(arguments: [
        "/a%2Fb", "/5%2F7?x=%2f&y=a%2Bb", "/a//b/", "/a;b=c,d:e@f!$&'()*", "/?", "/?a?b/c", "/%41%7e~",
        "/x?sig=a%2Fb%3D%3D&e=",
        "/%F0%9F%98%80", "/?q=a+b%20c", "/...", "/a/..b/.c", "/a/../b/./c/.", "/a|b\"[x]", "/%zz?a[]=1", "//x", "/a\\b",
    ])
    func `a target goes out byte for byte`(path: String) async throws {
        let request = try await sent(path: path)

        #expect(request.target == path)
    }

    private func sent(path: String) async throws -> ReceivedRequest { try await sent(.get, path) }

    @Test func `a request says nothing that it was not told to say`() async throws {
        let request = try await sent(.get, "/x", fields: ["X-Own": "1"])

        let names = request.fields.map(\.name.rawName).sorted()
        #expect(names == ["Accept-Encoding", "Host", "X-Own"])
    }

    @Test(
        arguments: [
            (HTTPMethod.get, nil), (.head, nil), (.delete, nil), (.options, nil), (.post, "0"), (.put, "0"),
            (.patch, "0"),
        ] as [(HTTPMethod, String?)])
    func `without a body only POST, PUT and PATCH say so`(method: HTTPMethod, length: String?) async throws {
        let request = try await sent(method)

        #expect(request.fields[.contentLength] == length)
        #expect(request.fields[.contentType] == nil)
        #expect(request.fields[.transferEncoding] == nil)
        #expect(request.method == method)
    }

    static let kinds: [(String, HTTPBody, String?)] = [
        ("bytes", .bytes(Data("hello".utf8)), "application/octet-stream"),
        ("untyped bytes", .bytes(Data("hello".utf8), mediaType: nil), nil),
        ("text", .text("hello"), "text/plain; charset=utf-8"),
        ("stream of known length", .stream(length: 5) { Self.chunks }, "application/octet-stream"),
        ("stream of unknown length", .stream { Self.chunks }, "application/octet-stream"),
    ]
    static var chunks: HTTPChunks {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        for piece in ["he", "", "llo"] { continuation.yield(Data(piece.utf8)) }
        continuation.finish()
        return HTTPChunks(stream)
    }

    @Test(arguments: kinds.indices, [HTTPMethod.post, .put, .delete, .query, .get, .head])
    func `a body goes out whole, with its length and media type`(kind: Int, method: HTTPMethod) async throws {
        let (name, body, type) = Self.kinds[kind]

        let request = try await sent(method, body: body)

        #expect(request.text == "hello", "\(name)")
        let isCounted = body.length != nil
        #expect(request.fields.values(of: .contentLength) == (isCounted ? ["5"] : []), "\(name)")
        #expect(request.fields[.transferEncoding] == (isCounted ? nil : "chunked"), "\(name)")
        #expect(request.fields[.contentType] == type, "\(name)")
    }

    @Test func `the caller's media type wins, and one goes out`() async throws {
        let request = try await sent(.post, fields: ["content-type": "text/csv"], body: .text("a,b"))

        #expect(request.fields.values(of: .contentType) == ["text/csv"])
    }

    @Test func `a body of no bytes has a length of 0 and its media type`() async throws {
        let request = try await sent(.put, body: .bytes(Data(), mediaType: .json))

        #expect(request.fields[.contentLength] == "0")
        #expect(request.fields[.contentType] == "application/json")
    }

    @Test func `a form goes out with the boundary that its media type names`() async throws {
        var form = Multipart()
        form.append(.text("Sunset", name: "title"))

        let request = try await sent(.post, body: .multipart(form))

        #expect(request.fields[.contentType] == "multipart/form-data; boundary=\(form.boundary)")
        #expect(request.text.hasPrefix("--\(form.boundary)\r\n") && request.text.hasSuffix("--\(form.boundary)--\r\n"))
        #expect(request.fields[.contentLength] == "\(request.body.count)")
    }

    @Test func `an encoding is asked for exactly where the transport undoes it`() async throws {
        let plain = try await sent()
        let ranged = try await sent(fields: [.range: "bytes=0-1"])
        let own = try await sent(fields: [.acceptEncoding: "br;q=0.5"])

        #expect(
            plain.fields[.acceptEncoding] == CurlTransport().capabilities.contentEncodings.joined(separator: ", ")
        )
        #expect(ranged.fields[.acceptEncoding] == "identity")
        #expect(own.fields[.acceptEncoding] == "br;q=0.5")
    }

    private func sent(fields: HTTPFields) async throws -> ReceivedRequest { try await sent(.get, fields: fields) }

    @Test func `fields keep their bytes, and the caller's stand in for Foundation's own`() async throws {
        let fields: HTTPFields = [
            "User-Agent": "Portico/1", "Accept": "a/b", "Accept-Language": "de", "X-Empty": "", "X-UTF8": "café",
            "X-List": "a",
            "x-list": "b", "Cookie": "a=1",
        ]

        let request = try await sent(fields: fields)

        for name in ["User-Agent", "Accept", "Accept-Language", "X-Empty", "X-UTF8", "Cookie"] as [HTTPField.Name] {
            #expect(request.fields.values(of: name) == fields.values(of: name))
        }
        #expect(request.fields.values(of: "X-List") == ["a", "b"])
    }

    @Test func `a method of the caller's own goes out as it is written`() async throws {
        let request = try await sent(try #require(HTTPMethod(rawValue: "Purge")), "/x")

        #expect(String(decoding: request.rawHead, as: UTF8.self).hasPrefix("Purge /x HTTP/1.1\r\n"))
    }

    @Test func `what was set on one request is not sent with the next`() async throws {
        let bench = try Bench(
            .status(200, fields: ["Set-Cookie": "a=1; Path=/", "ETag": "\"1\"", "Cache-Control": "max-age=60"]))

        for _ in 0..<2 { _ = try await bench.send(fields: ["Authorization": "Basic eDp5"]) }
        _ = try await bench.send()

        let second = try #require(await bench.server.request(2))
        let third = try #require(await bench.server.request(3))
        #expect(second.fields[.cookie] == nil && second.fields[.ifNoneMatch] == nil)
        #expect(third.fields[.authorization] == nil && third.fields[.cookie] == nil)
    }
}
