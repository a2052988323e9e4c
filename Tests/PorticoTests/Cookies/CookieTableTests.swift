import Foundation
@testable import Portico
import Testing

private let start = Date(timeIntervalSince1970: 1_700_000_000)

/// A table, and what a test does with it, by URLs.
private struct Bench {
    var table = CookieTable(isPublicSuffix: CookieJar.isOneLabel)
    var now = start

    private func host(_ url: String) throws -> CookieHost {
        let parts = try #require(URLText(url))
        return try #require(CookieHost(scheme: parts.scheme, authority: parts.authority, path: parts.target))
    }

    mutating func set(_ line: String, at url: String) throws { _ = try table.set(line, by: host(url), at: now) }

    mutating func sent(to url: String) throws -> String {
        try table.cookies(for: host(url), at: now).map(\.pair).joined(separator: "; ")
    }

    var names: [String] { table.cookies(at: now).map(\.name) }
}

@Suite struct CookieDomainTests {
    @Test(arguments: [
        ("", "https://example.com/", true), ("", "https://EXAMPLE.com:8443/", true),
        ("", "https://www.example.com/", false),
        ("; Domain=example.com", "https://example.com/", true),
        ("; Domain=example.com", "https://a.b.example.com/", true),
        ("; Domain=.example.com", "https://www.example.com/", true),
        ("; Domain=EXAMPLE.COM", "https://www.example.com/", true),
        ("; Domain=example.com", "https://notexample.com/", false), ("; Domain=example.com", "https://com/", false),
        ("; Domain=example.com", "https://example.com.evil.example/", false),
        ("; Domain=", "https://www.example.com/", false),
    ])
    func `a cookie of example.com goes to`(attributes: String, url: String, isSent: Bool) throws {
        var bench = Bench()
        try bench.set("a=1\(attributes)", at: "https://example.com/")

        #expect(try bench.sent(to: url) == (isSent ? "a=1" : ""))
    }

    @Test(arguments: [
        ("https://www.example.com/", "example.org", CookieRefusal.foreignDomain),
        ("https://example.com/", "www.example.com", .foreignDomain),
        ("https://example.com/", "ample.com", .foreignDomain),
        ("https://example.com/", "com", .publicSuffix), ("https://example.com/", "example.com.", .foreignDomain),
        ("https://example.com/", "ex\u{E4}mple.com", .foreignDomain), ("https://127.0.0.1/", "0.0.1", .foreignDomain),
        ("https://[::1]/", "1]", .foreignDomain),
        ("https://1.0x7f/", "0x7f", .foreignDomain), ("https://a.localhost/", "localhost", .publicSuffix),
        ("https://example.com./", "com.", .publicSuffix), ("https://a.localhost./", "localhost.", .publicSuffix),
    ])
    func `a domain that is not the host's own is refused`(url: String, domain: String, refusal: CookieRefusal) {
        var bench = Bench()

        #expect(throws: refusal) { try bench.set("a=1; Domain=\(domain)", at: url) }
        #expect(bench.names.isEmpty)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/", "127.0.0.1"), ("http://[::1]:1/", "[::1]"), ("http://localhost/", "localhost"),
    ])
    func `an address and a name of one label keep a cookie of their own, for themselves`(url: String, domain: String)
        throws
    {
        var bench = Bench()
        try bench.set("a=1; Domain=\(domain)", at: url)

        #expect(try bench.sent(to: url) == "a=1")
        #expect(bench.table.cookies(at: start).map(\.isHostOnly) == [true])
    }

    @Test func `what is a public suffix can be told`() throws {
        var bench = Bench(table: CookieTable { $0 == "co.example" || CookieJar.isOneLabel($0) })

        #expect(throws: CookieRefusal.publicSuffix) {
            try bench.set("a=1; Domain=co.example", at: "https://x.co.example/")
        }
        try bench.set("b=1; Domain=x.co.example", at: "https://x.co.example/")
        try bench.set("c=1; Domain=co.example", at: "https://co.example/")
        #expect(try bench.sent(to: "https://y.x.co.example/") == "b=1")
        #expect(try bench.sent(to: "https://co.example/") == "c=1")
    }

    @Test func `a host longer than any name has no cookies`() {
        #expect(CookieHost(scheme: "https", authority: String(repeating: "a.", count: 127), path: "/") == nil)
        #expect(CookieHost(scheme: "https", authority: String(repeating: "a.", count: 40000), path: "/") == nil)
    }
}

