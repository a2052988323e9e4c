import Foundation
import Portico
import PorticoTesting
import Testing

/// `GET /thing` of an environment of its own, with what it names of the client's authenticators.
private struct Elsewhere<Choice: ChoiceOfTest>: Endpoint {
    static var route: Route { "GET /thing" }
    static var environment: APIEnvironment? { APIEnvironment("else", baseURL: "https://else.example") }
    static var options: CallOptions { CallOptions(authenticator: Choice.choice) }
}

private protocol ChoiceOfTest: Sendable {
    static var choice: AuthenticatorChoice? { get }
}
private enum Nothing: ChoiceOfTest { static let choice: AuthenticatorChoice? = nil }
private enum Named: ChoiceOfTest { static let choice: AuthenticatorChoice? = "default" }

@Suite struct CredentialOriginTests {
    private let stub = StubTransport(.json("[1]"))

    private func client(_ base: String, allowsPlainHTTP: Bool = false) -> Client {
        Client(environment: APIEnvironment("test", baseURL: base), transport: stub)
            .withAuthenticator(.bearer("t"), allowsPlainHTTP: allowsPlainHTTP)
    }

    private func get(_ url: String) throws -> Request<Data, ErrorBody> {
        Request(.get, url: try #require(URL(string: url)), mapping: .converted)
    }

    @Test(arguments: [
        ("https://api.example", "https://api.example/x", true),
        ("https://api.example", "https://API.example:443/x", true),
        ("https://api.example", "https://evil.example/x", false),
        ("https://api.example", "https://api.example.evil.example/x", false),
        ("https://api.example", "https://sub.api.example/x", false),
        ("https://api.example", "https://api.example:8443/x", false),
        ("https://api.example", "http://api.example/x", false),
        ("http://localhost:80", "https://localhost/x", true),
        ("http://localhost:8080", "https://LOCALHOST:8443/x", false),
        ("http://localhost:8080", "http://localhost:8081/x", false),
        ("http://localhost:8080", "https://127.0.0.1/x", false),
        ("http://[::1]:8080", "https://[::1]/x", false),
        ("http://[::1]", "https://[::1]/x", true),
        ("http://[::1]", "https://[::2]/x", false),
    ])
    func `a credential goes to its own origin, and to its host by https at the schemes' own ports`(
        base: String, url: String, goesAlong: Bool
    ) async throws {
        try await client(base).send(try get(url))

        #expect(stub.requests.map { $0.fields[.authorization] } == [goesAlong ? "Bearer t" : nil])
    }

    @Test func `another environment's endpoint gets the credential only where it names it`() async throws {
        let client = client("https://api.example")

        try await client.send(Elsewhere<Nothing>())
        try await client.send(Elsewhere<Named>())

        #expect(stub.requests.map { $0.fields[.authorization] } == [nil, "Bearer t"])
        #expect(stub.requests.map(\.authority) == ["else.example", "else.example"])
    }

    @Test func `a call that names its authenticator does not take it to another origin`() async throws {
        let call = try get("https://evil.example/x")

        try await client("https://api.example").send(call, options: CallOptions(authenticator: "default"))

        #expect(stub.requests.map { $0.fields[.authorization] } == [nil])
    }

    @Test(arguments: [
        "http://api.example", "http://10.0.0.1:8080", "http://localhost.example", "http://128.0.0.1",
        "http://127.0.0.1.example", "http://[::2]",
    ])
    func `no credential goes over http to another machine, unless allowed`(base: String) async throws {
        let request: Request<Data, ErrorBody> = .get("/x")

        let error = try #require(await client(base).result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect((failure.underlying as? InvalidRequest)?.location == .url)
        #expect(stub.requestCount == 0)
        try await client(base, allowsPlainHTTP: true).send(request)
        #expect(stub.requests.map { $0.fields[.authorization] } == ["Bearer t"])
    }

    @Test(arguments: [
        "http://localhost:1", "http://LOCALHOST", "http://api.localhost", "http://127.0.0.1:1", "http://127.9.9.9",
        "http://[::1]:1",
    ])
    func `a credential goes over http to this machine`(base: String) async throws {
        try await client(base).send(Request<Data, ErrorBody>.get("/x"))

        #expect(stub.requests.map { $0.fields[.authorization] } == ["Bearer t"])
    }
}
