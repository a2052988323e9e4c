import Foundation
import Portico
import PorticoTesting
import Testing

private let request: Request<[Int], ErrorBody> = .get("/things")

@Suite struct ClientCopyTests {
    private let stub = StubTransport(.json("[1]"))
    private var client: Client { Client(environment: .stub, transport: stub) }

    private func sent(by client: Client) async throws -> HTTPRequest {
        try await client.send(request)
        return try #require(stub.requests.last)
    }

    @Test func `a copy differs in one thing, and the client that it was made of in nothing`() async throws {
        let client = client
        let before = try await sent(by: client)

        _ = client.withUserAgent("Other/1")
        _ = client.withEnvironment(APIEnvironment("other", baseURL: "https://other.example"))
        _ = client.withOptions(CallOptions(fields: ["X-Other": "1"]))
        _ = client.withMiddleware(Around { _, _, _ in throw CancellationError() })
        _ = client.withTransport(StubTransport(.failure(.connectionLost)))
        _ = client.withDecoder(JSONDecoder()).withEncoder(JSONEncoder()).withMapper(nil)
        _ = client.withStyle(ParameterStyle(dates: .epochSeconds)).withLogging(true) { _ in }
        _ = client.withObserver { _ in }.withRedaction(.standard).withClock(VirtualClock())
        let after = try await sent(by: client)

        #expect(before.urlText == after.urlText)
        #expect(before.fields == after.fields)
    }

    @Test func `another environment`() async throws {
        let other = client.withEnvironment(
            APIEnvironment("other", baseURL: "http://other.example/v2?key=1", fields: ["X-Env": "other"]))

        #expect(other.environment.name == "other")
        let sent = try await sent(by: other)
        #expect(sent.urlText == "http://other.example/v2/things?key=1")
        #expect(sent.fields["X-Env"] == "other")
    }

    @Test func `another transport`() async throws {
        let other = StubTransport(.json("[2]"))

        #expect(try await client.withTransport(other).send(request) == [2])
        #expect(stub.requestCount == 0)
        #expect(other.requestCount == 1)
    }

    @Test func `another User-Agent, or none`() async throws {
        #expect(try await sent(by: client).fields[.userAgent] == Client.defaultUserAgent)
        #expect(try await sent(by: client.withUserAgent("App/7")).fields[.userAgent] == "App/7")
        #expect(try await sent(by: client.withUserAgent(nil)).fields[.userAgent] == nil)
    }

    @Test func `copies of copies keep what each was told`() async throws {
        let sent = try await sent(
            by: client.withUserAgent("App/7").withOptions(CallOptions(fields: ["X-A": "1"]))
                .withMiddleware(
                    Around { request, _, next in
                        var request = request
                        request.fields["X-B"] = "2"
                        return try await next(request)
                    }))

        #expect(sent.fields[.userAgent] == "App/7")
        #expect(sent.fields["X-A"] == "1")
        #expect(sent.fields["X-B"] == "2")
    }

    @Test func `one client serves many tasks at once`() async throws {
        let client = client

        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...100 { group.addTask { try await client.send(request)[0] } }
            return try await group.reduce(0, +)
        }

        #expect(sum == 100)
        #expect(stub.requestCount == 100)
    }
}

@Suite struct EnvironmentTests {
    private let stub = StubTransport(.json("[1]"))

    private struct Traced: Endpoint {
        static let route: Route = "GET /traced?fixed=1"
        typealias Response = [Int]
        var page = 2
        @Header("X-Trace") var trace: String? = nil
    }

    private struct Elsewhere: Endpoint {
        static let route: Route = "GET /else"
        static let environment: APIEnvironment? = APIEnvironment(
            "elsewhere", baseURL: "https://else.example/base/", fields: ["X-Else": "1"],
            query: [QueryItem(name: "e", value: "2")])
        typealias Response = [Int]
    }

    private var client: Client {
        let environment = APIEnvironment(
            "main", baseURL: "https://api.example/v1?base=0", fields: ["X-Trace": "env", "Accept-Language": "de"],
            query: [QueryItem(name: "lang", value: "de & en")])
        return Client(environment: environment, transport: stub)
    }

    @Test func `default fields go along where the call has none of that name`() async throws {
        try await client.send(Traced())
        try await client.send(Traced(trace: "mine"))
        try await client.send(Traced(trace: "mine"), options: CallOptions(fields: ["X-Trace": "call"]))

        #expect(stub.requests.map { $0.fields.values(of: "X-Trace") } == [["env"], ["mine"], ["call"]])
        #expect(stub.requests.allSatisfy { $0.fields["Accept-Language"] == "de" })
    }

    @Test func `default items of the query come before the call's own`() async throws {
        try await client.send(Traced())

        #expect(stub.requests[0].path == "/v1/traced?base=0&lang=de%20%26%20en&fixed=1&page=2")
    }

    @Test func `an endpoint's own environment takes the place of the client's`() async throws {
        try await client.send(Elsewhere())

        #expect(stub.requests[0].urlText == "https://else.example/base/else?e=2")
        #expect(stub.requests[0].fields["X-Else"] == "1")
        #expect(stub.requests[0].fields["Accept-Language"] == nil)
    }

    @Test func `a whole URL of another origin gets nothing of client or environment`() async throws {
        let client = client.withOptions(CallOptions(fields: ["Authorization": "Bearer s3cret"]))
        func send(_ url: String) async throws -> HTTPRequest {
            let request: Request<[Int], ErrorBody> = .get(url: URL(string: url)!)
            try await client.send(request, options: CallOptions(fields: ["X-Mine": "1"]))
            return stub.requests[stub.requests.count - 1]
        }

        let foreign = try await send("https://files.example/a%2Fb?x=1&sig=%2B")
        #expect(foreign.urlText == "https://files.example/a%2Fb?x=1&sig=%2B")
        #expect(foreign.fields["Authorization"] == nil)
        #expect(foreign.fields["Accept-Language"] == nil)
        #expect(foreign.fields["X-Mine"] == "1")
        for other in ["http://api.example/v1", "https://api.example:8443/v1", "https://api.example.evil/v1"] {
            #expect(try await send(other).fields["Authorization"] == nil)
        }

        let home = try await send("https://API.example:443/v1/x?y")
        #expect(home.fields["Authorization"] == "Bearer s3cret")
        #expect(home.fields["Accept-Language"] == "de")
    }

    @Test(arguments: [
        ("ftp://api.example", "the base 'ftp://api.example' of the environment 'bad' is no http or https URL"),
        ("api.example", "the base 'api.example' of the environment 'bad' is no http or https URL"),
        (
            "https://ada:s3cret@api.example",
            "the base 'https://<redacted>@api.example' of the environment 'bad' holds a user's name or password"
        ),
    ])
    func `a base that is none makes each call fail, with an error that says so`(base: String, text: String) async throws
    {
        let client = Client(environment: APIEnvironment("bad", baseURL: base), transport: stub)

        let error = try #require(await #expect(throws: CallError<ErrorBody>.self) { try await client.send(Traced()) })

        #expect(error.description == "Traced, GET /traced?fixed=1: the request is invalid: URL: \(text)")
        #expect(stub.requestCount == 0)
    }
}
