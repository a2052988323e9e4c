@testable import Portico
import Testing

@Suite struct RedirectFieldTests: RedirectSteps {
    private let fields: HTTPFields = [
        "Authorization": "Bearer x", "Proxy-Authorization": "x", "Cookie": "a=1", "X-API-Key": "k", "X-Unheard-Of": "k",
        "Referer": "https://h/", "Origin": "https://h", "Host": "virtual", "Accept": "text/csv",
        "Accept-Language": "de",
        "User-Agent": "App/1", "Range": "bytes=5-", "If-Range": "\"e\"", "If-None-Match": "\"e\"",
        "Idempotency-Key": "7",
        "Content-Type": "text/plain", "Content-Language": "de",
    ]

    private func names(from: String, to location: String, defaults: [HTTPFields] = []) throws -> [String] {
        let parts = try #require(URLText(from))
        let first = request(.put, parts.authority, scheme: parts.scheme, fields: fields, body: .text("x"))
        var machine = machine(first, defaults: defaults)
        let next = try #require(machine.received(answer(307, location)).sent)
        return next.fields.map(\.name.rawName)
    }

    @Test(arguments: ["https://other/", "https://h:8443/", "//sub.h/", "https://h.example/"])
    func `another origin gets what says which representation is wanted, and nothing that may be a credential`(
        location: String
    ) throws {
        #expect(
            try names(from: "https://h", to: location) == [
                "Accept", "Accept-Language", "User-Agent", "Range", "If-Range", "If-None-Match", "Idempotency-Key",
                "Content-Type", "Content-Language",
            ])
    }

    @Test(arguments: [
        ("https://h", "/b"), ("https://h", "https://H/b"), ("https://h", "https://h:443/b"),
        ("http://h", "https://h/b"),
        ("http://h:80", "https://h:443/b"),
    ])
    func `the same origin, or https on the same host, gets all of them`(from: String, location: String) throws {
        let names = try names(from: from, to: location)

        #expect(names.filter { $0 != "Host" } == fields.map(\.name.rawName).filter { $0 != "Host" })
    }

    @Test func `another origin gets none of the environment's and the client's defaults but Accept and User-Agent`()
        throws
    {
        let defaults: [HTTPFields] = [
            ["Accept-Language": "de", "Accept": "text/csv"], ["User-Agent": "App/1", "If-Range": "another", "X": "y"],
        ]

        let names = try names(from: "https://h", to: "https://other/", defaults: defaults)

        #expect(!names.contains("Accept-Language"))
        #expect(names.starts(with: ["Accept", "User-Agent", "Range", "If-Range"]))
    }

    @Test func `what stayed behind does not come back with the way back`() throws {
        var machine = machine(request(fields: fields))

        _ = machine.received(answer(302, "https://other/"))
        let back = try #require(machine.received(answer(302, "https://h/b")).sent)

        #expect(back.fields[.authorization] == nil)
        #expect(back.fields[.cookie] == nil)
        #expect(back.fields[.accept] == "text/csv")
    }

    @Test func `the query is the one that the place has`() throws {
        var machine = machine(request(.get, "h", "/a?api_key=k&page=1"))

        let next = try #require(machine.received(answer(302, "/b?page=2")).sent)
        let other = try #require(machine.received(answer(302, "//other/c")).sent)

        #expect(next.urlText == "https://h/b?page=2")
        #expect(other.urlText == "https://other/c")
    }
}
