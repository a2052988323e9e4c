import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct RequestFactoryTests {
    private typealias Call = Request<Void, ErrorBody>

    static let paths: [(RequestPath, String)] = [
        ("/", "https://h/"), ("", "https://h/"), ("/users", "https://h/users"), ("users", "https://h/users"),
        ("/users/", "https://h/users/"), ("/users/\(7)", "https://h/users/7"), ("\(7)/x", "https://h/7/x"),
        ("/users/\("a/b c+d;e?f#g%h😀")", "https://h/users/a%2Fb%20c%2Bd%3Be%3Ff%23g%25h%F0%9F%98%80"),
        ("/users/\("%2F")", "https://h/users/%252F"), ("/a%2Fb", "https://h/a%2Fb"),
        ("/users/\(identifiers[0])", "https://h/users/11111111-2222-3333-4444-555555555555"),
        ("/at/\(moment)", "https://h/at/2024-01-02T03%3A04%3A05.250Z"),
        ("/sort/\(Sample.Sort.newestFirst)/\(Sample.Level.low)", "https://h/sort/newest%20first/1"),
        ("/users/\(true)/\(1.5)/\(Int?.some(3))", "https://h/users/true/1.5/3"),
        ("/files/\(segments: "a/b c")/raw", "https://h/files/a/b%20c/raw"),
        ("/files/\(segments: ["a/b", "c"])", "https://h/files/a%2Fb/c"),
        ("/v\(1).\(2)/x", "https://h/v1.2/x"),
        ("/search?q=\("a b&c+d")&page=\(2)", "https://h/search?q=a%20b%26c%2Bd&page=2"),
        ("/search?q=a%20b+c", "https://h/search?q=a%20b+c"), ("/search?", "https://h/search"),
        ("?q=\(1)", "https://h/?q=1"), ("/a/\(1)?q=\(2)/\(3)", "https://h/a/1?q=2/3"),
        ("/search?\("a=b")", "https://h/search?a%3Db"), ("/search?q=what?", "https://h/search?q=what?"),
        (RequestPath("/a%2Fb/c?d=e"), "https://h/a%2Fb/c?d=e"),
    ]

    @Test(arguments: paths)
    func `an interpolated value is one escaped part of the path or query`(path: RequestPath, expected: String) {
        #expect(Client.plain.line(of: Call.get(path)) == "GET \(expected)")
    }

    static let refused: [(RequestPath, String)] = [
        ("//evil.example/x", "'//evil.example/x' begins with '//', which would name another host"),
        ("//\("evil.example")/x", "'//{}/x' begins with '//', which would name another host"),
        (
            "https://evil.example/x",
            "'https://evil.example/x' is a whole URL; give a URL value, or name another environment"
        ),
        ("https://\("evil")/x", "'https://{}/x' is a whole URL; give a URL value, or name another environment"),
        ("/a b", "'/a b' has an unescaped ' '"), ("/a#b", "'/a#b' has an unescaped '#'"),
        ("/é", "'/é' has an unescaped 'é'"), ("/a\\b", "'/a\\b' has an unescaped '\\'"),
        ("/a\r\nb", "'/a\r\nb' has an unescaped 0xd"), ("/{id}", "'/{id}' has an unescaped '{'"),
        ("/50%", "'/50%' has a '%' that begins no escape"), ("/a//b", "'/a//b' has an empty segment"),
        ("/a/../b", "'/a/../b' has the segment '..', which would walk the path"),
        ("/a/%2e%2e/\(1)", "'/a/%2e%2e/{}' has the segment '%2e%2e', which would walk the path"),
        ("/a?b c", "'/a?b c' has an unescaped ' ' in its query"),
        ("/a?b#c", "'/a?b#c' has an unescaped '#' in its query"),
        ("/a?b=%", "'/a?b=%' has a '%' that begins no escape in its query"),
        ("/users/\(Int?.none)", "'/users/{}', value 1: nil, but a path segment needs a value"),
        (
            "/users/\(1)/\([1, 2])",
            "'/users/{}/{}', value 2: an array in the style 'repeated', but a path needs comma, space or pipe"
        ),
        ("/users/\(["a": 1])", "'/users/{}', value 1: a nested value, which a path cannot hold"),
        ("/users/\(Double.nan)", "'/users/{}', value 1: a number that is not finite"),
        ("/users/\(Decimal.nan)", "'/users/{}', value 1: a number that is not finite"),
        ("/a/\(1)?b=\(Int?.none)", "'/a/{}?b={}', value 2: nil, which cannot be left out there; give it in 'query'"),
        ("/a?b=\([1])", "'/a?b={}', value 1: an array in the style 'repeated', but a path needs comma, space or pipe"),
        ("/a?b=\(["a": 1])", "'/a?b={}', value 1: a nested value, which has no place there; give it in 'query'"),
        ("/a/\(Query(wrappedValue: 1))", "'/a/{}', value 1: @Query, which only an endpoint can have"),
        ("/a/\(1)/\(Body(wrappedValue: 1))", "'/a/{}/{}', value 2: @Body, which only an endpoint can have"),
        ("/a/\(photo)", "'/a/{}', value 1: a FilePart, which only @Part of a multipart endpoint can send"),
    ]

    @Test(arguments: refused)
    func `what is malformed is an error that shows the path`(path: RequestPath, expected: String) {
        #expect(Client.plain.line(of: Call.get(path)) == "!URL: \(expected)")
    }

    @Test func `the style of the client holds for interpolated values`() {
        let style = ParameterStyle(arrays: .comma, booleans: .digits, dates: .epochSeconds, nils: .null)
        let client = Client.plain.withStyle(style)
        #expect(
            client.line(of: Call.get("/a/\([1, 2])/\(true)/\(moment)?b=\(["c,d", "e"])&f=\(Int?.none)"))
                == "GET https://h/a/1,2/1/1704164645.25?b=c%2Cd,e&f=null")
    }

    @Test func `a factory has a query, fields and a body, in order`() {
        let request = Call.post(
            "/search?fixed=1",
            query: ["q": "a b", "tags": ["x", "y"], "page": nil, "q": 2, "filter": Sample.Person(firstName: "A")],
            fields: ["X-Trace": "t", "X-Tags": [1, 2], "X-None": nil],
            body: .json(["b": 1, "a": [moment], "c": nil]))
        #expect(
            Client.plain.text(of: request)
                == """
                POST https://h/search?fixed=1&q=a%20b&tags=x&tags=y&q=2&filter%5BfirstName%5D=A
                X-Trace: t
                X-Tags: 1
                X-Tags: 2
                Accept: */*
                Content-Type: application/json

                {"a":["2024-01-02T03:04:05.250Z"],"b":1}
                """)
    }

    static let bodies: [(RequestContent, String)] = [
        (.none, "Accept: */*"),
        (.json(Sample.Person(age: 7)), "Accept: */*\nContent-Type: application/json\n\n{\"age\":7}"),
        (.json(Int?.none), "Accept: */*"),
        (.json([:]), "Accept: */*\nContent-Type: application/json\n\n{}"),
        (
            .json(["a": Patch<Int>.absent, "b": Patch<Int>.null]),
            "Accept: */*\nContent-Type: application/json\n\n{\"b\":null}"
        ),
        (
            .form(["a": "b c", "a": [1, 2], "d": nil]),
            "Accept: */*\nContent-Type: application/x-www-form-urlencoded\n\na=b+c&a=1&a=2"
        ),
        (
            .form(Sample.Person(firstName: "é", age: 7)),
            "Accept: */*\nContent-Type: application/x-www-form-urlencoded\n\nfirstName=%C3%A9&age=7"
        ),
        (.bytes(Data("x".utf8)), "Accept: */*\nContent-Type: application/octet-stream\n\nx"),
        (.bytes(Data("x".utf8), mediaType: .plainText), "Accept: */*\nContent-Type: text/plain\n\nx"),
        (.body(.text("x")), "Accept: */*\nContent-Type: text/plain; charset=utf-8\n\nx"),
        (.encoded([1], by: BodyFormatTests.Lines()), "Accept: */*\nContent-Type: text/plain\n\nlines 3"),
        (.json(["a": 1, "a": 2]), "!property 'a': the member 'a' of the body is bound twice"),
        (.json(Query(wrappedValue: 1)), "!body: @Query inside of a nested value"),
        (.form(["a": photo]), "!property 'a': a FilePart, which only @Part of a multipart endpoint can send"),
        (.form([1, 2]), "!body: a form is made of names and values, but the @Body is Array<Int>"),
    ]

    @Test(arguments: bodies)
    func `a factory's body is in the form that it says`(body: RequestContent, expected: String) {
        let text = Client.plain.text(of: Call.post("/x", body: body))
        #expect(text == (expected.hasPrefix("!") ? expected : "POST https://h/x\n\(expected)"))
    }

    @Test func `a wrapper is none of a factory's values`() {
        let expected = "!property 'a': a wrapper, which only an endpoint can have"
        #expect(Client.plain.text(of: Call.get("/x", query: ["a": Query(wrappedValue: 1)])) == expected)
        #expect(Client.plain.text(of: Call.get("/x", fields: ["a": Header(wrappedValue: 1)])) == expected)
    }

    @Test func `each method has its factory`() {
        let calls = [Call.get("/x"), .head("/x"), .post("/x"), .put("/x"), .patch("/x"), .delete("/x")]
        let other = Call(.options, "/x", mapping: .ignored)
        #expect(
            (calls + [other]).map { Client.plain.line(of: $0) }
                == ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map { "\($0) https://h/x" })
    }
}
