import Foundation
import Portico
import PorticoTesting
import Testing

private struct AddUser: Endpoint {
    static let route: Route = "POST /users"
    typealias Response = User
    @Query var token = "s3cret"
    var name: String
    var password = "s3cret"
}

private enum Users: Router {
    case show(id: Int)
    var route: Route { "GET /users/{id}" }
}

@Suite struct ExplainTests {
    private let stub = StubTransport(.json("[1]"))
    private let trail = Trail()
    private var client: Client {
        Client(environment: .stub, transport: stub).withUserAgent("App/7")
            .withMiddleware(
                Around { request, _, next in
                    var request = request
                    request.fields["Authorization"] = "Bearer s3cret"
                    return try await next(request)
                }, around: .attempt)
    }

    @Test func `the request is told as it would go out, after the middleware, redacted, and nothing is sent`()
        async throws
    {
        let explanation = try await client.explain(AddUser(name: "O'Hara"))

        #expect(
            explanation.description == """
                AddUser (POST /users)
                POST https://api.example/users?token=<redacted>
                Accept: application/json
                User-Agent: App/7
                Content-Type: application/json
                Authorization: <redacted>

                {"name":"O'Hara","password":"<redacted>"}
                """)
        #expect(explanation.call == CallDescription(name: "AddUser", route: "POST /users"))
        #expect(explanation.request.method == .post)
        #expect(stub.requestCount == 0)
    }

    @Test func `it is told as a command for a shell`() async throws {
        let command = try await client.explain(AddUser(name: "O'Hara")).curlCommand

        #expect(command.contains("curl "))
        #expect(command.contains("'https://api.example/users?token=<redacted>'"))
        #expect(command.contains(#"O'\''Hara"#))
        #expect(!command.contains("s3cret"))
    }

    @Test func `every style is explained`() async throws {
        let request: Request<[Int], ErrorBody> = .get("/users/\(7)")

        #expect(try await client.explain(request).request.urlText == "https://api.example/users/7")
        #expect(try await client.explain(Users.show(id: 7)).request.urlText == "https://api.example/users/7")
    }

    @Test func `options of the call count`() async throws {
        let explanation = try await client.explain(
            AddUser(name: "x"), options: CallOptions(fields: ["X-Trace": "7"]))

        #expect(explanation.request.fields["X-Trace"] == "7")
    }

    @Test func `no event and no line of a log tells of it`() async throws {
        let client = client.withObserver { [trail] in trail.add("\($0)") }.withLogging(true, to: trail.add)

        _ = try await client.explain(AddUser(name: "x"))

        #expect(trail.all.isEmpty)
    }

    @Test func `a layer knows that nothing is going to be sent`() async throws {
        let seen = Mutexed<[Bool]>([])
        let client = client.withMiddleware(
            Around { request, context, next in
                seen.value.append(context.isExplaining)
                return try await next(request)
            })

        _ = try await client.explain(AddUser(name: "x"))
        _ = await client.result(AddUser(name: "x"))

        #expect(seen.value == [true, false])
    }

    @Test func `a layer that sends again or answers when sending fails changes nothing`() async throws {
        let client = client.withMiddleware(
            Around { request, _, next in
                do { return try await next(request) } catch {
                    var other = request
                    other.authority = "other.example"
                    _ = try? await next(other)
                    return .json("[2]")
                }
            })

        #expect(try await client.explain(AddUser(name: "x")).request.urlText.hasPrefix("https://api.example/"))
    }

    @Test func `a layer that answers by itself is told`() async throws {
        let client = client.withMiddleware(Around { _, _, _ in .json("[2]") })

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.explain(AddUser(name: "x"))
        }

        #expect(
            error?.description == """
                AddUser, POST /users: the request is invalid: options: \
                a middleware answers this call; nothing goes out
                """)
    }

    @Test func `what makes the request invalid is told`() async throws {
        let request: Request<[Int], ErrorBody> = .get("/users/\("..")")

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.explain(request)
            })

        guard case .invalidRequest = error.reason else { throw error }
    }
}

@Suite struct RequestBeforeMiddlewareTests {
    @Test func `the request of a call is made before any middleware, with its secrets`() throws {
        let client = Client.answering(.status(200)).withUserAgent(nil)
            .withOptions(CallOptions(fields: ["X-Client": "1"]))
            .withMiddleware(Around { _, _, _ in throw CancellationError() })

        let request = try client.httpRequest(for: AddUser(name: "Ada"))

        #expect(request.method == .post)
        #expect(request.urlText == "https://api.example/users?token=s3cret")
        #expect(
            request.fields.map { "\($0.name): \($0.value)" } == [
                "X-Client: 1", "Accept: application/json", "Content-Type: application/json",
            ])
        #expect(request.body.data == Data(#"{"name":"Ada","password":"s3cret"}"#.utf8))
        #expect(try client.httpRequest(for: Users.show(id: 7)).urlText == "https://api.example/users/7")
    }

    @Test func `what makes it invalid is thrown`() {
        let request: Request<[Int], ErrorBody> = .get("/users/\("..")")

        #expect(throws: CallError<ErrorBody>.self) { try Client.answering(.status(200)).httpRequest(for: request) }
    }
}
