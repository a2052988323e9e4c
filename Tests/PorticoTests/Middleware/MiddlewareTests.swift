import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

@Suite struct MiddlewareTests {
    @Test func `a layer changes the request and the answer`() async throws {
        let stub = StubTransport(.json("[1]"))
        let client = Client(environment: .stub, transport: stub).withMiddleware(
            Around { request, _, next in
                var request = request
                request.fields["X-API-Version"] = "2"
                request.path += "?v=2"
                var response = try await next(request)
                response.body = .bytes(Data("[9]".utf8))
                return response
            })

        #expect(try await client.send(GetThing<[Int]>()) == [9])
        #expect(stub.requests[0].fields["X-API-Version"] == "2")
        #expect(stub.requests[0].path == "/thing?v=2")
    }

    @Test func `a request that a layer spoils is refused before anything is sent`() async throws {
        let stub = StubTransport(.json("[1]"))
        let client = Client(environment: .stub, transport: stub).withMiddleware(
            Around { request, _, next in
                var request = request
                request.fields["X-Evil"] = "a\r\nX-Injected: 1"
                return try await next(request)
            })

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(GetThing<[Int]>())
            })

        guard case .invalidRequest(let problem) = error.reason else { throw error }
        #expect(problem.location == .field("X-Evil"))
        #expect(error.attempts.isEmpty)
        #expect(stub.requestCount == 0)
    }

    @Test(arguments: [
        TransportError(.connectionLost), TransportError(.timedOut(.total)), TransportError(.cancelled),
        TransportError(.bodyTooLarge(limit: 3)),
    ])
    func `a transport error that a layer throws is the reason itself`(thrown: TransportError) async throws {
        let client = Client.answering(.status(200)).withMiddleware(Around { _, _, _ in throw thrown })

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(GetThing<[Int]>())
            })

        switch (error.reason, thrown.kind) {
        case (.transport(let cause), .connectionLost): #expect(cause.kind == .connectionLost)
        case (.timedOut(.total), .timedOut(.total)), (.cancelled, .cancelled): break
        case (.bodyTooLarge(limit: 3), .bodyTooLarge(limit: 3)): break
        default: throw error
        }
    }

    @Test func `a cancellation and an invalid request that a layer throws are the reasons themselves`() async throws {
        func reason(_ thrown: any Error) async throws -> CallError<ErrorBody>.Reason {
            let client = Client.answering(.status(200)).withMiddleware(Around { _, _, _ in throw thrown })
            return try #require(
                await #expect(throws: CallError<ErrorBody>.self) {
                    try await client.send(GetThing<[Int]>())
                }
            ).reason
        }

        guard case .cancelled = try await reason(CancellationError()) else {
            Issue.record("a cancellation")
            return
        }
        guard case .invalidRequest(InvalidRequest(.body, "no")) = try await reason(InvalidRequest(.body, "no")) else {
            Issue.record("an invalid request")
            return
        }
    }

    /// The error of the layer's own call tells of another call than the one that was made.
    @Test func `the failure of a call that a layer makes is the layer's failure`() async throws {
        let signIn = Client.answering(.status(401))
        let client = Client.answering(.status(200)).withMiddleware(
            Around { request, _, next in
                try await signIn.send(GetThing<String>())
                return try await next(request)
            })

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(GetThing<[Int]>())
            })

        guard case .middleware(let cause as CallError<ErrorBody>) = error.reason else { throw error }
        #expect(cause.response?.status == 401)
        #expect(error.response == nil)
        #expect(
            error.description == """
                GetThing<Array<Int>>, GET https://api.example/thing: a middleware failed: \
                GetThing<String>, GET https://api.example/thing: 401 Unauthorized, no body
                """)
    }

    @Test func `cancelling a call cancels the call that a layer makes, and is told as a cancellation`() async throws {
        let gate = Gate()
        let signIn = Client(
            environment: .stub,
            transport: StubTransport { _ in
                await gate.wait()
                return .json("{}")
            })
        let client = Client.answering(.status(200)).withMiddleware(
            Around { request, _, next in
                try await signIn.send(GetThing<User>())
                return try await next(request)
            })

        let call = Task { await client.result(GetThing<[Int]>()) }
        await gate.waitForArrivals(1)
        call.cancel()

        guard case .failure(let error) = await call.value, error.isCancellation else {
            Issue.record("it was cancelled")
            return
        }
    }

    @Test func `a layer sees the task-local values of the caller`() async throws {
        enum Trace { @TaskLocal static var id = "none" }
        let seen = Mutex("")
        let client = Client.answering(json: "[1]").withMiddleware(
            Around { request, _, next in
                seen.withLock { $0 = Trace.id }
                return try await next(request)
            }, around: .attempt)

        try await Trace.$id.withValue("trace 7") { _ = try await client.send(GetThing<[Int]>()) }

        #expect(seen.withLock { $0 } == "trace 7")
    }
}

