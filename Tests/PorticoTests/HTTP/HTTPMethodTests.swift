import Portico
import Testing

@Suite struct HTTPMethodTests {
    @Test(arguments: ["GET", "get", "PROPFIND", "X-1", "M!#$%&'*+.^_`|~"])
    func `every token is a method, in its own case`(name: String) throws {
        #expect(try #require(HTTPMethod(rawValue: name)).description == name)
    }

    @Test(arguments: ["", " ", "GET ", "GE T", "GET\r\n", "G\0", "GÉT", "A/B", "A:B", "\"A\"", "GET\u{301}"])
    func `anything else is none`(name: String) {
        #expect(HTTPMethod(rawValue: name) == nil)
    }

    @Test func `methods compare with their case`() {
        #expect(HTTPMethod(rawValue: "GET") == .get)
        #expect(HTTPMethod(rawValue: "get") != .get)
    }

    @Test(arguments: [
        (HTTPMethod.get, true, true), (.head, true, true), (.options, true, true), (.trace, true, true),
        (.query, true, true),
        (.put, false, true), (.delete, false, true), (.post, false, false), (.patch, false, false),
        (.connect, false, false),
    ])
    func `safe and idempotent methods are those of RFC 9110`(method: HTTPMethod, isSafe: Bool, isIdempotent: Bool) {
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
    }

    @Test func `a method that nobody knows is neither safe nor idempotent`() {
        let method = HTTPMethod(rawValue: "PURGE")
        #expect(method?.isSafe == false && method?.isIdempotent == false)
    }
}
