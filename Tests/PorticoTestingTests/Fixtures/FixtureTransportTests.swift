import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct FixtureTransportTests {
    private struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /users/{id}"
        typealias Response = User
        var id: Int
    }

    private struct ListUsers: Endpoint {
        static let route: Route = "GET /users"
        typealias Response = [User]
        var page: Int?
    }

    private struct AddUser: Endpoint {
        static let route: Route = "POST /users"
        typealias Response = WithHead<User>
        static let mapping: ResponseMapping<Response> = ResponseMapping<User>.decoded.withHead
        var name: String
    }

    private struct DeleteUser: Endpoint {
        static let route: Route = "DELETE /users/{id}"
        var id: Int
    }

    private let files: FixtureFiles

    init() throws {
        files = try FixtureFiles([
            "users/{id}/GET.json": #"{"id": 7, "name": "Ada"}"#,
            "users/GET.json": #"[{"id": 7, "name": "Ada"}]"#,
            "users/GET,page=2.json": "[]",
            "users/GET@empty.json": "[]",
            "users/POST.201.json": #"{"id": 8, "name": "Bob"}"#,
            "users/POST.head.json": #"{"fields": {"Location": "/users/8"}, "delay": "250ms"}"#,
            "users/{id}/DELETE.204.json": "",
            "users/0/GET.json": #"{"id": 0, "na"#,
            "api/v2/users/9/GET.json": #"{"id": 9, "name": "Eve"}"#,
        ])
    }

    private func client(_ transport: some Transport, base: String = "https://api.example") -> Client {
        Client(environment: APIEnvironment("test", kind: .custom, baseURL: base), transport: transport)
    }

    @Test func `a feature is developed on files alone`() async throws {
        let clock = VirtualClock()
        let client = client(try FixtureTransport(files.url)).withClock(clock)

        #expect(try await client.send(ShowUser(id: 7)) == User(id: 7, name: "Ada"))
        #expect(try await client.send(ListUsers()).count == 1)
        #expect(try await client.send(ListUsers(page: 2)).isEmpty)
        try await client.send(DeleteUser(id: 7))
        let call = Task { try await client.send(AddUser(name: "Bob")) }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        let added = try await call.value
        #expect(added.head.status == 201 && added.head.fields["Location"] == "/users/8")
        #expect(added.value == User(id: 8, name: "Bob"))
    }

    @Test func `a scenario is chosen by its name`() async throws {
        let client = client(try FixtureTransport(files.url, scenario: "empty"))

        #expect(try await client.send(ListUsers()).isEmpty)
        #expect(try await client.send(ShowUser(id: 7)).name == "Ada")
    }

    @Test(arguments: ["https://api.example/api/v2", "https://api.example/api/v2/"])
    func `the path of the base may be left out, or not`(base: String) async throws {
        let client = client(try FixtureTransport(files.url), base: base)

        #expect(try await client.send(ShowUser(id: 7)).name == "Ada")
        #expect(try await client.send(ListUsers()).count == 1)
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Request<Void, ErrorBody>.put("/users/me"))
        }
        #expect(
            "\(try #require(error))".hasSuffix(
                """
                there is no fixture for PUT /api/v2/users/me; looked for users/me/PUT.json, users/{id}/PUT.json, \
                api/v2/users/me/PUT.json
                """))
    }

    @Test func `a call without a fixture fails with the files that were looked for, in order`() async throws {
        let client = client(try FixtureTransport(files.url))

        let result = await client.result(Request<Void, ErrorBody>.put("/users/me"))

        guard case .failure(let error) = result, case .transport(let reason) = error.reason else {
            throw try #require(nil as (any Error)?)
        }
        let fixture = try #require(reason.underlying as? FixtureError)
        #expect(fixture.isMissing)
        #expect(fixture.lookedFor == ["users/me/PUT.json", "users/{id}/PUT.json"])
        #expect(
            reason.message
                == "there is no fixture for PUT /users/me; looked for users/me/PUT.json, users/{id}/PUT.json")
    }

    @Test func `a fixture that is no good fails, in front of a live transport too`() async throws {
        let live = StubTransport(.status(204))
        let client = client(try FixtureTransport(files.url, otherwise: live))

        let result = await client.result(ShowUser(id: 0))

        guard case .failure(let error) = result else { throw try #require(nil as (any Error)?) }
        #expect(
            "\(error)".hasSuffix(
                "the fixture users/0/GET.json for GET /users/0 is no good: it is no JSON from byte 13 on (line 1, column 14)"
            ))
        #expect(live.requestCount == 0)
    }

    @Test func `what has no file is passed on untouched`() async throws {
        let live = StubTransport(.json("[]"))
        let client = client(try FixtureTransport(files.url, otherwise: live))

        #expect(try await client.send(ShowUser(id: 7)).name == "Ada")
        try await client.send(Request<Void, ErrorBody>.put("/users/me", body: .bytes(Data("x".utf8))))
        try files.remove("users/GET.json")
        #expect(try await client.send(ListUsers()).isEmpty)

        #expect(live.requests.map(\.path) == ["/users/me", "/users"])
        #expect(live.requests[0].body.data == Data("x".utf8))
    }

    @Test func `a mapper names files by the endpoint's value`() async throws {
        let folder = files.url
        try files.write("ada.json", #"{"id": 1, "name": "Ada"}"#)
        try files.write("gone.410.problem", #"{"title": "Gone"}"#)
        try files.write("created.head.json", #"{"status": 201}"#)
        let live = StubTransport(.json(#"{"id": 4, "name": "Live"}"#))
        let client = client(
            FixtureTransport(otherwise: live) { call in
                switch call.endpoint {
                case let endpoint as ShowUser where endpoint.id == 1: folder.appending(path: "ada.json")
                case let endpoint as ShowUser where endpoint.id == 2: folder.appending(path: "gone.410.problem")
                case let endpoint as ShowUser where endpoint.id == 3: folder.appending(path: "nowhere.json")
                default: call.route == "PUT /x" ? folder.appending(path: "created.json") : nil
                }
            })

        #expect(try await client.send(ShowUser(id: 1)).name == "Ada")
        let gone = await client.result(ShowUser(id: 2))
        #expect(try await client.send(ShowUser(id: 3)).name == "Live")
        #expect(try await client.send(ShowUser(id: 4)).name == "Live")
        let created = try await client.send(Request<HTTPResponse, ErrorBody>.put("/x"))

        guard case .failure(let error) = gone, case .failure(let body) = error.reason else {
            throw try #require(nil as (any Error)?)
        }
        #expect(error.response?.status == 410 && body.problem?.title == "Gone")
        #expect(created.status == 201)
    }

    @Test(arguments: [
        (
            "https://x.example/a.json",
            "the fixture https://x.example/a.json for GET / is no good: it is no URL of a file"
        ),
        ("file:///nowhere/a.json", "there is no fixture for GET /; looked for /nowhere/a.json"),
    ])
    func `a mapper's file that cannot be had is an error`(url: String, message: String) async throws {
        let url = try #require(URL(string: url))
        let transport = FixtureTransport { _ in url }

        let error = await #expect(throws: TransportError.self) {
            try await transport.send(
                HTTPRequest(scheme: "https", authority: "h", path: "/?token=abc"), TransportOptions())
        }
        #expect(error?.message == message)
    }

    @Test func `limits, progress and streams are as for every transport`() async throws {
        let transport = try FixtureTransport(files.url)
        let request = HTTPRequest(scheme: "https", authority: "h", path: "/users")

        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request, TransportOptions(bodyLimit: 3))
        }
        #expect(error?.kind == .bodyTooLarge(limit: 3))
        let streamed = try await transport.send(request, TransportOptions(delivery: .streamed))
        guard case .chunks(let chunks) = streamed.body else { throw try #require(nil as (any Error)?) }
        #expect(try await chunks.collected(limit: 100).count == 26)
        let head = HTTPRequest(method: .head, scheme: "https", authority: "h", path: "/users")
        #expect(try await transport.send(head, TransportOptions()).data?.isEmpty == true)
    }

    @Test func `a caller that is cancelled, or out of time, does not wait for a fixture's delay`() async throws {
        let transport = try FixtureTransport(files.url)
        let clock = VirtualClock()
        let post = HTTPRequest(method: .post, scheme: "https", authority: "h", path: "/users")

        let late = Task { try await transport.send(post, TransportOptions(timeout: .milliseconds(100), clock: clock)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        await #expect { try await late.value } throws: { ($0 as? TransportError)?.kind == .timedOut(.attempt) }

        let cancelled = Task { try await transport.send(post, TransportOptions(clock: clock)) }
        await clock.waitForSleepers(1)
        cancelled.cancel()
        await #expect { try await cancelled.value } throws: { ($0 as? TransportError)?.kind == .cancelled }
    }

    @Test func `it has the capabilities of what is behind it`() throws {
        var live = StubTransport(.status(204))
        live.capabilities = TransportCapabilities(missing: [.timings], contentEncodings: ["gzip"])

        #expect(try FixtureTransport(files.url, otherwise: live).capabilities == live.capabilities)
        #expect(try FixtureTransport(files.url).capabilities == .all)
        #expect(try FixtureTransport(files.url, otherwise: live).keepsDeadlines)
    }
}
