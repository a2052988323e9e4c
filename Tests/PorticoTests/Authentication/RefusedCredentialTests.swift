import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// Gives the number of how often it was asked, and remembers what it was asked.
private final class Counting: Authenticator {
    let asked = Mutex<[String]>([])
    private let numbers = Atomic(0)
    private let gives: Int

    /// - Parameter gives: how many credentials it has in all.
    init(gives: Int = .max) { self.gives = gives }

    private func next(_ why: String) -> Int? {
        asked.withLock { $0.append(why) }
        let number = numbers.add(1, ordering: .relaxed).newValue
        return number <= gives ? number : nil
    }

    func credential(for request: HTTPRequest, in call: CallContext) -> Int? { next("for \(request.path)") }

    func apply(_ credential: Int, to request: inout HTTPRequest) { request.fields["X-Number"] = "\(credential)" }

    func credential(
        replacing refused: Int?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) -> Int? {
        let number = request.fields["X-Number"] ?? "-"
        return next("replacing \(refused ?? 0) after \(response.status.code), \(number)")
    }
}

private struct Failing: Authenticator {
    var failsAtFirst = true
    var error: any Error

    func credential(for request: HTTPRequest, in call: CallContext) throws -> Int? {
        if failsAtFirst { throw error }
        return 1
    }

    func credential(
        replacing refused: Int?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) throws -> Int? { throw error }
}

private struct NoTicket: Error { var password = "passw0rd" }

@Suite struct RefusedCredentialTests {
    private func client(_ stub: StubTransport, _ authenticator: some Authenticator) -> Client {
        Client(environment: .stub, transport: stub).withAuthenticator(authenticator)
    }

    private let request: Request<[Int], ErrorBody> = .get("/things")

    @Test func `a refused request is sent once more with another credential`() async throws {
        let stub = StubTransport(sequence: [.status(401), .json("[1]")])
        let counting = Counting()

        let value = try await client(stub, counting).send(request)

        #expect(value == [1])
        #expect(stub.requests.map { $0.fields["X-Number"] } == ["1", "2"])
        #expect(counting.asked.withLock(\.self) == ["for /things", "replacing 1 after 401, -"])
    }

    @Test func `a second refusal is the caller's`() async throws {
        let stub = StubTransport(.status(401))
        let counting = Counting()

        let error = try #require(await client(stub, counting).result(request).error)

        guard case .failure(let body) = error.reason else { throw error }
        #expect(body.status == 401)
        #expect(error.attempts.map(\.number) == [1, 2])
        #expect(stub.requestCount == 2)
        #expect(counting.asked.withLock(\.count) == 2)
    }

    @Test func `a call is replayed once, however often it is sent`() async throws {
        let stub = StubTransport(.status(401))
        let counting = Counting()
        let resending = client(stub, counting).withMiddleware(
            Around { request, _, next in
                _ = try await next(request)
                return try await next(request)
            })

        _ = await resending.result(request)

        #expect(stub.requests.map { $0.fields["X-Number"] } == ["1", "2", "3"])
    }

    @Test func `a refusal with no other credential is the caller's`() async throws {
        let stub = StubTransport(.status(401))

        let error = try #require(await client(stub, Counting(gives: 1)).result(request).error)

        #expect(error.response?.status == 401)
        #expect(stub.requestCount == 1)
    }

    @Test func `other statuses are no refusals`() async throws {
        let stub = StubTransport(.status(403))

        _ = await client(stub, Counting()).result(request)

        #expect(stub.requestCount == 1)
    }

    @Test func `a body is sent again where it can be`() async throws {
        let stub = StubTransport(sequence: [.status(401), .json("[1]")])
        let body = HTTPBody.stream { HTTPChunks(AsyncStream([Data("abc".utf8)])) }
        let upload = Request<[Int], ErrorBody>(.post, "/things", body: .body(body), mapping: .decoded)

        try await client(stub, Counting()).send(upload)

        #expect(stub.requests.map { $0.body.data } == [Data("abc".utf8), Data("abc".utf8)])
    }

    @Test func `a body that exists once leaves the refusal to its caller, who finds the other credential`() async throws
    {
        let stub = StubTransport(.status(401))
        let counting = Counting()
        let body = HTTPBody.stream(once: AsyncStream([Data("abc".utf8)]))
        let upload = Request<[Int], ErrorBody>(.post, "/things", body: .body(body), mapping: .decoded)

        let error = try #require(await client(stub, counting).result(upload).error)

        #expect(error.response?.status == 401)
        #expect(stub.requestCount == 1)
        #expect(counting.asked.withLock(\.self) == ["for /things", "replacing 1 after 401, -"])
    }

    @Test(arguments: [true, false])
    func `an authenticator that fails ends the call, and is named`(failsAtFirst: Bool) async throws {
        let stub = StubTransport(.status(401))
        let failing = Failing(failsAtFirst: failsAtFirst, error: NoTicket())
        let client = Client(environment: .stub, transport: stub)
            .withAuthenticator(failing, named: "tickets").withOptions(CallOptions(authenticator: "tickets"))

        let error = try #require(await client.result(request).error)

        guard case .authentication(let failure) = error.reason else { throw error }
        #expect(failure.authenticator == "tickets")
        #expect(failure.underlying is NoTicket)
        let expected = "the authenticator 'tickets' failed: NoTicket(password: <redacted>)"
        #expect(error.description.hasSuffix(expected))
        #expect(failure.description == expected)
        #expect(stub.requestCount == (failsAtFirst ? 0 : 1))
    }

    @Test func `a transport's error of an authenticator is not told as the call's own`() async throws {
        let failing = Failing(error: TransportError(.connectionLost))

        let error = try #require(await client(StubTransport(.json("[1]")), failing).result(request).error)

        guard case .authentication = error.reason else { throw error }
    }

    @Test func `what happens is told as events`() async throws {
        let stub = StubTransport(sequence: [.status(401), .json("[1]")])
        let kinds = Mutex<[String]>([])
        let observed = client(stub, Counting()).withObserver { event in kinds.withLock { $0.append("\(event.kind)") } }

        try await observed.send(request)

        #expect(
            kinds.withLock { $0.dropFirst() } == [
                "sent", "401 Unauthorized", "credential of 'default' refused",
                "replayed with another credential of 'default'", "sent", "200 OK", "succeeded",
            ])
    }
}

extension AsyncStream where Element: Sendable {
    /// These elements and no more.
    init(_ elements: [Element]) {
        self.init { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}
