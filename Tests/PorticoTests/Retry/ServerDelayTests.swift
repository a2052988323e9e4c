import Foundation
@testable import Portico
import Testing

@Suite struct ServerDelayTests {
    /// 2026-01-01 00:00:00 UTC.
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static func wait(_ status: HTTPStatus, _ fields: HTTPFields) -> Duration? {
        ServerDelay.wait(after: ResponseHead(status: status, fields: fields), now: now)
    }

    @Test(arguments: [
        ("0", Duration.zero), ("7", .seconds(7)), ("1.5", .milliseconds(1500)), ("-3", .zero),
        ("Thu, 01 Jan 2026 00:00:30 GMT", .seconds(30)), ("Thursday, 01-Jan-26 00:00:30 GMT", .seconds(30)),
        ("Wed, 31 Dec 2025 23:59:00 GMT", .zero), ("99999999999999999999", .seconds(1_000_000_000)),
    ])
    func `Retry-After is seconds or a date`(text: String, expected: Duration) {
        #expect(Self.wait(503, ["Retry-After": text]) == expected)
        #expect(Self.wait(429, ["Retry-After": text]) == expected)
    }

    @Test(arguments: ["", "soon", "nan", "inf", "1h", "Thu, 99 Jan 2026 00:00:30 GMT"])
    func `what cannot be read says nothing`(text: String) {
        #expect(Self.wait(503, ["Retry-After": text]) == nil)
    }

    @Test func `a date counts from the server's own time where it gives one`() {
        let fields: HTTPFields = [
            "Date": "Fri, 02 Jan 2026 00:00:00 GMT", "Retry-After": "Fri, 02 Jan 2026 00:00:05 GMT",
        ]

        #expect(Self.wait(503, fields) == .seconds(5))
    }

    @Test(arguments: [
        ("RateLimit-Reset", "12", Duration.seconds(12)), ("X-RateLimit-Reset", "12", .seconds(12)),
        ("X-RateLimit-Reset", "1767225612", .seconds(12)), ("X-Rate-Limit-Reset", "1767225612", .seconds(12)),
        ("X-RateLimit-Reset", "1767225612000", .seconds(12)), ("X-RateLimit-Reset", "1767225500", .zero),
        ("X-RateLimit-Reset-After", "0.25", .milliseconds(250)),
        ("X-RateLimit-Reset", "Thu, 01 Jan 2026 00:00:12 GMT", .seconds(12)),
        ("RateLimit", #""default";r=0;t=12"#, .seconds(12)),
        ("RateLimit", "limit=100, remaining=0, reset=12", .seconds(12)),
        ("RateLimit", #""minute";r=5;t=3, "day";r=0;t=12"#, .seconds(12)),
    ])
    func `a 429 may name when its limit is lifted`(name: String, text: String, expected: Duration) {
        let name = HTTPField.Name(name)

        #expect(Self.wait(429, [name: text]) == expected)
        #expect(Self.wait(503, [name: text]) == nil)
    }

    @Test func `Retry-After comes first`() {
        #expect(Self.wait(429, ["X-RateLimit-Reset": "90", "Retry-After": "3"]) == .seconds(3))
        #expect(Self.wait(429, ["X-RateLimit-Reset": "90", "Retry-After": "soon"]) == .seconds(90))
        #expect(Self.wait(429, ["RateLimit": "r=0", "X-RateLimit-Reset": "90"]) == .seconds(90))
    }
}
