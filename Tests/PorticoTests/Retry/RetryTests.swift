import Foundation
@testable import Portico
import PorticoTesting
import Synchronization
import Testing

private let list: Request<[Int], ErrorBody> = .get("/things")

/// A client that retries by a clock that the test moves, with the longest waits that its backoff allows.
private struct Patient {
    let clock = VirtualClock()
    let trail = Trail()
    let stub: StubTransport
    let client: Client

    init(_ answers: StubAnswer..., policy: RetryPolicy = .standard, random: UInt64 = .max) {
        stub = StubTransport(sequence: answers)
        client = Client(environment: .stub, transport: stub).withClock(clock).withRetry(policy)
            .withRandomNumbers { random }
            .withObserver { [trail] event in if case .retrying = event.kind { trail.add("\(event)") } }
    }

    /// Lets each wait pass.
    func passing<Value: Sendable>(_ waits: Duration..., call: @escaping @Sendable () async throws -> Value) async throws
        -> Value
    {
        let call = Task { try await call() }
        for wait in waits {
            await clock.waitForSleepers(1)
            clock.advance(by: wait)
        }
        return try await call.value
    }
}

/// Has another credential for a request that was refused.
private struct TwoKeys: Authenticator {
    func credential(for request: HTTPRequest, in call: CallContext) -> String? { "first" }
    func apply(_ credential: String, to request: inout HTTPRequest) { request.fields["X-Key"] = credential }
    func credential(
        replacing refused: String?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) -> String? { "second" }
}

