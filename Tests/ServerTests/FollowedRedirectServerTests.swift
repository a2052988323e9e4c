import Foundation
import Portico
import PorticoTesting
import Testing

private let codes = [301, 302, 303, 307, 308]

/// Redirects that a client follows: over every transport the same requests arrive.
@Suite(.needsHTTPBin) struct FollowedRedirectServerTests {
    private func redirecting(_ method: HTTPMethod, _ code: Int, body: RequestContent = .none) -> Request<
        Echo, ErrorBody
    > {
        let place = "/anything/a%2Fb?x=1%202"
        return Request(method, "/redirect-to?url=\(place)&status_code=\(code)", body: body, mapping: .decoded)
    }

    @Test(arguments: codes) func `a GET stays one, with the query of its place`(code: Int) async throws {
        let echo = try await TestServer.httpbin.client.send(redirecting(.get, code))

        #expect(echo.method == "GET")
        #expect(echo.args == ["x": "1 2"])
    }

    @Test(arguments: codes) func `a POST becomes a GET, or is repeated with its body`(code: Int) async throws {
        let echo = try await TestServer.httpbin.client.send(redirecting(.post, code, body: .body(.text("kept"))))

        let isKept = code == 307 || code == 308
        #expect(echo.method == (isKept ? "POST" : "GET"))
        #expect(echo.data == (isKept ? "kept" : ""))
        #expect(echo.headers["Content-Type"] == (isKept ? "text/plain; charset=utf-8" : nil))
    }

    @Test(arguments: codes) func `a PUT becomes a GET with 303 only`(code: Int) async throws {
        let echo = try await TestServer.httpbin.client.send(redirecting(.put, code, body: .body(.text("kept"))))

        #expect(echo.method == (code == 303 ? "GET" : "PUT"))
        #expect(echo.data == (code == 303 ? "" : "kept"))
    }

    @Test(arguments: ["redirect", "relative-redirect", "absolute-redirect"])
    func `several in a row, relative and absolute`(kind: String) async throws {
        let echo: Echo = try await TestServer.httpbin.client.send(.get("/\(kind)/5"))

        #expect(echo.url.hasSuffix("/get"))
    }

    @Test func `more than 20 are too many`() async throws {
        let result = try await TestServer.httpbin.client.result(Request<Echo, ErrorBody>.get("/relative-redirect/22"))

        guard case .failure(let error) = result, case .redirect(let problem) = error.reason else {
            Issue.record("\(result)")
            return
        }
        #expect(problem.reason == .tooMany(limit: 20))
        #expect(error.attempts.count == 21)
    }

    @Test func `a streamed answer comes from where the redirect leads`() async throws {
        let server = try TestServer.httpbin
        let response = try await server.client.send(
            Request<HTTPResponse, ErrorBody>(.get, "/redirect-to?url=/bytes/100000", mapping: .streamed))

        #expect(try await response.bytes(limit: 1 << 20).count == 100_000)
    }

    @Test(.needsNginx, arguments: codes, [HTTPMethod.get, .head])
    func `nginx's redirects lead to its document`(code: Int, method: HTTPMethod) async throws {
        let response = try await TestServer.nginx.client.send(
            Request<HTTPResponse, ErrorBody>(method, "/redirect/\(code)", mapping: .converted))

        #expect(response.status == .ok)
        #expect(response.data?.isEmpty == (method == .head))
    }
}

/// What leaves with a redirect, seen by two servers that keep what arrives.
@Suite struct RedirectOriginServerTests {
    private let transport = TestServer.defaultTransport

    private func client(_ server: MockServer) -> Client {
        let environment = APIEnvironment(
            "first", baseURL: server.baseURL, fields: ["X-Env": "1", "Accept-Language": "de"],
            query: [QueryItem(name: "api_key", value: "k")])
        var options = CallOptions.patient
        options.fields = ["Authorization": "Bearer secret", "Cookie": "a=1", "X-API-Key": "k"]
        return Client(environment: environment, transport: transport).withOptions(options)
    }

    @Test(arguments: codes) func `another origin gets no credential and nothing of the environment`(code: Int)
        async throws
    {
        let second = try MockServer(answers: [.json("[1]")])
        let place = second.baseURL.absoluteString + "/x?y=1"
        let first = try MockServer(answers: [.text("moved", status: HTTPStatus(code), fields: [.location: place])])

        try await client(first).send(Request<[Int], ErrorBody>.post("/login", body: .body(.text("body"))))

        let sent = await first.request(1)
        #expect(sent?.fields["Authorization"] == "Bearer secret")
        #expect(sent?.target == "/login?api_key=k")
        let received = try #require(await second.request(1))
        #expect(received.target == "/x?y=1")
        #expect(received.method.rawValue == (code >= 307 ? "POST" : "GET"))
        for name: HTTPField.Name in ["Authorization", "Cookie", "X-API-Key", "X-Env", "Accept-Language"] {
            #expect(!received.fields.contains(name), "\(name)")
        }
        #expect(received.fields[.host] == second.authority)
        #expect(received.fields[.userAgent] == Client.defaultUserAgent)
    }

    @Test func `the same origin gets all of it`() async throws {
        let server = try MockServer(answers: [.status(307, fields: [.location: "/b"]), .json("[1]")])

        try await client(server).send(Request<[Int], ErrorBody>.post("/a", body: .body(.text("body"))))

        let received = try #require(await server.request(2))
        #expect(received.target == "/b")
        #expect(received.fields[.authorization] == "Bearer secret")
        #expect(received.fields["X-Env"] == "1")
        #expect(received.body == Data("body".utf8))
    }

    @Test(arguments: [
        ("/b%2Fc?x=%20y+z", "/b%2Fc?x=%20y+z"), ("c d", "/a/c%20d"), ("../\u{E9}", "/%C3%A9"),
        ("?x=[1]", "/a/b?x=%5B1%5D"),
    ])
    func `the place goes out byte for byte, and what no URL can hold is escaped`(location: String, target: String)
        async throws
    {
        let server = try MockServer(answers: [.status(302, fields: [.location: location]), .json("[1]")])
        let client = Client.patient(server.baseURL, transport)

        try await client.send(Request<[Int], ErrorBody>.get("/a/b"))

        #expect(await server.request(2)?.target == target)
    }

    @Test func `a loop between two servers is named`() async throws {
        let second = try MockServer()
        let first = try MockServer(answers: [.status(302, fields: [.location: second.baseURL.absoluteString + "/b"])])
        second.enqueue(.status(302, fields: [.location: first.baseURL.absoluteString + "/a?api_key=k"]))

        let result = await client(first).result(Request<[Int], ErrorBody>.get("/a"))

        guard case .failure(let error) = result, case .redirect(let problem) = error.reason else {
            Issue.record("\(result)")
            return
        }
        #expect(problem.reason == .loop)
        #expect(
            problem.urls == [
                "http://\(first.authority)/a?api_key=<redacted>", "http://\(second.authority)/b",
                "http://\(first.authority)/a?api_key=<redacted>",
            ])
    }
}
