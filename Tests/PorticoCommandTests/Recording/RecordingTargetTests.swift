import Foundation
import Portico
import Testing

@testable import PorticoCommand

@Suite struct RecordingTargetTests {
    @Test(arguments: [
        ("http://h:1/v1", "/users?a=b", "http://h:1/v1/users?a=b"), ("http://h:1/v1/", "/", "http://h:1/v1/"),
        ("https://h", "/a%2Fb", "https://h/a%2Fb"),
    ])
    func `a request keeps its path, behind the target's`(_ target: String, _ path: String, _ url: String) throws {
        let target = try #require(RecordingTarget(target))

        #expect(target.request(.get, path, fields: [:], body: Data())?.urlText == url)
    }

    @Test func `fields of the connection stay where they are`() throws {
        let target = try #require(RecordingTarget("http://h"))
        let fields: HTTPFields = [
            "Host": "me", "Connection": "close, X-Mine", "X-Mine": "1", "Content-Length": "2", "Expect": "100-continue",
            "Accept-Encoding": "br", "Accept": "x", "Content-Type": "a/b",
        ]

        let request = target.request(.post, "/", fields: fields, body: Data([1, 2]))

        #expect(request?.fields == ["Accept": "x", "Content-Type": "a/b"])
        #expect(request?.body.data == Data([1, 2]))
    }

    @Test(arguments: [
        ("http://h:1/v1/users", "http://me/users"), ("/v1/users?a=b", "/users?a=b"), ("http://h:1/v1", "http://me/"),
        ("/other", "http://h:1/other"), ("http://h:1/v12", "http://h:1/v12"), ("http://h:12/v1/x", "http://h:12/v1/x"),
        ("https://h:1/v1/users", "https://h:1/v1/users"), ("//h:1/v1", "//h:1/v1"), ("users", "users"),
    ])
    func `a redirect within the target leads to the proxy`(_ location: String, _ expected: String) throws {
        let target = try #require(RecordingTarget("http://h:1/v1"))

        let answer = target.answer(HTTPResponse(status: 302, fields: ["Location": location]), own: "http://me")

        #expect(answer.fields[.location] == expected)
    }

    @Test func `a cookie is the proxy's, over http too`() throws {
        let target = try #require(RecordingTarget("https://h"))
        let cookie = "a=b; Domain=h; Secure; Path=/; HttpOnly"

        let answer = target.answer(HTTPResponse(status: 200, fields: ["Set-Cookie": cookie]), own: "http://me")

        #expect(answer.fields[.setCookie] == "a=b; Path=/; HttpOnly")
    }

    @Test(arguments: ["h", "ftp://h", "http://", "http://u:p@h", "http://h h", "http://h/a?key=1"])
    func `what is no server's URL is none`(_ text: String) {
        #expect(RecordingTarget(text) == nil)
    }
}
