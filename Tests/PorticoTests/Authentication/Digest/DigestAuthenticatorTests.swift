import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct DigestAuthenticatorTests {
    private let request: Request<[Int], ErrorBody> = .get("/things?a=%2f")

    private func client(_ server: DigestServer, user: String = "ada") -> Client {
        Client(environment: .stub, transport: server.transport).withAuthenticator(.digest(user: user, password: "pass"))
    }

    @Test func `the first request asks for a nonce, and later ones use it, counted`() async throws {
        let server = DigestServer()
        let client = client(server)

        for _ in 1...3 { try await client.send(request) }

        #expect(server.log == ["-", "n1:00000001", "n1:00000002", "n1:00000003"])
        let answers = server.answers
        #expect(answers.map { $0["uri"] } == Array(repeating: "/things?a=%2f", count: 3))
        #expect(Set(answers.compactMap { $0["cnonce"] }).count == 3)
    }

    @Test func `a stale nonce is replaced by its successor`() async throws {
        let server = DigestServer(usesPerNonce: 2)
        let client = client(server)

        for _ in 1...4 { try await client.send(request) }

        #expect(
            server.log == [
                "-", "n1:00000001", "n1:00000002", "n1:00000003", "n2:00000001", "n2:00000002",
            ])
    }

    @Test func `the nonce that an answer names is used for the next request`() async throws {
        let server = DigestServer(information: { "qop=auth, nextnonce=\"\($0)\"" })
        let client = client(server)

        for _ in 1...3 { try await client.send(request) }

        #expect(server.log == ["-", "n1:00000001", "n2:00000001", "n3:00000001"])
    }

    @Test(arguments: [
        "nextnonce=\"n1\"", "nextnonce=\"\"", "qop=auth", "", "nextnonce", "nextnonce=\"n9",
        "nextnonce=\"n9\", NextNonce=\"n8\"",
    ])
    func `an answer that names no other nonce changes nothing, nor the count`(information: String) async throws {
        let server = DigestServer(information: { _ in information })
        let client = client(server)

        for _ in 1...2 { try await client.send(request) }

        #expect(server.log == ["-", "n1:00000001", "n1:00000002"])
    }

    @Test func `a session goes on over the nonces that answers name`() async throws {
        let server = DigestServer("qop=\"auth\", algorithm=MD5-sess", information: { "nextnonce=\"\($0)\"" })
        let client = client(server)

        for _ in 1...3 { try await client.send(request) }

        #expect(server.answers.map { $0["nonce"] } == ["n1", "n2", "n3"])
        #expect(Set(server.answers.map { $0["cnonce"] }).count == 1)
    }

    @Test func `a wrong password is tried once by each call`() async throws {
        let server = DigestServer(accepts: false)
        let client = client(server)

        for _ in 1...3 {
            let error = try #require(await client.result(request).error)
            #expect(error.response?.status == .unauthorized)
        }

        // The second call uses the nonce that it knows; the third has to ask for one.
        #expect(server.log == ["-", "n1:00000001", "n1:00000002", "-", "n4:00000001"])
    }

    @Test func `a session keeps the client's nonce as long as the server's`() async throws {
        let server = DigestServer("qop=\"auth\", algorithm=SHA-256-sess", usesPerNonce: 2)
        let client = client(server)

        for _ in 1...3 { try await client.send(request) }

        let answers = server.answers
        #expect(answers.map { $0["nonce"] } == ["n1", "n1", "n1", "n2"])
        #expect(Set(answers.prefix(3).compactMap { $0["cnonce"] }).count == 1)
        #expect(answers.first?["cnonce"] != answers.last?["cnonce"])
    }

    @Test func `copies of a client share what is known`() async throws {
        let server = DigestServer()
        let client = client(server)

        try await client.send(request)
        try await client.withUserAgent(nil).send(request)

        #expect(server.log == ["-", "n1:00000001", "n1:00000002"])
    }

    @Test func `an explained call counts nothing`() async throws {
        let server = DigestServer()
        let client = client(server)
        try await client.send(request)

        let explained = try await client.explain(request)
        try await client.send(request)

        #expect(explained.request.fields[.authorization] == "<redacted>")
        #expect(server.log == ["-", "n1:00000001", "n1:00000002"])
    }

    @Test func `what a middleware makes of the target is what is signed`() async throws {
        let server = DigestServer()
        let renaming = client(server).withMiddleware(
            Around { request, _, next in
                var request = request
                request.path = "/renamed"
                return try await next(request)
            }, around: .attempt)

        try await renaming.send(request)

        #expect(server.answers.last?["uri"] == "/renamed")
    }

    @Test func `auth-int reads a body that can be read again`() async throws {
        let server = DigestServer("qop=\"auth-int\"")
        let body = HTTPBody.stream { HTTPChunks(AsyncStream([Data("abc".utf8)])) }
        let upload = Request<[Int], ErrorBody>(.post, "/things", body: .body(body), mapping: .decoded)

        try await client(server).send(upload)

        #expect(server.answers.last?["qop"] == "auth-int")
    }

    @Test func `auth-int refuses a body that exists once`() async throws {
        let server = DigestServer("qop=\"auth-int\"")
        let client = client(server)
        try await client.send(request)
        let body = HTTPBody.stream(once: AsyncStream([Data("abc".utf8)]))
        let upload = Request<[Int], ErrorBody>(.post, "/things", body: .body(body), mapping: .decoded)

        let error = try #require(await client.result(upload).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect((failure.underlying as? InvalidRequest)?.location == .body)
        #expect(server.log == ["-", "n1:00000001"])
    }

    @Test func `a body that exists once goes with the nonce that its refusal brought`() async throws {
        let server = DigestServer()
        let client = client(server)
        func upload() -> Request<[Int], ErrorBody> {
            let body = HTTPBody.stream(once: AsyncStream([Data("abc".utf8)]))
            return Request(.post, "/things", body: .body(body), mapping: .decoded)
        }

        let error = try #require(await client.result(upload()).error)
        try await client.send(upload())

        #expect(error.response?.status == .unauthorized)
        #expect(server.log == ["-", "n1:00000001"])
    }

    @Test func `a challenge that cannot be answered ends the call, with the reason`() async throws {
        let server = DigestServer("qop=\"auth\", algorithm=SHA-512")

        let error = try #require(await client(server).result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect(failure.description.contains("wants the algorithm 'SHA-512', and MD5, SHA-256"))
        #expect(error.response?.status == .unauthorized)
        #expect(server.log == ["-"])
    }

    @Test(arguments: ["Basic realm=x", "Bearer"])
    func `another scheme's refusal is the caller's`(challenge: String) async throws {
        let stub = StubTransport(.status(401, fields: [.wwwAuthenticate: challenge]))
        let client = Client(environment: .stub, transport: stub).withAuthenticator(.digest(user: "a", password: "b"))

        let error = try #require(await client.result(request).error)

        guard case .failure(let body) = error.reason else { throw error }
        #expect(body.status == .unauthorized)
        #expect(stub.requestCount == 1)
    }

    @Test(arguments: ["a\n", "a\u{7F}", "\0"])
    func `a name with a control character ends the call before anything is sent`(user: String) async throws {
        let server = DigestServer()

        let error = try #require(await client(server, user: user).result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect((failure.underlying as? InvalidRequest)?.location == .field("Authorization"))
        #expect(server.log.isEmpty)
    }

    @Test func `the password is not printed`() {
        var dumped = ""
        dump(DigestAuthenticator(user: "a", password: "passw0rd"), to: &dumped)

        #expect(!dumped.contains("passw0rd"))
    }
}