@Suite struct RetryTests {
    @Test func `what fails for the moment is sent again, and each retry is told`() async throws {
        let patient = Patient(.status(503), .failure(.connectionLost), .json("[1]"))

        let value = try await patient.passing(.milliseconds(250), .milliseconds(500)) {
            try await patient.client.send(list)
        }

        #expect(value == [1])
        #expect(patient.stub.requestCount == 3)
        #expect(
            patient.trail.all == [
                "#1 Request after 0.000 s: again in 0.250 s, for 503 Service Unavailable",
                """
                #1 Request after 0.250 s: again in 0.500 s, for the connection ended before the response's head
                """,
            ])
    }

    @Test func `nothing is sent again unless that was asked for`() async {
        let stub = StubTransport(.status(503))

        _ = await Client(environment: .stub, transport: stub).result(list)

        #expect(stub.requestCount == 1)
    }

    @Test func `a call's own policy counts before its client's`() async throws {
        let patient = Patient(.status(503), .status(503), .json("[1]"), random: 0)

        _ = await patient.client.result(list, options: CallOptions(retry: .never))
        #expect(patient.stub.requestCount == 1)
        let value = try await patient.client.withRetry(.never).send(list, options: CallOptions(retry: .standard))

        #expect(value == [1])
    }

    @Test func `the last attempt's outcome is the caller's, and all are in the error`() async throws {
        let patient = Patient(.status(503), .failure(.connectionLost), .status(502), random: 0)

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) { try await patient.client.send(list) })

        guard case .failure(let body) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(body.status == 502)
        #expect(error.attempts.map(\.number) == [1, 2, 3])
        #expect("\(error)".hasSuffix("(after 3 attempts)"))
    }

    @Test func `a POST is sent once, unless it has a key, which all of its attempts share`() async throws {
        let create: Request<[Int], ErrorBody> = .post("/things", body: .json(["a": 1]))
        let plain = Patient(.status(503), random: 0)
        _ = await plain.client.result(create)
        #expect(plain.stub.requestCount == 1)
        #expect(plain.stub.requests[0].fields["Idempotency-Key"] == nil)

        var policy = RetryPolicy.standard
        policy.generatesIdempotencyKeys = true
        let numbers = Mutex<UInt64>(0)
        let keyed = Patient(.status(503), .status(503), .json("[1]"), .json("[2]"), policy: policy)
        let client = keyed.client.withRandomNumbers {
            numbers.withLock { number in
                number += 1
                return number
            }
        }
        policy.backoff = RetryPolicy.Backoff(base: .zero)
        try await client.withRetry(policy).send(create)
        try await client.withRetry(policy).send(create)

        let keys = keyed.stub.requests.map { $0.fields["Idempotency-Key"] }
        #expect(keys[0] == "00000000-0000-4001-8000-000000000002")
        #expect(keys == [keys[0], keys[0], keys[0], keys[3]])
        #expect(keys[3] != keys[0])
    }

    @Test func `the key stays the same over redirects and replays, and a GET that follows has none`() async throws {
        var policy = RetryPolicy.standard
        policy.generatesIdempotencyKeys = true
        let numbers = Mutex<UInt64>(0)
        let moved = StubAnswer.response(HTTPResponse(status: 307, fields: [.location: "/elsewhere"]))
        let seen = StubAnswer.response(HTTPResponse(status: 303, fields: [.location: "/things/1"]))
        let patient = Patient(moved, .status(503), .status(401), seen, .json("[1]"), policy: policy, random: 0)
        policy.backoff = RetryPolicy.Backoff(base: .zero)
        let client = patient.client.withRetry(policy).withAuthenticator(TwoKeys())
            .withRandomNumbers {
                numbers.withLock { number in
                    number += 1
                    return number
                }
            }

        try await client.send(Request<[Int], ErrorBody>.post("/things", body: .json(["a": 1])))

        let keys = patient.stub.requests.map { $0.fields["Idempotency-Key"] }
        #expect(patient.stub.requests.map(\.method) == [.post, .post, .post, .post, .get])
        #expect(keys[0] != nil)
        #expect(keys == [keys[0], keys[0], keys[0], keys[0], nil])
    }

    @Test func `a key that the caller gave is kept, and idempotent requests get none`() async throws {
        var policy = RetryPolicy.standard
        policy.generatesIdempotencyKeys = true
        let patient = Patient(.failure(.connectionLost), .json("[1]"), .json("[1]"), policy: policy, random: 0)
        let create: Request<[Int], ErrorBody> = .post("/things")

        try await patient.client.send(create, options: CallOptions(fields: ["Idempotency-Key": "mine"]))
        try await patient.client.send(list)

        #expect(patient.stub.requests.map { $0.fields["Idempotency-Key"] } == ["mine", "mine", nil])
    }

    @Test func `of a body that exists once the caller gets the original failure`() async throws {
        let patient = Patient(.status(503), random: 0)
        let body = HTTPBody.stream(once: AsyncStream<Data> { $0.finish() })
        let upload: Request<[Int], ErrorBody> = .put("/things", body: .body(body))

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) { try await patient.client.send(upload) })

        guard case .failure(let body) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(body.status == 503)
        #expect(error.attempts.count == 1)
    }

    @Test func `a wait beyond the total deadline is not begun`() async throws {
        let patient = Patient(.status(503, fields: ["Retry-After": "30"]), random: 0)

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await patient.client.send(list, options: CallOptions(totalTimeout: .seconds(30)))
            })

        guard case .failure(let body) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(body.status == 503)
        #expect(patient.trail.all.isEmpty)
    }

    @Test func `a call that is cancelled while it waits ends at once`() async throws {
        let patient = Patient(.status(503, fields: ["Retry-After": "30"]), .json("[1]"), random: 0)
        let call = Task { await patient.client.result(list) }
        await patient.clock.waitForSleepers(1)

        call.cancel()

        guard case .failure(let error) = await call.value else { return #expect(Bool(false)) }
        #expect(error.isCancellation)
        #expect(patient.stub.requestCount == 1)
    }

    @Test func `the copies of a client share its budget, until one gets its own`() async {
        let stub = StubTransport(.status(503))
        var policy = RetryPolicy.standard
        policy.backoff = RetryPolicy.Backoff(base: .zero)
        let client = Client(environment: .stub, transport: stub).withRetry(policy)
            .withRetryBudget(RetryBudget(capacity: 3))

        for _ in 1...2 { _ = await client.withUserAgent(nil).result(list) }
        #expect(stub.requestCount == 2 + 3)
        _ = await client.withRetryBudget(RetryBudget(capacity: 1)).result(list)

        #expect(stub.requestCount == 2 + 3 + 2)
    }

    @Test func `a streamed answer that is to be followed lets go of its connection first`() async throws {
        let (channel, chunks) = ChunkChannel.make(limit: 10, onResume: {}, onStop: {})
        let patient = Patient(
            .response(HTTPResponse(head: ResponseHead(status: 503), body: .chunks(chunks))), .json("[1]"), random: 0)
        _ = channel

        let value: HTTPChunks = try await patient.client.send(Request<HTTPChunks, ErrorBody>.get("/things"))

        #expect(try await value.collected(limit: 10) == Data("[1]".utf8))
    }

    @Test func `what is explained has its key, and is no attempt`() async throws {
        var policy = RetryPolicy.standard
        policy.generatesIdempotencyKeys = true
        let patient = Patient(policy: policy, random: 0)
        let create: Request<[Int], ErrorBody> = .post("/things")

        let explanation = try await patient.client.explain(create)

        #expect(explanation.request.fields["Idempotency-Key"] == "00000000-0000-4000-8000-000000000000")
    }
}