@Suite struct CookiePathTests {
    @Test(arguments: [
        ("/", "/"), ("/a", "/"), ("/a/", "/a"), ("/a/b", "/a"), ("/a/b/c?x=/d/e", "/a/b"), ("//a", "/"), ("*", "/"),
    ])
    func `the path of a cookie that names none`(target: String, path: String) {
        #expect(CookieHost(scheme: "https", authority: "h", path: target)?.defaultPath == path)
    }

    @Test(arguments: [
        ("/", "/", true), ("/", "/a/b", true), ("/a", "/a", true), ("/a", "/a?x", true), ("/a", "/a/", true),
        ("/a", "/a/b", true),
        ("/a", "/ab", false), ("/a", "/", false), ("/a", "/A", false), ("/a/", "/a", false), ("/a/", "/a/b", true),
        ("/a%2Fb", "/a%2Fb", true), ("/a%2Fb", "/a/b", false), ("/a", "/a%2Fb", false),
    ])
    func `a path is matched segment by segment, byte for byte`(path: String, target: String, isSent: Bool) throws {
        var bench = Bench()
        try bench.set("a=1; Path=\(path)", at: "https://example.com/")

        #expect(try bench.sent(to: "https://example.com\(target)") == (isSent ? "a=1" : ""))
    }
}

@Suite struct CookieSecurityTests {
    @Test(arguments: [
        ("https://example.com/", true), ("http://example.com/", false), ("http://127.0.0.1:1/", true),
        ("http://localhost/", true),
        ("http://[::1]/", true),
    ])
    func `a secure cookie is set and sent over https, and over http to this machine`(url: String, isKept: Bool) throws {
        var bench = Bench()

        if isKept {
            try bench.set("a=1; Secure", at: url)
        } else {
            #expect(throws: CookieRefusal.secureFromPlainHTTP) { try bench.set("a=1; Secure", at: url) }
            try bench.set("a=1; Secure", at: "https://example.com/")
        }
        #expect(try bench.sent(to: url) == (isKept ? "a=1" : ""))
    }

    @Test(arguments: [
        ("http://example.com/", "a=2", false), ("http://www.example.com/", "a=2; Domain=example.com", false),
        ("http://example.com/", "a=2; Path=/x", false), ("http://example.com/", "b=2", true),
        ("https://example.com/", "a=2", true), ("http://other.example/", "a=2", true),
    ])
    func `a secure cookie is not replaced or hidden by one from plain http`(url: String, line: String, isKept: Bool)
        throws
    {
        var bench = Bench()
        try bench.set("a=1; Secure; Domain=example.com", at: "https://example.com/")

        if isKept {
            try bench.set(line, at: url)
        } else {
            #expect(throws: CookieRefusal.secureCookieShadowed) { try bench.set(line, at: url) }
        }
    }

    @Test(arguments: [
        ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__secure-a=1", false),
        ("__Host-a=1; Secure; Path=/", true),
        ("__Host-a=1; Secure", false), ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure; Path=/x", false),
        ("__Host-a=1; Secure; Path=/; Domain=example.com", false), ("__HOST-a=1; Secure", false), ("__Host-=1", false),
        ("=__Host-a=1; Secure; Path=/", false), ("__Secure-a", false), ("__Hosta=1", true),
    ])
    func `a prefix holds what it promises`(line: String, isKept: Bool) throws {
        var bench = Bench()

        if isKept {
            try bench.set(line, at: "https://example.com/")
        } else {
            #expect(throws: CookieRefusal.prefixNotKept) { try bench.set(line, at: "https://example.com/") }
        }
    }

    @Test func `SameSite None needs Secure, and no value decides what is sent`() throws {
        var bench = Bench()

        #expect(throws: CookieRefusal.sameSiteNoneWithoutSecure) {
            try bench.set("a=1; SameSite=None", at: "https://example.com/")
        }
        try bench.set("a=1; SameSite=None; Secure", at: "https://example.com/")
        try bench.set("b=1; SameSite=Strict; HttpOnly", at: "https://example.com/")
        #expect(try bench.sent(to: "https://example.com/") == "a=1; b=1")
        #expect(bench.table.cookies(at: start).map(\.isHTTPOnly) == [false, true])
    }
}

