import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

@Suite struct APIKeyAuthenticatorTests {
    private let stub = StubTransport(.json("[1]"))

    private func client(_ place: APIKeyAuthenticator.Place, key: String = "k-1") -> Client {
        Client(environment: .stub, transport: stub).withAuthenticator(.apiKey(key, in: place))
    }

    private func get(_ target: String) throws -> Request<[Int], ErrorBody> {
        .get(url: try #require(URL(string: "https://api.example" + target)))
    }

    @Test func `a key in a field takes the place of one that is there`() async throws {
        let request: Request<[Int], ErrorBody> = .get("/x")

        try await client(.header("X-Key")).send(request, options: CallOptions(fields: ["x-key": "other"]))

        #expect(stub.requests.map { $0.fields.values(of: "X-Key") } == [["k-1"]])
    }

    @Test(arguments: [
        ("/x", "/x?k%20y=k-1"), ("/x?", "/x?k%20y=k-1"), ("/x?a=1&b", "/x?a=1&b&k%20y=k-1"),
        ("/x?a=%2f&&c=", "/x?a=%2f&&c=&k%20y=k-1"), ("/x?k+y=old&a=1&k%20y", "/x?a=1&k%20y=k-1"),
        ("/x?k%20y=old", "/x?k%20y=k-1"), ("/x?k=1&y=2&K%20Y=3", "/x?k=1&y=2&K%20Y=3&k%20y=k-1"),
        ("/x?a=k%20y=1?", "/x?a=k%20y=1?&k%20y=k-1"),
    ])
    func `a key is the last item of the query, in place of one that is there`(target: String, sent: String) async throws
    {
        try await client(.query("k y")).send(get(target))

        #expect(stub.requests.map(\.path) == [sent])
    }

    @Test func `a key in the query is escaped`() async throws {
        try await client(.query("key"), key: "a b&c=d+é#%").send(get("/x"))

        #expect(stub.requests.map(\.path) == ["/x?key=a%20b%26c%3Dd%2B%C3%A9%23%25"])
    }

    @Test(arguments: [
        ([], "sid=k-1"), (["a=1"], "a=1; sid=k-1"), (["a=1; sid=old;b=2"], "a=1; b=2; sid=k-1"),
        (["a=1", "b=2"], "a=1; b=2; sid=k-1"), (["xsid=1; SID=2"], "xsid=1; SID=2; sid=k-1"), (["sid=old"], "sid=k-1"),
    ])
    func `a key in a cookie joins the others, in place of one that is there`(
        cookies: [String], sent: String
    ) async throws {
        let fields = HTTPFields(cookies.map { HTTPField(name: .cookie, value: $0) })

        try await client(.cookie("sid")).send(get("/x"), options: CallOptions(fields: fields))

        #expect(stub.requests.map { $0.fields.values(of: .cookie) } == [[sent]])
    }

    @Test(arguments: [
        ("sid", "a;b"), ("sid", "a b"), ("sid", "a,b"), ("sid", "a\"b"), ("sid", "a\\b"), ("sid", "a\r\nb"),
        ("sid", "é"), ("", "a"), ("s d", "a"), ("s=d", "a"), ("s;d", "a"),
    ])
    func `a cookie that would be read as something else is refused`(name: String, key: String) async throws {
        let error = try #require(await client(.cookie(name), key: key).result(get("/x")).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect((failure.underlying as? InvalidRequest)?.location == .field("Cookie"))
        #expect(stub.requestCount == 0)
    }

    @Test func `a key that would end its line is refused`() async throws {
        let error = try #require(await client(.header("X-Key"), key: "a\r\nX-Admin: 1").result(get("/x")).error)

        guard case .invalidRequest(let problem) = error.reason else { throw error }
        #expect(problem.location == .field("X-Key"))
        #expect(stub.requestCount == 0)
    }

    @Test(arguments: [APIKeyAuthenticator.Place.header("Sesame"), .query("sesame"), .cookie("sesame")])
    func `a key is hidden in logs, errors and commands`(place: APIKeyAuthenticator.Place) async throws {
        let lines = Mutex<[String]>([])
        let client = client(place, key: "passw0rd").withTransport(StubTransport(.status(500)))
            .withLogging(true) { line in lines.withLock { $0.append(line) } }

        let error = try #require(await client.result(get("/x?a=1")).error)
        let explained = try await client.explain(get("/x?a=1"))

        let texts = lines.withLock(\.self) + ["\(error)", error.request?.curlCommand ?? "", "\(explained)"]
        #expect(!texts.joined().contains("passw0rd"))
        #expect(explained.description.lowercased().contains(place == .cookie("sesame") ? "cookie" : "sesame"))
        var dumped = ""
        dump(APIKeyAuthenticator(key: "passw0rd", in: place), to: &dumped)
        #expect(!dumped.contains("passw0rd"))
    }

    @Test func `a key stays with its origin`() async throws {
        let url = try #require(URL(string: "https://else.example/x?a=1"))

        try await client(.query("key")).send(Request<[Int], ErrorBody>.get(url: url))

        #expect(stub.requests.map(\.path) == ["/x?a=1"])
    }
}
