import Foundation
import Portico
import PorticoTesting
import Testing

/// What users of other libraries have reported of URLs and queries.
@Suite struct URLFaultTests {
    private typealias Call = Request<Void, ErrorBody>

    static let bases: [(String, String, String)] = [
        ("https://h/a/b", "users", "https://h/a/b/users"), ("https://h/a/b", "/users", "https://h/a/b/users"),
        ("https://h/a/b/", "users", "https://h/a/b/users"), ("https://h/a/b/", "/users", "https://h/a/b/users"),
        ("https://h", "users", "https://h/users"), ("https://h", "/users", "https://h/users"),
        ("https://h/", "users", "https://h/users"), ("https://h/", "/users", "https://h/users"),
        ("https://h/a%20b", "/users/", "https://h/a%20b/users/"), ("https://h/a", "/", "https://h/a/"),
        ("https://h/a", "", "https://h/a/"), ("http://h:8080/a", "/x?q=1", "http://h:8080/a/x?q=1"),
        ("https://[::1]:8443/a", "/x", "https://[::1]:8443/a/x"), ("HTTPS://H/a", "/x", "https://H/a/x"),
    ]

    @Test(arguments: bases)
    func `the base is a folder, with a slash at its end or without`(base: String, path: String, expected: String) {
        let client = Client(base: base)
        #expect(client.line(of: Call.get(RequestPath(path))) == "GET \(expected)")
    }

    struct Users: Endpoint {
        static let route: Route = "GET /users?fixed=1"
        var page = 2
    }

    struct Slashless: Endpoint {
        static let route: Route = "GET users"
    }

    @Test func `the base's path and query items are never lost`() {
        for base in ["https://h/a/b?k=1&k=2", "https://h/a/b/?k=1&k=2"] {
            #expect(Client(base: base).line(of: Users()) == "GET https://h/a/b/users?k=1&k=2&fixed=1&page=2")
            #expect(Client(base: base).line(of: Slashless()) == "GET https://h/a/b/users?k=1&k=2")
            #expect(Client(base: base).line(of: Call.get("/users")) == "GET https://h/a/b/users?k=1&k=2")
        }
        let client = Client(
            base: "https://h?k=1", query: [QueryItem(name: "a b", value: "c&d"), QueryItem(name: "e", value: nil)])
        #expect(client.line(of: Users()) == "GET https://h/users?k=1&a%20b=c%26d&e&fixed=1&page=2")
    }

    static let malformedBases: [(String, String)] = [
        ("h/a", "is no http or https URL"), ("ftp://h/a", "is no http or https URL"), ("", "is no http or https URL"),
        ("https://", "is no http or https URL"), ("/a", "is no http or https URL"),
        ("https://h/a//b", "has an empty segment"),
        ("https://h/a/../b", "has the segment '..', which would walk the path"),
        ("https://h/a b", "has an unescaped ' '"), ("https://h/a?b=c d", "has an unescaped ' ' in its query"),
        ("https://h/%", "has a '%' that begins no escape"),
    ]