@Suite struct CallContextTests {
    private struct Search: Endpoint {
        static let route: Route = "GET /search/{topic}"
        static let options = CallOptions(attemptTimeout: .seconds(5), bodyLimit: 99)
        typealias Response = [Int]
        var topic: String
    }

    @Test func `a layer knows the call, its endpoint and what is asked of it`() async throws {
        let seen = Mutex<CallContext?>(nil)
        let client = Client.answering(json: "[1]")
            .withOptions(CallOptions(connectTimeout: .seconds(1), attemptTimeout: .seconds(2)))
            .withMiddleware(
                Around { request, context, next in
                    seen.withLock { $0 = context }
                    return try await next(request)
                }, around: .attempt)

        _ = try await client.send(Search(topic: "swift"), options: CallOptions(totalTimeout: .seconds(9)))

        let context = try #require(seen.withLock { $0 })
        #expect(context.description == CallDescription(name: "Search", route: "GET /search/{topic}"))
        #expect((context.endpoint as? Search)?.topic == "swift")
        #expect(context.attempt == 1)
        #expect(context.options.connectTimeout == .seconds(1))
        #expect(context.options.attemptTimeout == .seconds(5))
        #expect(context.options.totalTimeout == .seconds(9))
        #expect(context.options.bodyLimit == 99)
        #expect(!context.isExplaining)
    }

    @Test func `time goes by the client's clock`() async throws {
        let clock = VirtualClock()
        let seen = Mutex<[Duration?]>([])
        let client = Client.answering(json: "[1]").withClock(clock).withMiddleware(
            Around { request, context, next in
                seen.withLock { $0.append(context.elapsed) }
                seen.withLock { $0.append(context.timeLeft) }
                clock.advance(by: .seconds(3))
                seen.withLock { $0.append(context.elapsed) }
                seen.withLock { $0.append(context.timeLeft) }
                return try await next(request)
            })

        _ = try await client.send(Search(topic: "swift"), options: CallOptions(totalTimeout: .seconds(9)))
        #expect(seen.withLock { $0 } == [.zero, .seconds(9), .seconds(3), .seconds(6)])

        _ = try await client.send(Search(topic: "swift"))
        #expect(seen.withLock { $0 }.suffix(1) == [nil])
    }

    @Test func `each call has a number of its own, in copies of a client too`() async throws {
        let ids = Mutex<[CallID]>([])
        let client = Client.answering(json: "[1]").withMiddleware(
            Around { request, context, next in
                ids.withLock { $0.append(context.id) }
                return try await next(request)
            })

        for client in [client, client, client.withUserAgent(nil), client.withObserver { _ in }] {
            _ = try await client.send(Search(topic: "swift"))
        }

        let all = ids.withLock { $0 }
        #expect(Set(all).count == 4)
        #expect(all.map(\.description) == ["#1", "#2", "#3", "#4"])
    }

    @Test func `a factory's request has no endpoint`() async throws {
        let seen = Mutex<CallContext?>(nil)
        let client = Client.answering(json: "[1]").withMiddleware(
            Around { request, context, next in
                seen.withLock { $0 = context }
                return try await next(request)
            })
        let request: Request<[Int], ErrorBody> = .get("/users/\(7)")

        _ = try await client.send(request)

        let context = try #require(seen.withLock { $0 })
        #expect(context.endpoint == nil)
        #expect(context.description == CallDescription(name: "Request", route: "GET /users/{}"))
        #expect(context.attempt == 0)
    }
}
