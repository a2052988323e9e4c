import Foundation
@testable import Portico
import Testing

private struct Problem {
    var message: String
    var code = 7
    var accessToken = "s3cret"
    var link: URL?
    var inner: Inner?
    struct Inner { var password = "s3cret", names = ["a", "b"] }
}

private enum Trouble {
    case none
    case missing(id: Int)
    case plain(String)
    case token(String)
    case pair(Int, String)
}

private struct Spoken: CustomStringConvertible { let description = "in\nits own words" }

@Suite struct PrintedValueTests {
    @Test(
        arguments: [
            (
                Problem(message: "no"),
                "Problem(message: \"no\", code: 7, accessToken: <redacted>, link: nil, inner: nil)"
            ),
            (
                Problem(message: "no", link: URL(string: "https://h/x?token=s3cret"), inner: Problem.Inner()),
                """
                Problem(message: "no", code: 7, accessToken: <redacted>, link: https://h/x?token=<redacted>, \
                inner: Inner(password: <redacted>, names: ["a", "b"]))
                """
            ),
            (Trouble.none, "none"), (Trouble.missing(id: 3), "missing(id: 3)"), (Trouble.plain("x"), "plain(\"x\")"),
            (Trouble.token("s3cret"), "token(<redacted>)"), (Trouble.pair(1, "x"), "pair(1, \"x\")"),
            (Spoken(), "in its own words"), ("text", "text"), (7, "7"), (7 as Int?, "7"), (nil, "nil"),
            (["password": "s3cret"], "[\"password\": <redacted>]"), ([String: Int](), "[:]"), ([1, 2], "[1, 2]"),
            (JSONValue(parsing: Data(#"{"token":"s3cret","n":1}"#.utf8)), "{\"n\":1,\"token\":\"<redacted>\"}"),
        ] as [((any Sendable)?, String)])
    func `a value is printed with its secrets hidden`(value: (any Sendable)?, text: String) {
        #expect(PrintedValue.text(of: value as Any, by: .standard) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `a date that is none is printed in seconds`(seconds: Double) {
        struct Expiry { var date: Date }
        let text = PrintedValue.text(of: Expiry(date: Date(timeIntervalSince1970: seconds)), by: .standard)
        #expect(text == "Expiry(date: a date \(seconds) seconds after 1970)")
    }

    @Test func `a text with a URL in it is printed without the secrets of that`() {
        struct Trouble { var detail = "see https://user:s3cret@h/x?page=2&access_token=s3cret" }
        let text = PrintedValue.text(of: Trouble(), by: .standard)
        #expect(text == #"Trouble(detail: "see https://<redacted>@h/x?page=2&access_token=<redacted>")"#)
    }

    @Test func `no more of a value is looked into than can be seen`() {
        final class Visited { var count = 0 }
        struct Counted: CustomStringConvertible {
            let visited: Visited
            var description: String {
                visited.count += 1
                return "x"
            }
        }
        let visited = Visited()
        let row = Array(repeating: Counted(visited: visited), count: 62)
        let deep = Array(repeating: Array(repeating: Array(repeating: row, count: 62), count: 62), count: 62)

        _ = PrintedValue.text(of: deep, by: .standard)

        #expect(visited.count <= 500)
    }

    @Test func `a value is printed in bounds, however much is in it`() {
        final class Loop { var next: Loop? }
        let loop = Loop()
        loop.next = loop
        defer { loop.next = nil }

        let text = PrintedValue.text(of: loop, by: .standard)
        #expect(text == String(repeating: "Loop(next: ", count: 6) + "…))))))")
        let long = PrintedValue.text(of: (0..<100_000).map { "\($0)" }, by: .standard)
        #expect(long.utf8.count < 520)
    }
}