@Suite struct CookieLifeTests {
    @Test(arguments: [
        ("Max-Age=10", 10.0), ("Expires=Tue, 14 Nov 2023 22:13:30 GMT", 10),
        ("Max-Age=10; Expires=Sun, 06 Nov 1994 08:49:37 GMT", 10),
        ("Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=10", 10), ("Max-Age=99999999999999999999", 34_560_000),
        ("Expires=Fri, 31 Dec 9999 23:59:59 GMT", 34_560_000),
    ])
    func `a cookie lives as long as it says, and at most 400 days`(attribute: String, seconds: Double) throws {
        var bench = Bench()
        try bench.set("a=1; \(attribute)", at: "https://h.example/")

        bench.now = start.addingTimeInterval(seconds - 1)
        #expect(try bench.sent(to: "https://h.example/") == "a=1")
        bench.now = start.addingTimeInterval(seconds)
        #expect(try bench.sent(to: "https://h.example/") == "")
        #expect(bench.names.isEmpty)
    }

    @Test(arguments: [
        "Max-Age=0", "Max-Age=-5", "Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Expires=Tue, 14 Nov 2023 22:13:20 GMT",
    ])
    func `one that has ended already takes the one before it away`(attribute: String) throws {
        var bench = Bench()
        try bench.set("a=1", at: "https://h.example/")
        try bench.set("a=1; Path=/x", at: "https://h.example/")

        try bench.set("a=; \(attribute)", at: "https://h.example/")

        #expect(bench.table.cookies(at: start).map(\.path) == ["/x"])
        #expect(bench.table.count == 1)
    }

    @Test func `a date that is none leaves a cookie of the session`() throws {
        var bench = Bench()
        try bench.set("a=1; Expires=soon", at: "https://h.example/")

        bench.now = start.addingTimeInterval(1e9)
        #expect(try bench.sent(to: "https://h.example/") == "a=1")
    }
}

@Suite struct CookieOrderTests {
    @Test func `longer paths first, then older cookies, and one that is set again keeps its place`() throws {
        var bench = Bench()
        for line in ["a=1; Path=/", "b=1; Path=/x/y", "c=1; Path=/", "d=1; Path=/x", "e=1; Path=/x/y", "a=2; Path=/"] {
            try bench.set(line, at: "https://h.example/")
        }

        #expect(try bench.sent(to: "https://h.example/x/y") == "b=1; e=1; d=1; a=2; c=1")
    }

    @Test func `name, domain, host and path together are a cookie`() throws {
        var bench = Bench()
        for line in ["a=1", "a=2; Domain=h.example", "a=3; Path=/x", "A=4", "a=5", "=6", "7"] {
            try bench.set(line, at: "https://h.example/")
        }

        #expect(try bench.sent(to: "https://h.example/x") == "a=3; a=5; a=2; A=4; 7")
        #expect(bench.table.count == 5)
    }
}

@Suite struct CookieLimitTests {
    @Test func `64 of a domain, the one that was not used for the longest time goes first`() throws {
        var bench = Bench()
        for number in 1...64 { try bench.set("c\(number)=1; Path=/\(number)", at: "https://h.example/") }
        #expect(try bench.sent(to: "https://h.example/1") == "c1=1")

        try bench.set("new=1", at: "https://h.example/")

        #expect(bench.table.count == 64)
        #expect(!bench.names.contains("c2"))
        #expect(bench.names.contains("c1") && bench.names.contains("new"))
    }

    @Test func `expired ones go before all, and secure ones last`() throws {
        var bench = Bench()
        try bench.set("short=1; Max-Age=1", at: "https://h.example/")
        try bench.set("safe=1; Secure", at: "https://h.example/")
        for number in 1...62 { try bench.set("c\(number)=1", at: "https://h.example/") }
        bench.now = start.addingTimeInterval(1)

        try bench.set("new=1", at: "https://h.example/")
        #expect(bench.names.count == 64 && bench.names.contains("c1"))
        try bench.set("newer=1", at: "https://h.example/")

        #expect(bench.names.count == 64)
        #expect(bench.names.contains("safe") && !bench.names.contains("c1"))
    }

    @Test func `3000 in all`() throws {
        var bench = Bench()
        for number in 0..<3010 { try bench.set("c\(number)=1", at: "https://h\(number / 60).example/") }

        #expect(bench.table.count == 3000)
        #expect(bench.names.first == "c10")
    }
}
