import Foundation
@testable import Portico
import PorticoTesting
import Synchronization
import Testing

private let things: Request<[Int], ErrorBody> = .get("/things")

/// Redirects as a caller sees them, over a transport in process.
@Suite struct RedirectTests {
    private let trail = Trail()

    private func client(_ answers: [StubAnswer]) -> (client: Client, stub: StubTransport) {
        let stub = StubTransport(sequence: answers)
        return (Client(environment: .stub, transport: stub), stub)
    }

    private func redirect(_ location: String, _ code: Int = 302) -> StubAnswer {
        .response(HTTPResponse(status: HTTPStatus(code), fields: [.location: location], body: Data("moved".utf8)))
    }

    @Test func `a redirect is followed to its answer, each request an attempt`() async throws {
        let (client, stub) = client([redirect("/other"), redirect("more?x=1", 307), .json("[1]")])
        let seen = Mutexed<[Int]>([])
        let watched = client.withMiddleware(
            Around { request, context, next in
                seen.value.append(context.attempt)
                return try await next(request)
            }, around: .attempt)

        #expect(try await watched.send(things) == [1])
        #expect(
            stub.requests.map(\.urlText) == [
                "https://api.example/things", "https://api.example/other", "https://api.example/more?x=1",
            ])
        #expect(seen.value == [1, 2, 3])
    }

    @Test func `middleware around the call sees the call once, and its last answer`() async throws {
        let (client, _) = client([redirect("/other"), .json("[1]")])
        let watched = client.withMiddleware(
            Around { [trail] request, _, next in
                let response = try await next(request)
                trail.add("\(request.path) \(response.status.code)")
                return response
            })

        try await watched.send(things)

        #expect(trail.all == ["/things 200"])
    }

    @Test func `a redirect is told, redacted`() async throws {
        let (client, _) = client([redirect("https://other.example/x?token=s3cret"), .json("[1]")])
        let watched = client.withObserver { [trail] event in
            if case .redirected = event.kind { trail.add("\(event.attempt) \(event.kind)") }
        }

        try await watched.send(things)

        #expect(trail.all == ["0 redirected (302 Found) to GET https://other.example/x?token=<redacted>"])
    }

    @Test func `another origin gets nothing of the environment, the client and the call's credentials`() async throws {
        let stub = StubTransport(sequence: [redirect("https://other.example/x"), .json("[1]")])
        let environment = APIEnvironment(
            "keyed", baseURL: "https://api.example", fields: ["X-Env": "1", "Accept-Language": "de"],
            query: [QueryItem(name: "api_key", value: "k")])
        let client = Client(environment: environment, transport: stub)
            .withOptions(CallOptions(fields: ["X-Client": "1", "Cache-Control": "no-cache"]))

        try await client.send(
            things, options: CallOptions(fields: ["Authorization": "Bearer x", "Cookie": "a=1", "Range": "bytes=0-"]))

        #expect(stub.requests[0].path == "/things?api_key=k")
        #expect(stub.requests[0].fields.count == 9)
        #expect(stub.requests[1].urlText == "https://other.example/x")
        #expect(stub.requests[1].fields.map(\.name.rawName) == ["Range", "Accept", "User-Agent"])
    }

    @Test func `the environment of an endpoint keeps its fields to itself as well`() async throws {
        struct Elsewhere: Endpoint {
            static let route: Route = "GET /x"
            static let environment: APIEnvironment? = APIEnvironment(
                "own", baseURL: "https://own.example", fields: ["Accept-Language": "de"])
            typealias Response = [Int]
        }
        let (client, stub) = client([redirect("https://api.example/y"), .json("[1]")])

        try await client.send(Elsewhere())

        #expect(stub.requests[0].fields[.acceptLanguage] == "de")
        #expect(stub.requests[1].fields[.acceptLanguage] == nil)
    }

    @Test func `a redirect that is refused is judged by the status policy`() async throws {
        let (client, stub) = client([redirect("/other"), redirect("/other")])

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(things, options: CallOptions(redirectPolicy: .refuse))
        }
        let response = try await client.send(
            Request<HTTPResponse, ErrorBody>.get("/things"),
            options: CallOptions(statusPolicy: .successful(or: 302), redirectPolicy: .refuse))

        guard case .failure(let body) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(body.status == .found)
        #expect(body.data == Data("moved".utf8))
        #expect(response.fields[.location] == "/other")
        #expect(stub.requestCount == 2)
    }

    @Test func `an endpoint's policy goes before the client's, and the call's before both`() async throws {
        struct Refusing: Endpoint {
            static let route: Route = "GET /x"
            static let options = CallOptions(redirectPolicy: .refuse)
            typealias Response = [Int]
        }
        let (client, stub) = client([redirect("/other"), redirect("/other"), .json("[1]")])

        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(Refusing()) }
        #expect(try await client.send(Refusing(), options: CallOptions(redirectPolicy: .sameOrigin)) == [1])
        #expect(stub.requestCount == 3)
    }

    @Test func `a closure that is asked may wait, change, refuse and throw`() async throws {
        let (client, stub) = client([
            redirect("https://other.example/x"), .json("[1]"), redirect("/y"), redirect("/z"),
        ])
        let changing = RedirectPolicy.ask { redirect in
            await Task.yield()
            var next = redirect.next
            next.fields["X-Trace"] = "7"
            return next
        }

        try await client.send(things, options: CallOptions(redirectPolicy: changing))
        #expect(stub.requests[1].fields["X-Trace"] == "7")

        let refused = await client.result(things, options: CallOptions(redirectPolicy: .ask { _ in nil }))
        #expect(refused.failure?.response?.status == .found)

        let throwing = RedirectPolicy.ask { _ in throw CancellationError() }
        let thrown = await client.result(things, options: CallOptions(redirectPolicy: throwing))
        #expect(thrown.failure?.isCancellation == true)
    }

    @Test func `a body that cannot be sent again leaves the answer to the caller`() async throws {
        let (client, stub) = client([redirect("/other", 307)])
        let upload = Request<[Int], ErrorBody>(
            .post, "/things", body: .body(.stream(once: AsyncStream<Data> { $0.finish() })), mapping: .byType)

        let error = await client.result(upload).failure

        #expect(error?.response?.status == .temporaryRedirect)
        #expect(error?.response?.fields[.location] == "/other")
        #expect(stub.requestCount == 1)
    }

    @Test func `the error names the loop, the last request and all attempts`() async throws {
        let (client, stub) = client([redirect("/a"), redirect("/things")])

        let error = await client.result(things).failure

        guard case .redirect(let problem) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.reason == .loop)
        #expect(stub.requestCount == 2)
        #expect(error?.attempts.count == 2)
        #expect(
            error?.description == """
                Request, GET https://api.example/a: a loop of redirects: https://api.example/things -> \
                https://api.example/a -> https://api.example/things (after 2 attempts)
                """)
    }

    @Test func `the total deadline holds over all redirects`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(
            .handler { [clock] _ throws(TransportError) in
                clock.advance(by: .seconds(4))
                return .empty(307, fields: [.location: "\(clock.now.offset.components.seconds)"])
            })
        let client = Client(environment: .stub, transport: stub).withClock(clock)

        let error = await client.result(things, options: CallOptions(totalTimeout: .seconds(10))).failure

        guard case .timedOut(.total) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(stub.requestCount == 3)
    }

    @Test func `what is explained is the first request`() async throws {
        let (client, stub) = client([redirect("/other")])

        let explanation = try await client.explain(things)

        #expect(explanation.request.urlText == "https://api.example/things")
        #expect(stub.requestCount == 0)
    }
}

