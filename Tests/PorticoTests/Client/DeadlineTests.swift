import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A client whose answers wait at a gate that is never opened, by a clock that the test moves.
private struct Waiting {
    let clock = VirtualClock()
    let gate = Gate()
    let client: Client

    init() {
        let gate = gate
        client = Client(
            environment: .stub,
            transport: StubTransport { _ in
                await gate.wait()
                return .json("[1]")
            }
        ).withClock(clock)
    }

    func start(_ options: CallOptions, _ client: Client? = nil) -> Task<Result<[Int], CallError<ErrorBody>>, Never> {
        let client = client ?? self.client
        return Task { await client.result(GetThing<[Int]>(), options: options) }
    }
}

@Suite struct DeadlineTests {
    private let waiting = Waiting()

    @Test(arguments: [
        (CallOptions(attemptTimeout: .seconds(5)), Duration.seconds(5), Deadline.attempt),
        (CallOptions(totalTimeout: .seconds(5)), .seconds(5), .total),
        (CallOptions(attemptTimeout: .seconds(5), totalTimeout: .seconds(9)), .seconds(5), .attempt),
        (CallOptions(attemptTimeout: .seconds(9), totalTimeout: .seconds(5)), .seconds(5), .total),
        (CallOptions(attemptTimeout: .seconds(5), totalTimeout: .seconds(5)), .seconds(5), .attempt),
        (CallOptions(attemptTimeout: .milliseconds(20)), .milliseconds(20), .attempt),
        (CallOptions(), .seconds(60), .attempt),
    ])
    func `the deadline that comes first ends the call, and is named`(
        options: CallOptions, time: Duration, deadline: Deadline
    ) async throws {
        let call = waiting.start(options)
        await waiting.clock.waitForSleepers(1)
        #expect(waiting.clock.nextDeadline == VirtualClock.Instant(offset: time))

        waiting.clock.advance(by: time)

        let error = try #require(await call.value.error)
        guard case .timedOut(deadline) = error.reason else { throw error }
        #expect(!error.isCancellation)
        #expect(error.attempts.map(\.duration) == [time])
    }

    @Test func `an attempt has what is left of the total deadline`() async throws {
        let clock = waiting.clock
        let client = waiting.client.withMiddleware(
            Around { request, _, next in
                clock.advance(by: .seconds(4))
                return try await next(request)
            })

        let call = waiting.start(CallOptions(attemptTimeout: .seconds(5), totalTimeout: .seconds(6)), client)
        await clock.waitForSleepers(1)
        #expect(clock.nextDeadline == VirtualClock.Instant(offset: .seconds(6)))
        clock.advance(by: .seconds(2))

        guard case .timedOut(.total) = await call.value.error?.reason else {
            Issue.record("the total deadline has passed")
            return
        }
    }

    @Test func `nothing is sent once the total deadline has passed`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(.json("[1]"))
        let client = Client(environment: .stub, transport: stub).withClock(clock).withMiddleware(
            Around {
                request, _, next in
                clock.advance(by: .seconds(7))
                return try await next(request)
            })

        let error = await client.result(GetThing<[Int]>(), options: CallOptions(totalTimeout: .seconds(7))).error

        guard case .timedOut(.total) = error?.reason else { throw try #require(error) }
        #expect(stub.requestCount == 0)
    }

    @Test func `each attempt has a deadline of its own`() async throws {
        let client = waiting.client.withMiddleware(
            Around { request, _, next in
                do { return try await next(request) } catch { return try await next(request) }
            })
        let call = waiting.start(CallOptions(attemptTimeout: .seconds(5), totalTimeout: .seconds(8)), client)

        await waiting.gate.waitForArrivals(1)
        await waiting.clock.waitForSleepers(1)
        waiting.clock.advance(by: .seconds(5))
        await waiting.gate.waitForArrivals(2)
        await waiting.clock.waitForSleepers(1)
        #expect(waiting.clock.nextDeadline == VirtualClock.Instant(offset: .seconds(8)))
        waiting.clock.advance(by: .seconds(3))

        let error = try #require(await call.value.error)
        guard case .timedOut(.total) = error.reason else { throw error }
        #expect(error.attempts.map(\.number) == [1, 2])
        #expect(error.attempts.map(\.duration) == [.seconds(5), .seconds(3)])
        #expect(
            error.description
                == "GetThing<Array<Int>>, GET https://api.example/thing: timed out (total deadline) (after 2 attempts)")
    }

    @Test func `a cancellation is never told as a deadline`() async throws {
        let call = waiting.start(CallOptions(attemptTimeout: .seconds(5)))
        await waiting.gate.waitForArrivals(1)

        call.cancel()

        let error = try #require(await call.value.error)
        #expect(error.isCancellation)
    }

    @Test func `a deadline that is no time at all ends the call`() async throws {
        for timeout in [Duration.zero, .seconds(-1)] {
            let call = waiting.start(CallOptions(totalTimeout: timeout))
            guard case .timedOut(.total) = await call.value.error?.reason else {
                Issue.record("there is no time")
                return
            }
        }
    }
}

