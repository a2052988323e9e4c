import Foundation
@testable import Portico
import Testing

@Suite struct SetCookieTests {
    @Test(arguments: [
        ("a=1", "a", "1"), ("a=", "a", ""), ("=1", "", "1"), ("1", "", "1"), ("  a \t=  1 2 ; Path=/", "a", "1 2"),
        ("a=b=c==", "a", "b=c=="), ("a=\"1\"", "a", "\"1\""), ("a=%20+%zz", "a", "%20+%zz"), ("a=1,2", "a", "1,2"),
        ("a b=1", "a b", "1"), ("\u{E9}=\u{1F36A}", "\u{E9}", "\u{1F36A}"), ("a=e\u{301}", "a", "e\u{301}"),
        ("a=1;", "a", "1"),
        ("a=1;;;", "a", "1"), ("a=\t1\t2", "a", "1\t2"),
    ])
    func `name and value are kept as they came, the space around them left out`(
        line: String, name: String, value: String
    )
        throws
    {
        let cookie = try SetCookie(line)

        #expect(Array(cookie.name.utf8) == Array(name.utf8))
        #expect(Array(cookie.value.utf8) == Array(value.utf8))
    }

    @Test(arguments: [
        ("", CookieRefusal.empty), ("=", .empty), (" ; Path=/", .empty), (" = ;a=1", .empty),
        ("a=1\r\nX: y", .controlCharacter),
        ("a=1\u{0}", .controlCharacter), ("a=\u{7F}", .controlCharacter), ("a=1; Path=/\n", .controlCharacter),
        ("a=" + String(repeating: "x", count: 4096), .tooLarge), (String(repeating: "x", count: 4097), .tooLarge),
    ])
    func `what sets no cookie`(line: String, refusal: CookieRefusal) {
        #expect(throws: refusal) { try SetCookie(line) }
    }

    @Test func `4096 bytes are kept`() throws {
        #expect(try SetCookie("a=" + String(repeating: "x", count: 4095)).value.utf8.count == 4095)
    }

    @Test func `attributes in any case, with any space around`() throws {
        let cookie = try SetCookie(
            "a=1; SECURE; httponly ;Path = /x ; domain= .Example.COM;max-age=60; samesite=LAX; Expires=Sun, 06 Nov 1994 08:49:37 GMT"
        )

        #expect(cookie.isSecure)
        #expect(cookie.isHTTPOnly)
        #expect(cookie.path == "/x")
        #expect(cookie.domain == "example.com")
        #expect(cookie.maxAge == 60)
        #expect(cookie.sameSite == .lax)
        #expect(cookie.expires == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        ("Max-Age=0", 0), ("Max-Age=-1", 0), ("Max-Age=-99999999999999999999", 0),
        ("Max-Age=99999999999999999999", Int64.max),
        ("Max-Age=007", 7), ("Max-Age=1; Max-Age=2", 2), ("Max-Age=1; Max-Age=x", 1), ("Max-Age=", nil),
        ("Max-Age=-", nil),
        ("Max-Age=+1", nil), ("Max-Age=1.5", nil), ("Max-Age=1s", nil), ("Max-Age=\"1\"", nil), ("Max-Age", nil),
    ])
    func `a life in seconds`(attribute: String, seconds: Int64?) throws {
        #expect(try SetCookie("a=1; \(attribute)").maxAge == seconds)
    }

    @Test(arguments: [
        ("Path=/a; Path=/b", "/b"), ("Path=/a; Path=b", nil), ("Path=", nil), ("Path", nil), ("Path=a", nil),
        ("Path=\"/a\"", nil), ("Path=/a b?c", "/a b?c"),
        ("Path=/" + String(repeating: "a", count: 1023), "/" + String(repeating: "a", count: 1023)),
        ("Path=/x; Path=/" + String(repeating: "a", count: 1024), "/x"),
    ])
    func `the path is the last one, and one beyond 1024 bytes none`(attributes: String, path: String?) throws {
        #expect(try SetCookie("a=1; \(attributes)").path == path)
    }

    @Test(arguments: [
        ("Domain=a.example; Domain=B.example", "b.example"), ("Domain=", nil), ("Domain=.", nil), ("Domain=..a", ".a"),
        ("Domain=a.example; Domain=", nil),
    ])
    func `the domain is the last one`(attributes: String, domain: String?) throws {
        #expect(try SetCookie("a=1; \(attributes)").domain == domain)
    }

    @Test(arguments: [
        ("SameSite=Strict", Cookie.SameSite.strict), ("SameSite=none", Cookie.SameSite.none), ("SameSite=Odd", nil),
        ("SameSite=Lax; SameSite=Odd", nil), ("SameSite", nil),
    ])
    func `SameSite is kept where it is a word of its own`(attributes: String, sameSite: Cookie.SameSite?) throws {
        #expect(try SetCookie("a=1; \(attributes)").sameSite == sameSite)
    }
}
