import Portico
import Testing

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", "application/json"), ("Application/JSON", "application/json"), ("text/html;", "text/html"),
        ("text/html; charset=utf-8", "text/html; charset=utf-8"),
        ("text/html;CHARSET=\"UTF-8\"", "text/html; charset=UTF-8"),
        (" \ttext/plain ;\ta=b ; ; c=d ", "text/plain; a=b; c=d"), ("*/*;q=0.1", "*/*; q=0.1"), ("text/*", "text/*"),
        ("a/b; c=\"d;e, \\\"f\\\\\"", "a/b; c=\"d;e, \\\"f\\\\\""), ("a/b; c=\"\"", "a/b; c=\"\""),
        ("application/vnd.api+json; version=1", "application/vnd.api+json; version=1"),
    ])
    func `a media type is read and written`(text: String, written: String) throws {
        let type = try #require(MediaType(text))
        #expect(type.description == written)
        #expect(MediaType(type.description) == type)
    }

    @Test(arguments: [
        "", "json", "application/", "/json", "a/b/c", "a b/c", "a/b c", "application json", "é/b", "a/\r\nb",
        "text/html, text/plain",
    ])
    func `what has no type and subtype is none`(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: [
        ("application/json; charset", "application/json"), ("application/json; charset = utf-8", "application/json"),
        ("application/json; =utf-8; a=b", "application/json; a=b"),
        ("application/json; charset=\"utf-8", "application/json"),
        ("application/json; charset=utf 8", "application/json"),
        ("application/json; a=\"b\"c; d=e", "application/json; d=e"),
    ])
    func `a malformed parameter is left out and the type stays`(text: String, written: String) {
        #expect(MediaType(text)?.description == written)
    }

    @Test func `parameters are found without case`() {
        let type = MediaType("text/html; Charset=utf-8; a=1; A=2")
        #expect(type?["CHARSET"] == "utf-8" && type?["a"] == "1" && type?["b"] == nil)
        #expect(type?.with("A", "3").description == "text/html; charset=utf-8; a=3")
    }

    @Test func `a list is sorted by quality and then by order`() {
        let list = MediaType.list(
            "text/plain;q=0.5, nonsense, application/json, text/html;q=0.5, */*;q=0, a/b;q=x, c/d;a=\",\"")
        #expect(
            list.map(\.description) == [
                "application/json", "a/b; q=x", "c/d; a=\",\"", "text/plain; q=0.5", "text/html; q=0.5", "*/*; q=0",
            ])
    }

    @Test(arguments: [("0.5", 0.5), ("1", 1), ("0", 0), ("1.5", 1), ("-1", 1), ("nan", 1), ("x", 1)])
    func `a quality that is none counts as 1`(text: String, quality: Double) {
        #expect(MediaType("a/b;q=\(text)")?.quality == quality)
    }

    @Test(arguments: [
        ("*/*", "a/b", true), ("a/*", "a/b", true), ("a/b", "A/B;c=d", true), ("a/*", "b/b", false),
        ("a/b", "a/*", false),
        ("*/b", "a/b", true),
    ])
    func `a range takes types in`(range: String, type: String, isIncluded: Bool) throws {
        let (range, type) = (try #require(MediaType(range)), try #require(MediaType(type)))
        #expect(range.includes(type) == isIncluded)
    }

    @Test(arguments: [
        ("application/json", true), ("application/problem+json; charset=utf-8", true), ("text/json", true),
        ("text/plain", false),
        ("application/jsonp", false), ("application/json-seq", false), ("image/svg+xml", false),
    ])
    func `JSON is known by its type or its suffix`(text: String, isJSON: Bool) {
        #expect(MediaType(text)?.isJSON == isJSON)
    }
}
