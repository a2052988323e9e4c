import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct StubMatchingTests {
    private struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    private struct ShowUser: Endpoint {
        static let route: Route = "GET /users/{id}"
        typealias Response = User
        var id: Int
        @Header("X-Trace") var trace: String? = nil
    }

    private struct ListUsers: Endpoint {
        static let route: Route = "GET /users"
        typealias Response = [User]
        var page: Int?
        var token: String?
    }

    private struct ListOrgUsers: Endpoint {
        static let route: Route = "GET /orgs/{org}/users"
        typealias Response = [User]
        var org: String
    }

    private struct AddUser: Endpoint {
        static let route: Route = "POST /users"
        var name: String
        var tags: [String] = []
        var password: String?
    }

    private enum Todos: Router {
        case list(done: Bool? = nil), show(id: Int)

        var route: Route {
            switch self {
            case .list: "GET /todos"
            case .show: "GET /todos/{id}"
            }
        }
    }

    private func client(_ stub: StubTransport, base: String = "https://api.example/v2?key=1") -> Client {
        Client(environment: APIEnvironment("test", kind: .custom, baseURL: base), transport: stub)
    }

    /// What a stub says where none fits.
    private func message(_ stubs: [Stub], _ call: (Client) async -> (any Error)?) async throws -> String {
        let error = await call(client(StubTransport(stubs: stubs)))
        let callError = try #require(error as? CallError<ErrorBody>)
        guard case .transport(let error) = callError.reason else { throw callError }
        #expect("\(try #require(error.underlying as? StubMismatch))" == error.message)
        return error.message
    }

    @Test func `an endpoint's type answers its calls, whatever the path of the base`() async throws {
        let stub = StubTransport(stubs: [
            .on(ListOrgUsers.self, .json(encoding: [User(id: 1, name: "Org")])),
            .on(ListUsers.self, .json(encoding: [User(id: 2, name: "All")])),
            .on(ShowUser.self) { .json(encoding: User(id: $0.id, name: "Ada")) },
        ])
        let client = client(stub)

        #expect(try await client.send(ListUsers()).map(\.name) == ["All"])
        #expect(try await client.send(ListOrgUsers(org: "a/b")).map(\.name) == ["Org"])
        #expect(try await client.send(ShowUser(id: 9)) == User(id: 9, name: "Ada"))
        #expect(stub.requests.map(\.path) == ["/v2/users?key=1", "/v2/orgs/a%2Fb/users?key=1", "/v2/users/9?key=1"])
        #expect(stub.unused.isEmpty)
    }

    @Test func `a condition on the endpoint's value chooses among its calls`() async throws {
        let stub = StubTransport(stubs: [
            .on(ShowUser.self, where: { $0.id > 99 }, .status(404)),
            .on(ShowUser.self, .json(#"{"id": 1, "name": "Ada"}"#)),
        ])

        #expect(try await client(stub).send(ShowUser(id: 1)).name == "Ada")
        guard case .failure(let error) = await client(stub).result(ShowUser(id: 100)) else {
            throw try #require(nil as (any Error)?)
        }
        #expect(error.response?.status == 404)
    }

    @Test func `an endpoint's value answers the call that is its own, middleware or not`() async throws {
        struct Signing: Middleware {
            func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
                var request = request
                request.path += "&signature=abc"
                request.fields["X-Signed"] = "yes"
                return try await next(request)
            }
        }
        let stub = StubTransport(stubs: [
            .on(ListUsers(page: 2), .json("[]")),
            .on(ShowUser(id: 42, trace: "t"), .json(#"{"id": 42, "name": "Ada"}"#)),
            .on(AddUser(name: "Bob", tags: ["a"]), .status(201)),
            .on(Todos.show(id: 3), .status(200)),
            .on(Request<Void, ErrorBody>.delete("/users/7"), .status(204)),
        ])
        let client = client(stub).withMiddleware(Signing(), around: .attempt)

        #expect(try await client.send(ListUsers(page: 2)).isEmpty)
        #expect(try await client.send(ShowUser(id: 42, trace: "t")).name == "Ada")
        try await client.send(AddUser(name: "Bob", tags: ["a"]))
        try await client.send(Todos.show(id: 3))
        try await client.send(Request<Void, ErrorBody>.delete("/users/7"))

        #expect(stub.unused.isEmpty)
        #expect(stub.requests.allSatisfy { $0.fields["X-Signed"] == "yes" })
    }

    @Test func `routes, routers and conditions on requests answer as well`() async throws {
        let stub = StubTransport(stubs: [
            .on("GET /users/{id}", where: { $0.fields["X-Trace"] == "t" }, .json(#"{"id": 1, "name": "Traced"}"#)),
            .on("GET /v2/users/{id}", .json(#"{"id": 1, "name": "Ada"}"#)),
            .on(Todos.self, where: { if case .list = $0 { true } else { false } }, .status(200)),
            .on(Todos.self, .status(204)),
            .on(where: { $0.method == .put }, .status(201)),
        ])
        let client = client(stub)

        #expect(try await client.send(ShowUser(id: 1, trace: "t")).name == "Traced")
        #expect(try await client.send(ShowUser(id: 1)).name == "Ada")
        #expect(try await client.send(Todos.list(), as: HTTPResponse.self).status == 200)
        #expect(try await client.send(Todos.show(id: 1), as: HTTPResponse.self).status == 204)
        #expect(try await client.send(Request<HTTPResponse, ErrorBody>.put("/x")).status == 201)
    }

    @Test func `several answers are given once each, and then the next stub that fits answers`() async throws {
        let stub = StubTransport(stubs: [
            .on(ListUsers.self, .json(#"[{"id": 1, "name": "A"}]"#), .json(#"[{"id": 2, "name": "B"}]"#)),
            .on("GET /users", .json("[]")),
        ])
        let client = client(stub)
        #expect(stub.unused == ["ListUsers, GET /users", "GET /users"])

        #expect(try await client.send(ListUsers()).first?.id == 1)
        #expect(stub.unused == ["ListUsers, GET /users (1 of 2 answers given)", "GET /users"])
        #expect(try await client.send(ListUsers()).first?.id == 2)
        #expect(try await client.send(ListUsers()).isEmpty)
        #expect(try await client.send(ListUsers()).isEmpty)
        #expect(stub.unused.isEmpty)
    }

    @Test func `where all answers were given, the error says so`() async throws {
        let stub = StubTransport(stubs: [.on(ListUsers(), .json("[]"), .json("[]"))])
        let client = client(stub)
        for _ in 0..<2 { try await client.send(ListUsers()) }

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(ListUsers()) }

        #expect("\(try #require(error))".contains("the answers of the stub ListUsers, GET /users were given already"))
    }

    @Test func `a stub that serves two transports counts for each`() async throws {
        let stub = Stub.on(ListUsers.self, .json("[]"), .status(503))
        let clients = [client(StubTransport(stubs: [stub])), client(StubTransport(stubs: [stub]))]

        for client in clients { #expect(try await client.send(ListUsers()).isEmpty) }
    }

    @Test func `a redirect leads away from the stub of its call`() async throws {
        let stub = StubTransport(stubs: [
            .on(ShowUser(id: 1), .status(302, fields: ["Location": "/v2/people/1"])),
            .on("GET /people/{id}", .json(#"{"id": 1, "name": "Moved"}"#)),
        ])

        #expect(try await client(stub).send(ShowUser(id: 1)).name == "Moved")
    }

    @Test func `a request that none fits says in what it differs from the nearest`() async throws {
        let stubs: [Stub] = [
            .on(ShowUser(id: 42), .status(200)), .on(ListUsers(page: 1), .status(200)), .on(Todos.self, .status(200)),
        ]
        #expect(
            try await message(stubs) { await $0.result(ShowUser(id: 43)).failure } == """
                no stub answers GET /v2/users/43?key=<redacted>; the nearest is ShowUser, GET /users/42: \
                path /v2/users/43 instead of /v2/users/42; \
                all stubs: ShowUser, GET /users/42; ListUsers, GET /users?page=1; Todos
                """)
        #expect(
            try await message([.on(ListUsers(page: 1), .status(200))]) {
                await $0.result(ListUsers(page: 2, token: "s3cret")).failure
            } == """
                no stub answers GET /v2/users?key=<redacted>&page=2&token=<redacted>; the nearest is ListUsers, \
                GET /users?page=1: query ?key=<redacted>&page=2&token=<redacted> instead of ?key=<redacted>&page=1
                """)
        #expect(
            try await message([.on(ShowUser(id: 1, trace: "a"), .status(200))]) {
                await $0.result(ShowUser(id: 1)).failure
            }.hasSuffix("field X-Trace not there instead of 'a'"))
        #expect(
            try await message([.on(ListUsers.self, where: { $0.page == 1 }, .status(200))]) {
                await $0.result(ListUsers()).failure
            }.hasSuffix("the nearest is ListUsers, GET /users: its condition does not hold"))
        #expect(
            try await message([.on(ListUsers.self, .status(200))]) { await $0.result(ListOrgUsers(org: "a")).failure }
                .hasSuffix("endpoint ListOrgUsers instead of ListUsers, path /v2/orgs/a/users instead of /users"))
        #expect(
            try await message([.on("PUT /users", .status(200))]) { await $0.result(ListUsers()).failure }
                .hasSuffix("the nearest is PUT /users: method GET instead of PUT"))
        #expect(
            try await message([]) { await $0.result(ListUsers()).failure }
                == "no stub answers GET /v2/users?key=<redacted>: there is none")
    }

    @Test(arguments: [
        (AddUser(name: "Bob"), "body at name \"Bob\" instead of \"Ada\""),
        (AddUser(name: "Ada", tags: ["x"]), "body at tags[0] \"x\" instead of not there"),
        (AddUser(name: "Ada", password: "hunter2"), "body at password has another value"),
    ])
    private func `a difference in JSON is told by its place, secrets hidden`(call: AddUser, text: String) async throws {
        let message = try await message([.on(AddUser(name: "Ada"), .status(201))]) { await $0.result(call).failure }
        #expect(
            message == "no stub answers POST /v2/users?key=<redacted>; the nearest is AddUser, POST /users: \(text)")
    }

    @Test func `requests are known by their endpoints`() async throws {
        let stub = StubTransport(stubs: [
            .on(ShowUser.self, .json(#"{"id": 1, "name": "Ada"}"#)), .on(AddUser.self, .status(201)),
            .on("GET /v2/raw", .status(200)),
        ])
        let client = client(stub)
        for id in [42, 7, 42] { try await client.send(ShowUser(id: id)) }
        try await client.send(AddUser(name: "Bob"))
        try await client.send(Request<Void, ErrorBody>.get("/raw"))

        #expect(stub.requests(of: ShowUser.self).map(\.id) == [42, 7, 42])
        #expect(stub.requests(of: ListUsers.self).isEmpty)
        #expect(stub.requestCount(of: ShowUser(id: 42)) == 2)
        #expect(stub.requestCount(of: AddUser(name: "Bob")) == 1)
        #expect(stub.requestCount(of: AddUser(name: "Bob", tags: ["a"])) == 0)
        #expect(stub.requestCount == 5)
    }

    @Test func `without a client a request is known by its route or its wire form`() async throws {
        let stub = StubTransport(stubs: [
            .on(ShowUser(id: 1), .status(201)), .on(ShowUser.self, where: { $0.id == 2 }, .status(202)),
            .on(ShowUser.self, .status(203)),
        ])
        let request = HTTPRequest(scheme: "https", authority: "h", path: "/users/1", fields: ["X-Own": "a"])
        #expect(try await stub.send(request, TransportOptions()).status == 201)
        var other = request
        other.path = "/users/2"
        #expect(try await stub.send(other, TransportOptions()).status == 203)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