    @Test(arguments: malformedBases)
    func `a base that is no URL fails each call`(base: String, expected: String) {
        #expect(
            Client(base: base).line(of: Users()) == "!URL: the base '\(base)' of the environment 'test' \(expected)")
    }

    @Test(arguments: ["//evil.example/x", "https://evil.example/x", "http:///x", "https://h/x"])
    func `a path does not replace the base and take the credentials along`(path: String) async throws {
        let stub = StubTransport(.status(.ok))
        let environment = APIEnvironment("test", baseURL: "https://h", fields: ["Authorization": "secret"])
        let client = Client(environment: environment, transport: stub)
        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(Call.get(RequestPath(path))) }

        let url = try #require(URL(string: "https://evil.example/x"))
        try await client.send(Call.get(url: url))
        #expect(stub.requestCount == 1 && stub.requests[0].fields[.authorization] == nil)
    }

    struct Show: Endpoint {
        static let route: Route = "GET /users/{id}"
        var id: String
    }

    static let values: [(String, String)] = [
        ("5/7", "5%2F7"), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a;b", "a%3Bb"), ("a?b", "a%3Fb"), ("a#b", "a%23b"),
        ("a%b", "a%25b"), ("5%2F7", "5%252F7"), ("🧭", "%F0%9F%A7%AD"), ("a&b=c", "a%26b%3Dc"), ("\\", "%5C"),
        ("...", "..."),
        ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("\0", "%00"), ("\r\n", "%0D%0A"), ("{id}", "%7Bid%7D"), (":", "%3A"),
    ]

    @Test(arguments: values)
    func `a path value is one segment, escaped once`(value: String, expected: String) {
        #expect(Client.plain.line(of: Show(id: value)) == "GET https://h/users/\(expected)")
        #expect(Client.plain.line(of: Call.get("/users/\(value)")) == "GET https://h/users/\(expected)")
    }

    struct Form: Endpoint {
        static let route: Route = "POST /search"
        static let bodyFormat = BodyFormat.form
        @Query var q = "a+b c"
        var text = "a+b c"
    }

    @Test func `a plus is escaped in a query, and a space is %20 there and a plus in a form`() {
        #expect(Client.plain.line(of: Form()) == "POST https://h/search?q=a%2Bb%20c")
        #expect(Client.plain.body(of: Form()) == "text=a%2Bb+c")
    }

    @Test func `a presigned URL goes out byte for byte`() throws {
        let text = "https://bucket.example/k%2Fe+y?X-Amz-Signature=a%2Fb%3D&X-Amz-Date=20240102T030405Z&x=%7e"
        let url = try #require(URL(string: text))
        #expect(Client.plain.line(of: Call.get(url: url)) == "GET \(text)")
        #expect(
            Client(base: text).line(of: Call.get("/z")).hasPrefix(
                "GET https://bucket.example/k%2Fe+y/z?X-Amz-Signature=a%2Fb%3D&"))
    }

    @Test func `a question mark in a path's text begins a query, and is never escaped in silence`() {
        #expect(Client.plain.line(of: Call.get("/users?x=1")) == "GET https://h/users?x=1")
        #expect(Client.plain.line(of: Call.get("/users?x=1", query: ["y": 2])) == "GET https://h/users?x=1&y=2")
        #expect(Client.plain.line(of: Users()) == "GET https://h/users?fixed=1&page=2")
    }

    struct Lists: Endpoint {
        static var route: Route { "GET /x" }
        static var style: ParameterStyle { EndpointStyle.current }
        var id = [1, 2]
    }

    static let arrays: [(ParameterStyle.Arrays, String)] = [
        (.repeated, "id=1&id=2"), (.brackets, "id%5B%5D=1&id%5B%5D=2"), (.indices, "id%5B0%5D=1&id%5B1%5D=2"),
        (.comma, "id=1,2"), (.space, "id=1%202"), (.pipe, "id=1%7C2"),
    ]

    @Test(arguments: arrays)
    func `arrays have an explicit style`(style: ParameterStyle.Arrays, expected: String) {
        EndpointStyle.$current.withValue(ParameterStyle(arrays: style)) {
            #expect(Client.plain.line(of: Lists()) == "GET https://h/x?\(expected)")
        }
    }

    struct Pairs: Endpoint {
        static var route: Route { "GET /x" }
        static var style: ParameterStyle { EndpointStyle.current }
        var filter = [["name": "a", "op": "eq"], ["name": "b", "op": "lt"]]
    }

    @Test(arguments: [ParameterStyle.Arrays.repeated, .brackets, .indices])
    func `arrays of objects keep their pairing`(style: ParameterStyle.Arrays) {
        EndpointStyle.$current.withValue(ParameterStyle(arrays: style)) {
            #expect(
                Client.plain.line(of: Pairs())
                    == "GET https://h/x?filter%5B0%5D%5Bname%5D=a&filter%5B0%5D%5Bop%5D=eq"
                    + "&filter%5B1%5D%5Bname%5D=b&filter%5B1%5D%5Bop%5D=lt")
        }
        EndpointStyle.$current.withValue(ParameterStyle(arrays: style, nesting: .dots)) {
            #expect(
                Client.plain.line(of: Pairs())
                    == "GET https://h/x?filter%5B0%5D.name=a&filter%5B0%5D.op=eq&filter%5B1%5D.name=b&filter%5B1%5D.op=lt"
            )
        }
    }

    struct Choices: Endpoint {
        static var route: Route { "GET /x" }
        static var style: ParameterStyle { EndpointStyle.current }
        var isOpen = true
        var until: Date? = moment
        var note: String?
        var range = ["from": 1, "to": 2]
    }

    static let choices: [(ParameterStyle, String)] = [
        (ParameterStyle(), "isOpen=true&until=2024-01-02T03%3A04%3A05.250Z&range%5Bfrom%5D=1&range%5Bto%5D=2"),
        (
            ParameterStyle(nesting: .dots, booleans: .digits, dates: .epochSeconds, nils: .empty),
            "isOpen=1&until=1704164645.25&note=&range.from=1&range.to=2"
        ),
        (
            ParameterStyle(nesting: .brackets, booleans: .words, dates: .epochMilliseconds, nils: .null),
            "isOpen=true&until=1704164645250&note=null&range%5Bfrom%5D=1&range%5Bto%5D=2"
        ),
    ]

    @Test(arguments: choices)
    func `booleans, dates, nil and nested keys have explicit styles`(style: ParameterStyle, expected: String) {
        EndpointStyle.$current.withValue(style) {
            #expect(Client.plain.line(of: Choices()) == "GET https://h/x?\(expected)")
        }
    }

    struct Unordered: Endpoint {
        static let route: Route = "GET /x"
        var z = 1, a = 2
        var map = Dictionary(uniqueKeysWithValues: (0..<40).map { ("k\($0)", $0) })
        var set = Set(0..<40)
        @Query("z") var again = 3
    }

    @Test func `query items stay in declared order, and what has no order is sorted`() {
        let keys = (0..<40).map { "k\($0)" }.sorted().map { "map%5B\($0)%5D=\($0.dropFirst())" }.joined(separator: "&")
        let set = (0..<40).map { "set=\($0)" }.joined(separator: "&")
        #expect(Client.plain.line(of: Unordered()) == "GET https://h/x?z=1&a=2&\(keys)&\(set)&z=3")
    }

    struct UnorderedBody: Endpoint {
        static let route: Route = "POST /x"
        var map = Dictionary(uniqueKeysWithValues: (0..<40).map { (String($0), $0) })
        var set = Set(0..<40)
        var flags: Set<Sample.Sort> = [.oldest, .newestFirst]
        var levels = [Sample.Sort.oldest: 1, .newestFirst: 2]
    }

    @Test func `the same call makes the same body each time`() {
        let first = Client.plain.body(of: UnorderedBody())
        for _ in 0..<20 { #expect(Client.plain.body(of: UnorderedBody()) == first) }
        #expect(first.contains(#""flags":["newest first","oldest"]"#))
        #expect(first.contains(#""levels":["newest first",2,"oldest",1]"#))
        #expect(first.contains(#""set":[0,1,2,3,4,"#))
    }
}
