@testable import Portico
import Testing

@Suite struct RedirectTargetTests {
    private func target(_ location: String, at url: String) throws -> RedirectTarget {
        let parts = try #require(URLText(url))
        let request = HTTPRequest(scheme: parts.scheme, authority: parts.authority, path: parts.target)
        return try RedirectTarget(location, at: request)
    }

    @Test(arguments: [
        ("https://other.example/a%2Fb?x=%20y+z", "https://other.example/a%2Fb?x=%20y+z"),
        ("/next", "https://h/next"), ("next?x=1", "https://h/a/next?x=1"), ("?x=1", "https://h/a/b?x=1"),
        ("//other:8443/x", "https://other:8443/x"), ("https://other", "https://other/"),
        ("https://other?x", "https://other/?x"), ("../..", "https://h/"),
        ("/a;b=1/c:d@e!$&'()*,=~", "https://h/a;b=1/c:d@e!$&'()*,=~"),
        ("/%e2%82%ac?%E2", "https://h/%e2%82%ac?%E2"), ("https://other:/x", "https://other/x"),
        ("https://[::1]:8443/x", "https://[::1]:8443/x"), ("/x#part", "https://h/x"), ("/x#a b", "https://h/x"),
    ])
    func `a place is taken byte for byte, its fragment left out`(location: String, expected: String) throws {
        #expect(try target(location, at: "https://h/a/b?q=1").urlText == expected)
    }

    @Test(arguments: [
        ("/a b", "/a%20b"), ("/caf\u{E9}", "/caf%C3%A9"), ("/a?x={y}|z", "/a?x=%7By%7D%7Cz"),
        ("/a[0]?b[1]", "/a%5B0%5D?b%5B1%5D"),
        ("/100%", "/100%25"), ("/%4", "/%254"), ("/%zz", "/%25zz"), ("/%25", "/%25"),
        ("/\"<>^`\\", "/%22%3C%3E%5E%60%5C"),
        ("\\\\evil.example/x", "/a/%5C%5Cevil.example/x"), ("/\\evil.example", "/%5Cevil.example"),
    ])
    func `what no URL can hold is escaped once, and what is an escape is not`(location: String, path: String) throws {
        let target = try target(location, at: "https://h/a/b")

        #expect(target.path == path)
        #expect(target.authority == "h")
    }

    @Test(arguments: [
        ("ftp://h/x", "ftp"), ("file:///etc/passwd", "file"), ("javascript:alert(1)", "javascript"),
        ("data:,x", "data"),
        ("mailto:a@b", "mailto"), ("FTP:x", "ftp"), ("h:443/x", "h"),
    ])
    func `another scheme is named`(location: String, scheme: String) {
        #expect(throws: RedirectError.Reason.unsupportedScheme(scheme)) { try target(location, at: "https://h/a") }
    }

    @Test(arguments: [
        ("http:g", "it names no host"), ("http://", "it names no host"), ("https:///x", "it names no host"),
        ("//user:secret@h/x", "it holds a user's name or password"), ("https://h:99999/", "its host or port is none"),
        ("https://h:x/", "its host or port is none"), ("https://a b/", "its host or port is none"),
        ("https://m\u{FC}ller.example/", "its host or port is none"), ("https://[::1/", "its host or port is none"),
        ("/a\u{0}b", "it holds a control character"), ("/a\r\nX: y", "it holds a control character"),
        ("/a\tb", "it holds a control character"),
        (String(repeating: "a", count: 65537), "it is longer than 65536 bytes"),
    ])
    func `a place that is none is refused with the reason`(location: String, problem: String) {
        #expect(throws: RedirectError.Reason.invalidLocation(problem)) { try target(location, at: "https://h/a") }
    }

    @Test func `a relative place does not grow with each hop`() {
        let base = "https://h/" + String(repeating: "a", count: 40_000) + "/"
        let location = String(repeating: "b", count: 40_000) + "/"

        #expect(throws: RedirectError.Reason.invalidLocation("what it means is longer than 65536 bytes")) {
            try target(location, at: base)
        }
    }

    @Test(arguments: [
        ("https://h", "https://H:443", true), ("http://h", "https://h", true), ("http://h:80", "https://h:443", true),
        ("http://[::1]", "https://[::1]", true), ("https://h", "http://h", false),
        ("https://h", "https://h:8443", false),
        ("http://h:8080", "https://h:8080", false), ("http://h:8080", "https://h", false),
        ("http://h", "https://h:8443", false),
        ("http://h:443", "https://h", false), ("http://h", "https://h:80", false),
        ("https://h", "https://h.evil", false),
        ("https://h", "https://sub.h", false), ("https://h", "https://h.", false),
    ])
    func `what an origin has goes to itself, and to https on the same host`(from: String, to: String, expected: Bool)
        throws
    {
        let (from, to) = (try #require(URLText(from)), try #require(URLText(to)))

        let origin = Origin(scheme: from.scheme, authority: from.authority)
        #expect(origin.admits(Origin(scheme: to.scheme, authority: to.authority)) == expected)
    }
}
