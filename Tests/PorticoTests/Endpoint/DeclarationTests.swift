import Foundation
import Portico
import PorticoTesting
import Testing

/// What a declaration may look like.
@Suite struct DeclarationTests {
    private func line(_ endpoint: some Endpoint) -> String { Client.plain.line(of: endpoint) }

    struct ListRepos: Endpoint {
        static let route: Route = "GET /orgs/{org}/repos"
        var org: String
        @Query("per_page") var perPage: Int? = nil
        var sort: Sample.Sort?
        @Header("X-Trace") var trace: String? = nil
    }

    @Test func `parameters with a default can be left out, with a wrapper and without`() {
        #expect(line(ListRepos(org: "apple")) == "GET https://h/orgs/apple/repos")
        #expect(line(ListRepos(org: "apple", perPage: 50)) == "GET https://h/orgs/apple/repos?per_page=50")
        #expect(
            Client.plain.text(of: ListRepos(org: "a/b", perPage: 5, sort: .newestFirst, trace: "t"))
                == "GET https://h/orgs/a%2Fb/repos?per_page=5&sort=newest%20first\nX-Trace: t\nAccept: */*")
    }

    /// A program's own type of a wrapper's name.
    enum OwnTypes {
        struct Query { var text = "own" }

        struct Search: Endpoint {
            static let route: Route = "POST /search"
            @Portico.Query("q") var query: String? = Query().text
            @Portico.Header("X-Trace") var trace: String? = "t"
        }
    }

    @Test func `a program's own type called Query lives beside the wrapper`() {
        #expect(
            Client.plain.text(of: OwnTypes.Search())
                == "POST https://h/search?q=own\nX-Trace: t\nAccept: */*")
    }

    struct ShowThing<ID: Encodable & Sendable>: Endpoint {
        static var route: Route { "GET /things/{id}" }
        var id: ID
    }

    @Test func `a generic endpoint has a computed route, which is read once`() {
        #expect(line(ShowThing(id: 7)) == "GET https://h/things/7")
        #expect(line(ShowThing(id: identifiers[0])) == "GET https://h/things/11111111-2222-3333-4444-555555555555")
    }

    struct Renamed: Endpoint {
        static let route: Route = "GET /users/{user_id}"
        var id: Int
        var perPage: Int
        @Header var trace: String
        @Query var isOpen: Bool

        enum CodingKeys: String, CodingKey {
            case id = "user_id"
            case perPage = "per_page"
            case trace = "X-Trace-ID"
            case isOpen = "open"
        }
    }

    @Test func `coding keys rename parameters that are required`() {
        #expect(
            Client.plain.text(of: Renamed(id: 1, perPage: 2, trace: "t", isOpen: true))
                == "GET https://h/users/1?per_page=2&open=true\nX-Trace-ID: t\nAccept: */*")
    }

    struct Conditional: Endpoint {
        static let route: Route = "PUT /files/{+path}"
        var path: String
        @Header var ifMatch: String?
        @Header var ifModifiedSince: Date?
        @Query var dryRun = false
        var note: String?
    }

    @Test func `a header's name is the property's words with hyphens`() {
        #expect(
            Client.plain.text(of: Conditional(path: "a/b", ifMatch: "\"1\"", ifModifiedSince: moment, note: "n"))
                == """
                PUT https://h/files/a/b?dryRun=false
                if-match: "1"
                if-modified-since: 2024-01-02T03:04:05.250Z
                Accept: */*
                Content-Type: application/json

                {"note":"n"}
                """)
    }

    struct Empty: Endpoint {
        static let route: Route = "POST /ping"
    }

    @Test func `an endpoint may have no parameters`() {
        #expect(Client.plain.text(of: Empty()) == "POST https://h/ping\nAccept: */*")
    }

    struct EachMethod: Endpoint {
        @TaskLocal static var current: Route = "GET /"
        static var route: Route { current }
        var page = 1
    }

    static let methods: [(Route, String)] = [
        ("GET /x", "GET https://h/x?page=1\nAccept: */*"),
        ("HEAD /x", "HEAD https://h/x?page=1\nAccept: */*"),
        ("DELETE /x", "DELETE https://h/x?page=1\nAccept: */*"),
        ("POST /x", "POST https://h/x\nAccept: */*\nContent-Type: application/json\n\n{\"page\":1}"),
        ("PUT /x", "PUT https://h/x\nAccept: */*\nContent-Type: application/json\n\n{\"page\":1}"),
        ("PATCH /x", "PATCH https://h/x\nAccept: */*\nContent-Type: application/json\n\n{\"page\":1}"),
        ("QUERY /x", "QUERY https://h/x\nAccept: */*\nContent-Type: application/json\n\n{\"page\":1}"),
        ("LINK /x", "LINK https://h/x\nAccept: */*\nContent-Type: application/json\n\n{\"page\":1}"),
    ]

    @Test(arguments: methods)
    func `a property not in the route is a query item of GET, HEAD and DELETE, and a body member else`(
        route: Route, expected: String
    ) {
        #expect(EachMethod.$current.withValue(route) { Client.plain.text(of: EachMethod()) } == expected)
    }

    struct Everything: Endpoint {
        static let route: Route = "GET /x"
        var a: Bool, b: String, c: Double, d: Float
        var e: Int, f: Int8, g: Int16, h: Int32, i: Int64, j: Int128
        var k: UInt, l: UInt8, m: UInt16, n: UInt32, o: UInt64, p: UInt128
        var q: UUID, r: Date, s: URL, t: Data, u: Decimal, v: Sample.Sort, w: Sample.Level, x: Patch<Int>, y: JSONValue,
            z: Int?
    }

    @Test func `every type has its text where the compiler calls its own function too`() {
        let everything = Everything(
            a: true, b: "b", c: 1.5, d: 0.5, e: -1, f: -2, g: -3, h: -4, i: -5, j: -6, k: 1, l: 2, m: 3, n: 4, o: 5,
            p: 6,
            q: identifiers[0], r: moment, s: site, t: Data([1]), u: 2.5, v: .oldest, w: .low, x: .value(7), y: [1], z: 8
        )

        #expect(
            line(everything)
                == "GET https://h/x?a=true&b=b&c=1.5&d=0.5&e=-1&f=-2&g=-3&h=-4&i=-5&j=-6&k=1&l=2&m=3&n=4&o=5&p=6"
                + "&q=11111111-2222-3333-4444-555555555555&r=2024-01-02T03%3A04%3A05.250Z"
                + "&s=https%3A%2F%2Fh%2Fa%3Fb%3Dc%2520d&t=AQ%3D%3D&u=2.5&v=oldest&w=1&x=7&y=1&z=8")
    }
}