/// The streamed answers that redirect.
@Suite struct StreamedRedirectTests {
    private let streamed = Request<HTTPResponse, ErrorBody>(.get, "/things", mapping: .streamed)

    /// A redirect with a body, and a page behind it.
    private func answers(_ body: @escaping @Sendable () -> HTTPChunks) -> StubTransport {
        StubTransport { request in
            guard request.path == "/things" else { return .json("[1]") }
            return HTTPResponse(head: ResponseHead(status: 302, fields: [.location: "/other"]), body: .chunks(body()))
        }
    }

    @Test func `a streamed answer comes from where the redirect leads`() async throws {
        let client = Client(environment: .stub, transport: answers { HTTPChunks(AsyncStream { $0.finish() }) })

        let response = try await client.send(streamed)

        #expect(try await response.bytes(limit: 100) == Data("[1]".utf8))
    }

    @Test func `of the body of a redirect little is read, and the rest let go before the next request`() async throws {
        let source = CountedBody()
        let client = Client(environment: .stub, transport: answers { HTTPChunks(source) }).withMiddleware(
            Around { request, context, next in
                if context.attempt == 2 { #expect(source.isStopped) }
                return try await next(request)
            }, around: .attempt)

        try await client.send(streamed)

        #expect(source.count <= 17)
        #expect(source.isStopped)
    }

    @Test func `a redirect whose body does not come is left after half a second`() async throws {
        let clock = VirtualClock()
        let stub = answers { HTTPChunks(AsyncStream<Data> { _ in }) }
        let client = Client(environment: .stub, transport: stub).withClock(clock)

        let call = Task { await client.result(streamed) }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(500))

        #expect(await call.value.success?.status == .ok)
    }
}

/// Chunks of 1 KiB without end.
private final class CountedBody: ChunkSource {
    private let state = Mutex((count: 0, isStopped: false))

    var count: Int { state.withLock(\.count) }
    var isStopped: Bool { state.withLock(\.isStopped) }

    func next() async throws(TransportError) -> Data? {
        state.withLock { $0.count += 1 }
        return Data(count: 1024)
    }

    func stop() { state.withLock { $0.isStopped = true } }
}

extension Result {
    fileprivate var success: Success? { try? get() }
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
