import Foundation
import Portico
import PorticoTesting
import Testing

/// A URL that the caller gives goes out as it is, and nothing of another origin goes with it.
@Suite struct WholeURLTests {
    private typealias Call = Request<Void, ErrorBody>

    private let client = Client(
        base: "https://api.example/v1?tenant=7", fields: ["Authorization": "secret", "X-App": "shop"],
        query: [QueryItem(name: "lang", value: "de")]
    ).withOptions(CallOptions(fields: ["X-Key": "secret"]))

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    static let presigned = [
        "https://bucket.example/a%20b/c+d;e%2Ff?X-Signature=ab%2Bcd%3D&b=c%20d+e&f",
        "https://bucket.example/a?", "https://bucket.example/?a=&=&&b", "http://127.0.0.1:8080/x//y/../z?a=1",
        "https://bucket.example/%7Euser/%e2%82%ac?q=%e2%82%ac", "https://bucket.example",
    ]

    @Test(arguments: presigned)
    func `an escaped URL goes out byte for byte`(text: String) throws {
        let request = try client.httpRequest(for: Call.get(url: url(text)))
        let expected = text == "https://bucket.example" ? "https://bucket.example/" : text
        #expect(request.urlText == expected)
        #expect(request.fields.map(\.name.rawName) == ["Accept"])
    }

    @Test func `a fragment stays at home`() throws {
        #expect(
            client.line(of: Call.get(url: try url("https://bucket.example/a?b#c"))) == "GET https://bucket.example/a?b")
    }

    @Test(arguments: [
        "https://api.example/other", "https://API.EXAMPLE:443/other", "HTTPS://api.example/other?a=b",
    ])
    func `the environment's fields go along to its own origin, and its query nowhere`(text: String) throws {
        let request = try client.httpRequest(for: Call.get(url: url(text)))
        #expect(
            request.fields.map { "\($0.name): \($0.value)" }
                == ["X-Key: secret", "Authorization: secret", "X-App: shop", "Accept: */*"])
        #expect(request.path == (text.hasSuffix("a=b") ? "/other?a=b" : "/other"))
    }

    @Test(arguments: [
        "http://api.example/other", "https://api.example:8443/other", "https://api.example.evil/other",
        "https://evil.example/api.example", "https://xapi.example/", "https://127.0.0.1/",
    ])
    func `nothing of the environment and the client goes to another origin`(text: String) throws {
        #expect(client.fields(of: Call.get(url: try url(text))) == "Accept: */*")
    }

    @Test func `what the call itself says goes anywhere`() throws {
        var request = Call.put(
            url: try url("https://bucket.example/a"), fields: ["X-Own": 1], body: .bytes(Data("x".utf8)))
        request.options.fields = ["X-Call": "2"]
        #expect(
            client.text(of: request) == """
                PUT https://bucket.example/a
                X-Own: 1
                X-Call: 2
                Accept: */*
                Content-Type: application/octet-stream

                x
                """)
    }

    @Test(arguments: ["ftp://h/x", "file:///etc/passwd", "data:text/plain,x", "mailto:a@b.example", "/x", "x?y"])
    func `a URL that is not one of HTTP is an error`(text: String) throws {
        let line = client.line(of: Call.get(url: try url(text)))
        #expect(line.hasPrefix("!URL: "), "\(line)")
    }

    @Test func `user information in a URL is refused`() throws {
        let line = client.line(of: Call.get(url: try url("https://user:secret@h/x")))
        #expect(line.hasPrefix("!URL: the authority") && !line.contains("secret"))
    }
}
