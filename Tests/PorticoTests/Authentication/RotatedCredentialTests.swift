import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A ticket that each answer replaces by the next, as some servers have it.
private final class Tickets: Authenticator {
    private let ticket = Mutex("t0")
    let noted = Mutex<[String]>([])

    func credential(for request: HTTPRequest, in call: CallContext) -> String? { ticket.withLock(\.self) }

    func apply(_ credential: String, to request: inout HTTPRequest) { request.fields["X-Ticket"] = credential }

    func credential(
        replacing refused: String?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) -> String? { "spare" }

    func noteAnswer(_ response: HTTPResponse, to credential: String, in call: CallContext) {
        noted.withLock { $0.append("\(response.status.code) to \(credential)") }
        if let next = response.fields["X-Next-Ticket"] { ticket.withLock { $0 = next } }
    }
}

@Suite struct RotatedCredentialTests {
    private let request: Request<[Int], ErrorBody> = .get("/things")
    private let tickets = Tickets()

    private func client(_ stub: StubTransport) -> Client {
        Client(environment: .stub, transport: stub).withAuthenticator(tickets)
    }

    @Test func `what an answer says of its credential is there for the next call`() async throws {
        let stub = StubTransport(sequence: [.json("[1]", fields: ["X-Next-Ticket": "t1"]), .json("[2]")])
        let client = client(stub)

        try await client.send(request)
        try await client.send(request)

        #expect(stub.requests.map { $0.fields["X-Ticket"] } == ["t0", "t1"])
        #expect(tickets.noted.withLock(\.self) == ["200 to t0", "200 to t1"])
    }

    @Test func `a refusal is not noted, the answer to the replay is, whatever its status`() async throws {
        let stub = StubTransport(sequence: [.status(401), .status(503)])

        _ = await client(stub).result(request)

        #expect(tickets.noted.withLock(\.self) == ["503 to spare"])
    }

    @Test func `a second refusal is not noted either`() async throws {
        let stub = StubTransport(.status(401))

        _ = await client(stub).result(request)

        #expect(stub.requestCount == 2)
        #expect(tickets.noted.withLock(\.self) == [])
    }

    @Test func `an explained request has no answer to note`() async throws {
        _ = try await client(StubTransport(.json("[1]"))).explain(request)

        #expect(tickets.noted.withLock(\.self) == [])
    }
}
