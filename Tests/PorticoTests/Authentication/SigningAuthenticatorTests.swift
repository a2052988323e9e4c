import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// Signs with all that is known of the request, in plain text.
private struct Notary: SigningAuthenticator {
    var keys = ["k1", "k2"]
    var error: (any Error)?

    func credential(for request: HTTPRequest, in call: CallContext) -> String? { keys[0] }

    func sign(_ request: inout HTTPRequest, with credential: String, in call: CallContext) async throws {
        if let error { throw error }
        let body = request.body.data.map { String(decoding: $0, as: UTF8.self) } ?? "-"
        let extra = request.fields["X-Extra"] ?? "-"
        request.fields["X-Signature"] =
            "\(credential) \(call.attempt) \(request.method) \(request.path) \(extra) \(body)"
    }

    func credential(
        replacing refused: String?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) -> String? { keys[1] }

    func hideSecrets(in redaction: inout Redaction) { redaction.fieldNames.insert("X-Signature") }
}

@Suite struct SigningAuthenticatorTests {
    private let request = Request<[Int], ErrorBody>(
        .post, "/things", body: .bytes(Data("abc".utf8)), mapping: .decoded)

    private func client(_ stub: StubTransport, _ notary: Notary = Notary()) -> Client {
        Client(environment: .stub, transport: stub).withAuthenticator(notary).withMiddleware(
            Around { request, context, next in
                var request = request
                request.fields["X-Extra"] = "extra \(context.attempt)"
                return try await next(request)
            }, around: .attempt)
    }

    @Test func `a signature sees what the other middleware made of the request, its body too`() async throws {
        let stub = StubTransport(.json("[1]"))

        try await client(stub).send(request)

        #expect(stub.requests.map { $0.fields["X-Signature"] } == ["k1 1 POST /things extra 1 abc"])
    }

    @Test func `each attempt is signed anew`() async throws {
        let stub = StubTransport(sequence: [.status(401), .json("[1]")])

        try await client(stub).send(request)

        #expect(
            stub.requests.map { $0.fields["X-Signature"] } == [
                "k1 1 POST /things extra 1 abc", "k2 2 POST /things extra 2 abc",
            ])
    }

    @Test func `a call that uses no authenticator, or goes elsewhere, is not signed`() async throws {
        let stub = StubTransport(.json("[1]"))
        let url = try #require(URL(string: "https://else.example/x"))

        try await client(stub).send(request, options: CallOptions(authenticator: .anonymous))
        try await client(stub).send(Request<Data, ErrorBody>(.get, url: url, mapping: .converted))

        #expect(stub.requests.map { $0.fields["X-Signature"] } == [nil, nil])
    }

    @Test func `a signature is hidden in logs and errors`() async throws {
        let lines = Mutex<[String]>([])
        let client = client(StubTransport(.status(500))).withLogging(true) { line in lines.withLock { $0.append(line) }
        }

        let error = try #require(await client.result(request).error)

        #expect(error.request?.fields["X-Signature"] == "<redacted>")
        #expect(!lines.withLock(\.self).joined().contains("k1 1"))
    }

    @Test func `a signature that fails ends the call, and its authenticator is named`() async throws {
        let stub = StubTransport(.json("[1]"))

        let error = try #require(await client(stub, Notary(error: URLError(.badURL))).result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect(failure.underlying is URLError)
        #expect(stub.requestCount == 0)
    }
}
