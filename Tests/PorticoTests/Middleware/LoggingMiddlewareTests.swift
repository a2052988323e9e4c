import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

private struct AddUser: Endpoint {
    static let route: Route = "POST /users"
    typealias Response = User
    @Query var token = "s3cret"
    var name: String
    var password = "s3cret"
}

@Suite struct LoggingMiddlewareTests {
    private let trail = Trail()

    private func client(
        _ answer: StubAnswer, kind: APIEnvironment.Kind = .production, clock: VirtualClock = VirtualClock()
    ) -> Client {
        let environment = APIEnvironment("test", kind: kind, baseURL: "https://api.example")
        return Client(environment: environment, transport: StubTransport(answer)).withClock(clock)
    }

    @Test func `request and answer are a line each, redacted`() async throws {
        let client = client(.json(#"{"id": 1, "name": "Ada", "refresh_token": "s3cret"}"#, status: 201))
            .withLogging(true, to: trail.add)

        try await client.send(AddUser(name: "Ada"))

        #expect(
            trail.all == [
                #"#1 AddUser -> POST https://api.example/users?token=<redacted> {"name":"Ada","password":"<redacted>"}"#,
                ##"#1 AddUser <- 201 Created in 0.0 seconds {"id": 1, "name": "Ada", "refresh_token": "<redacted>"}"##,
            ])
    }

    @Test func `the time is that of the attempt`() async throws {
        let clock = VirtualClock()
        let answer = StubAnswer.handler { _ throws(TransportError) in
            clock.advance(by: .milliseconds(12))
            return .empty(204)
        }
        let request: Request<Void, ErrorBody> = .get("/x")

        try await client(answer, clock: clock).withLogging(true, to: trail.add).send(request)

        #expect(
            trail.all == [
                "#1 Request -> GET https://api.example/x", "#1 Request <- 204 No Content in 0.012 seconds, empty",
            ])
    }

    @Test func `an attempt that fails is told with its reason`() async throws {
        let client = client(.failure(TransportError(.connectionFailed, "refused\nby the peer")))
            .withLogging(true, to: trail.add)
            .withMiddleware(
                Around { request, _, next in
                    do { return try await next(request) } catch { return try await next(request) }
                })
        let request: Request<Void, ErrorBody> = .get("/x")

        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(request) }

        #expect(
            trail.all == [
                "#1 Request -> GET https://api.example/x",
                "#1 Request <- failed in 0.0 seconds: no connection could be made: refused by the peer",
                "#1 Request (attempt 2) -> GET https://api.example/x",
                "#1 Request (attempt 2) <- failed in 0.0 seconds: no connection could be made: refused by the peer",
            ])
    }

    @Test func `bodies are bounded`() async throws {
        var redaction = Redaction.standard
        redaction.bodyLimit = 16
        let request: Request<Data, ErrorBody> = .post("/x", body: .json([String](repeating: "ab", count: 1000)))

        try await client(.json("[\"\(String(repeating: "x", count: 100_000))\"]"))
            .withRedaction(redaction).withLogging(true, to: trail.add).send(request)

        #expect(
            trail.all == [
                #"#1 Request -> POST https://api.example/x ["ab","ab","ab",… (5001 bytes in all)"#,
                #"#1 Request <- 200 OK in 0.0 seconds ["xxxxxxxxxxxxxx… (100004 bytes in all)"#,
            ])
    }

    @Test func `a line is one line, and other bodies are left out`() async throws {
        let request: Request<Data, ErrorBody> = .get("/x")

        try await client(.json("{\n  \"a\": 1\n}")).withLogging(true, to: trail.add).send(request)
        try await client(.body("line\u{1B}[2J\nline", "text/plain")).withLogging(true, to: trail.add).send(request)

        #expect(trail.all[1] == #"#1 Request <- 200 OK in 0.0 seconds { "a": 1 }"#)
        #expect(trail.all[3] == "#1 Request <- 200 OK in 0.0 seconds <13 bytes of text/plain left out>")
    }

    @Test func `a streamed answer is not read for the log`() async throws {
        let request: Request<HTTPChunks, ErrorBody> = .get("/x")

        let chunks = try await client(.json("[1]")).withLogging(true, to: trail.add).send(request)

        #expect(trail.all[1] == "#1 Request <- 200 OK in 0.0 seconds, streamed")
        #expect(try await chunks.collected(limit: 9) == Data("[1]".utf8))
    }

    @Test func `development environments are logged unless told otherwise, the others only when told`() async throws {
        let request: Request<Data, ErrorBody> = .get("/x")
        func lines(_ kind: APIEnvironment.Kind, _ change: (Client) -> Client) async throws -> Int {
            let trail = Trail()
            let client = change(client(.json("[1]"), kind: kind).withLogging(nil, to: trail.add))
            try await client.send(request)
            return trail.all.count
        }

        #expect(try await lines(.development) { $0 } == 2)
        #expect(try await lines(.production) { $0 } == 0)
        #expect(try await lines(.custom) { $0 } == 0)
        #expect(try await lines(.development) { $0.withEnvironment(.stub) } == 0)
    }

    @Test func `the log sees what goes out, after every other layer`() async throws {
        let client = client(.json("[1]")).withLogging(true, to: trail.add)
            .withMiddleware(
                Around { request, _, next in
                    var request = request
                    request.path += "?signed=1"
                    return try await next(request)
                }, around: .attempt)
        let request: Request<Data, ErrorBody> = .get("/x")

        try await client.send(request)

        #expect(trail.all[0] == "#1 Request -> GET https://api.example/x?signed=1")
    }

    @Test func `a middleware of one's own logs wherever it is put`() async throws {
        let client = client(.json("[1]")).withMiddleware(LoggingMiddleware(trail.add))
        let request: Request<Data, ErrorBody> = .get("/x")

        try await client.send(request)

        #expect(trail.all.count == 2)
    }
}
