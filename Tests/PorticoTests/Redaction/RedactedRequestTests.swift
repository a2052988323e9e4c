import Foundation
import Portico
import Testing

@Suite struct RedactedRequestTests {
    static func request(
        _ method: HTTPMethod = .post, _ path: String = "/x", _ fields: HTTPFields = [:], _ body: HTTPBody = .none
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: "h", path: path, fields: fields, body: body)
    }

    @Test func `a request is described with its fields and its body, and without its secrets`() {
        let body = HTTPBody.bytes(Data(#"{"user":"ann","password":"x"}"#.utf8), mediaType: .json)
        let request = Self.request(.post, "/x?token=1", ["Authorization": "Bearer x", "Accept": "*/*"], body)

        #expect(
            RedactedRequest(request).description == """
                POST https://h/x?token=<redacted>
                Authorization: <redacted>
                Accept: */*
                Content-Type: application/json

                {"user":"ann","password":"<redacted>"}
                """)
    }

    @Test func `a request without a body ends with its fields`() {
        #expect(RedactedRequest(Self.request(.get, "/x")).description == "GET https://h/x")
        #expect(RedactedRequest(Self.request(.get, "/x")).body == nil)
    }

    @Test func `the content type that goes out says how the body is read`() {
        let body = HTTPBody.bytes(Data("password=x".utf8), mediaType: .json)
        let request = Self.request(.post, "/x", ["Content-Type": "application/x-www-form-urlencoded"], body)
        #expect(RedactedRequest(request).body == "password=<redacted>")
    }

    @Test func `files, streams and forms are described`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "redacted-\(UUID()).txt")
        try Data("12345".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let form = Multipart([
            .text("Sunset", name: "title"), .text("x", name: "Password"),
            .file(file, name: "photo", filename: "a.jpg", mediaType: MediaType("image/jpeg")),
            .bytes(Data([0, 1]), name: "raw"),
            .bytes(Data(#"{"token":"x"}"#.utf8), name: "meta", mediaType: .json),
        ])

        #expect(RedactedRequest(Self.request(.put, "/x", [:], .file(file))).body == "<file \(file.path), 5 bytes>")
        let missing = URL(fileURLWithPath: "/nowhere/x")
        #expect(RedactedRequest(Self.request(.put, "/x", [:], .file(missing))).body == "<file /nowhere/x, not there>")
        let stream = HTTPBody.stream(once: AsyncStream<Data> { $0.finish() }, length: 7)
        #expect(RedactedRequest(Self.request(.put, "/x", [:], stream)).body == "<stream of 7 bytes>")
        #expect(
            RedactedRequest(Self.request(.put, "/x", [:], .multipart(form))).body == """
                title: Sunset
                Password: <redacted>
                photo (file name a.jpg, image/jpeg): <file \(file.path), 5 bytes>
                raw (application/octet-stream): <2 bytes of application/octet-stream left out>
                meta (application/json): {"token":"<redacted>"}
                """)
    }

    @Test func `describing a stream that exists once does not consume it`() async throws {
        let (stream, source) = AsyncStream<Data>.makeStream()
        source.yield(Data("abc".utf8))
        source.finish()
        let request = Self.request(.put, "/x", [:], .stream(once: stream))

        _ = RedactedRequest(request).description
        _ = RedactedRequest(request).curlCommand
        _ = request.curlCommandWithSecrets

        #expect(try await request.body.chunks().collected(limit: 10) == Data("abc".utf8))
    }

    @Test(arguments: ["user[password]", "user.token", "api_key"])
    func `a part is hidden by any part of its name`(name: String) {
        let form = Multipart([.text("s3cret", name: name)])
        let request = HTTPRequest(method: .post, scheme: "https", authority: "h", path: "/", body: .multipart(form))
        #expect(RedactedRequest(request).body == "\(name): <redacted>")
    }
}