/// The status counts more than the body: a failed answer that is streamed is told whatever becomes of its body.
@Suite struct StreamedFailureTests {
    private let clock = VirtualClock()

    private func failure(
        _ chunks: HTTPChunks, options: CallOptions = CallOptions(),
        while running: @escaping @Sendable (Task<Result<HTTPResponse, CallError<ErrorBody>>, Never>) async -> Void = {
            _ in
        }
    ) async throws -> CallError<ErrorBody> {
        let response = HTTPResponse(
            head: ResponseHead(status: 503, fields: [.contentType: "application/json"]), body: .chunks(chunks))
        let client = Client.answering(.response(response)).withClock(clock)
        let call = Task {
            await client.result(Request<_, ErrorBody>(.get, "/x", mapping: .streamed), options: options)
        }
        await running(call)
        return try #require(await call.value.error)
    }

    private func chunks(_ texts: String..., thenFails error: TransportError? = nil) -> HTTPChunks {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        for text in texts { continuation.yield(Data(text.utf8)) }
        continuation.finish(throwing: error)
        return HTTPChunks(stream)
    }

    @Test func `the body is read to its end`() async throws {
        let error = try await failure(chunks("[1,", " 2]"))

        guard case .failure(let body) = error.reason else { throw error }
        #expect(body.json == [1, 2])
    }

    @Test func `a body that is cut leaves the status and what came`() async throws {
        let error = try await failure(chunks("[1,", thenFails: TransportError(.bodyTruncated)))

        guard case .unexpectedStatus(let body, let problem) = error.reason else { throw error }
        #expect(body.status == 503)
        #expect(body.data == Data("[1,".utf8))
        #expect((problem.underlying as? TransportError)?.kind == .bodyTruncated)
        #expect(problem.reason == "the response's body ended early")
    }

    @Test func `a body beyond the limit leaves the status and what is allowed of it`() async throws {
        let error = try await failure(chunks("[1, 2", ", 3, 4]"), options: CallOptions(bodyLimit: 8))

        guard case .unexpectedStatus(let body, let problem) = error.reason else { throw error }
        #expect(body.data == Data("[1, 2, 3".utf8))
        #expect((problem.underlying as? TransportError)?.kind == .bodyTooLarge(limit: 8))
    }

    @Test(arguments: [
        (CallOptions(attemptTimeout: .seconds(5)), Deadline.attempt), (CallOptions(totalTimeout: .seconds(5)), .total),
    ])
    func `a body that never ends leaves the status once the time is up`(
        options: CallOptions, deadline: Deadline
    ) async throws {
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("[1".utf8))

        let error = try await failure(HTTPChunks(stream), options: options) { [clock] _ in
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
        }

        guard case .unexpectedStatus(let body, let problem) = error.reason else { throw error }
        #expect(body.data == Data("[1".utf8))
        #expect((problem.underlying as? TransportError)?.kind == .timedOut(deadline))
        withExtendedLifetime(continuation) {}
    }

    @Test func `cancelling while the body is read is a cancellation`() async throws {
        let (stream, continuation) = AsyncStream<Data>.makeStream()

        let error = try await failure(HTTPChunks(stream)) { [clock] call in
            await clock.waitForSleepers(1)
            call.cancel()
        }

        #expect(error.isCancellation)
        #expect(error.response?.status == 503)
        withExtendedLifetime(continuation) {}
    }
}
