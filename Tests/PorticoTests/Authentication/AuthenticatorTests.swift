import Foundation
import Portico
import PorticoTesting
import Testing

private let request: Request<[Int], ErrorBody> = .get("/things")

/// What was sent, for each attempt.
struct Sent {
    let stub: StubTransport

    var authorizations: [String?] { stub.requests.map { $0.fields[.authorization] } }
}

@Suite struct AuthenticatorTests {
    private let stub = StubTransport(.json("[1]"))
    private var client: Client { Client(environment: .stub, transport: stub) }
    private var sent: Sent { Sent(stub: stub) }

    @Test func `a bearer token`() async throws {
        try await client.withAuthenticator(.bearer("t0ken")).send(request)

        #expect(sent.authorizations == ["Bearer t0ken"])
    }

    // The examples of RFC 7617, sections 2 and 2.1.
    @Test(arguments: [
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123£", "Basic dGVzdDoxMjPCow=="),
        ("", "", "Basic Og=="), ("a", "b:c", "Basic YTpiOmM="),
    ])
    func `a user's name and password`(user: String, password: String, expected: String) async throws {
        try await client.withAuthenticator(.basic(user: user, password: password)).send(request)

        #expect(sent.authorizations == [expected])
    }

    @Test(arguments: [
        ("a:b", "c", "a colon"), ("a\n", "c", "a control character"), ("a", "\u{7F}", "a control character"),
    ])
    func `a name or password that no server could read is refused`(
        user: String, password: String, problem: String
    ) async throws {
        let client = client.withAuthenticator(.basic(user: user, password: password))

        let error = try #require(await client.result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect(failure.authenticator == "default")
        #expect(error.description.contains("the authenticator 'default' failed: field 'Authorization': "))
        #expect(error.description.contains(problem))
        #expect(stub.requestCount == 0)
    }

    @Test func `a call names another, or none`() async throws {
        let client = client.withAuthenticator(.bearer("user"))
            .withAuthenticator(.bearer("old admin"), named: "admin")
            .withAuthenticator(.bearer("admin"), named: "admin")

        try await client.send(request)
        try await client.send(request, options: CallOptions(authenticator: "admin"))
        try await client.send(request, options: CallOptions(authenticator: .anonymous))

        #expect(sent.authorizations == ["Bearer user", "Bearer admin", nil])
    }

    @Test func `an endpoint names one, and a call's own choice goes over it`() async throws {
        let client = client.withAuthenticator(.bearer("user")).withAuthenticator(.bearer("admin"), named: "admin")

        try await client.send(AdminThing())
        try await client.send(AdminThing(), options: CallOptions(authenticator: "default"))
        try await client.withOptions(CallOptions(authenticator: .anonymous)).send(AdminThing())
        try await client.withOptions(CallOptions(authenticator: "admin")).send(request)

        #expect(sent.authorizations == ["Bearer admin", "Bearer user", "Bearer admin", "Bearer admin"])
    }

    @Test(arguments: [
        ([], "the client has no authenticator named 'admni'; it has none"),
        (["default", "admin"], "the client has no authenticator named 'admni'; it has 'default', 'admin'"),
    ])
    func `a name that the client does not hold ends the call`(names: [String], message: String) async throws {
        var client = client
        for name in names { client = client.withAuthenticator(.bearer("t"), named: name) }

        let error = try #require(await client.result(request, options: CallOptions(authenticator: "admni")).error)

        guard case .invalidRequest(InvalidRequest(.options, message)) = error.reason else { throw error }
        #expect(stub.requestCount == 0)
    }

    @Test func `a call's own Authorization goes out as it is`() async throws {
        let client = client.withAuthenticator(.bearer("t0ken"))

        try await client.send(request, options: CallOptions(fields: [.authorization: "Basic Og=="]))

        #expect(sent.authorizations == ["Basic Og=="])
    }

    @Test func `an explained request has the credential, hidden`() async throws {
        let explanation = try await client.withAuthenticator(.bearer("t0ken")).explain(request)

        #expect(explanation.request.fields[.authorization] == "<redacted>")
        #expect(stub.requestCount == 0)
    }

    @Test func `no authenticator prints its secrets`() {
        var texts = ""
        dump(BearerAuthenticator(token: "t0ken"), to: &texts)
        dump(BasicAuthenticator(user: "Ada", password: "passw0rd"), to: &texts)
        texts += "\(BearerAuthenticator(token: "t0ken")) \(BasicAuthenticator(user: "Ada", password: "passw0rd"))"

        #expect(!texts.contains("t0ken"))
        #expect(!texts.contains("passw0rd"))
        #expect(!texts.contains(Data("Ada:passw0rd".utf8).base64EncodedString()))
    }
}

private struct AdminThing: Endpoint {
    static let route: Route = "GET /thing"
    static let options = CallOptions(authenticator: "admin")
}
