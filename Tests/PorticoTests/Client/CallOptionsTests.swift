import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

@Suite struct CallOptionsTests {
    private struct Report: Endpoint {
        static let route: Route = "GET /report"
        static let options = CallOptions(
            attemptTimeout: .seconds(20), bodyLimit: 200, fields: ["X-A": "endpoint", "X-B": "endpoint"])
        typealias Response = [Int]
    }

    private func options(
        client: CallOptions = CallOptions(), call: CallOptions = CallOptions()
    ) async throws -> CallOptions {
        let seen = Mutex<CallOptions?>(nil)
        try await Client.answering(json: "[1]").withOptions(client).withMiddleware(
            Around { request, context, next in
                seen.withLock { $0 = context.options }
                return try await next(request)
            }
        ).send(Report(), options: call)
        return try #require(seen.withLock { $0 })
    }

    @Test func `a call goes before its endpoint, that before the client, that before the defaults`() async throws {
        let merged = try await options(
            client: CallOptions(
                connectTimeout: .seconds(1), attemptTimeout: .seconds(10), totalTimeout: .seconds(100), bodyLimit: 100),
            call: CallOptions(totalTimeout: .seconds(300)))

        #expect(merged.connectTimeout == .seconds(1))
        #expect(merged.attemptTimeout == .seconds(20))
        #expect(merged.totalTimeout == .seconds(300))
        #expect(merged.bodyLimit == 200)
    }

    @Test func `60 seconds, 64 MiB and 200 to 299 unless said otherwise`() async throws {
        let seen = Mutex<CallOptions?>(nil)
        try await Client.answering(json: "[1]").withMiddleware(
            Around { request, context, next in
                seen.withLock { $0 = context.options }
                return try await next(request)
            }
        ).send(GetThing<[Int]>())

        let options = try #require(seen.withLock { $0 })
        #expect(options.connectTimeout == nil)
        #expect(options.attemptTimeout == .seconds(60))
        #expect(options.totalTimeout == nil)
        #expect(options.bodyLimit == 64 << 20)
        #expect(options.statusPolicy?.accepts(299) == true)
        #expect(options.statusPolicy?.accepts(300) == false)
    }

    @Test func `fields are merged by name`() async throws {
        let stub = StubTransport(.json("[1]"))
        let client = Client(environment: .stub, transport: stub)
            .withOptions(CallOptions(fields: ["X-B": "client", "X-C": "client"]))

        try await client.send(Report(), options: CallOptions(fields: ["x-a": "call", "Accept": "text/csv"]))

        let fields = stub.requests[0].fields
        #expect(fields.values(of: "X-A") == ["call"])
        #expect(fields.values(of: "X-B") == ["endpoint"])
        #expect(fields.values(of: "X-C") == ["client"])
        #expect(fields.values(of: "Accept") == ["text/csv"])
    }

    @Test func `the transport is asked for what was asked of the call`() async throws {
        struct Spy: Transport {
            let seen = Mutexed<TransportOptions?>(nil)
            var capabilities: TransportCapabilities { .all }
            func send(
                _ request: HTTPRequest, _ options: TransportOptions
            ) async throws(TransportError) -> HTTPResponse {
                seen.value = options
                return .json("[1]")
            }
        }
        let spy = Spy()
        let client = Client(environment: .stub, transport: spy)

        try await client.send(Report(), options: CallOptions(connectTimeout: .milliseconds(300)))

        let options = try #require(spy.seen.value)
        #expect(options.connectTimeout == .milliseconds(300))
        #expect(options.timeout == .seconds(20))
        #expect(options.bodyLimit == 200)
        #expect(options.delivery == .buffered)
        #expect(options.onProgress == nil)
        let chunks: Request<HTTPChunks, ErrorBody> = .get("/x")
        _ = try await client.send(chunks)
        #expect(spy.seen.value?.delivery == .streamed)
    }

    @Test func `a connect deadline that the transport cannot keep is refused`() async throws {
        var stub = StubTransport(.json("[1]"))
        stub.capabilities.missing = [.connectDeadline]
        let client = Client(environment: .stub, transport: stub)

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.send(Report(), options: CallOptions(connectTimeout: .seconds(1)))
            })

        #expect(
            error.description == """
                Report, GET https://api.example/report: the request is invalid: options: \
                this transport has no deadline for the connection; use attemptTimeout
                """)
        #expect(error.attempts.isEmpty)
        #expect(stub.requestCount == 0)
    }

    @Test func `a GET with a body is refused where the transport cannot send it`() async throws {
        var stub = StubTransport(.json("[1]"))
        stub.capabilities.missing = [.bodyOnGet]
        let request: Request<[Int], ErrorBody> = .get("/search", body: .json(["a": 1]))

        await #expect(throws: CallError<ErrorBody>.self) {
            try await Client(environment: .stub, transport: stub).send(request)
        }

        #expect(stub.requestCount == 0)
    }
}

@Suite struct StatusPolicyTests {
    private func send<Value: Decodable & Sendable>(
        _ status: HTTPStatus, _ policy: StatusPolicy?, as type: Value.Type = Value.self
    ) async -> Result<Value, CallError<ErrorBody>> {
        await Client.answering(json: "[1]", status: status)
            .result(GetThing<Value>(), options: CallOptions(statusPolicy: policy))
    }

    @Test(arguments: [200, 201, 206, 299]) func `200 to 299 are successes`(code: Int) async throws {
        #expect(try await send(HTTPStatus(code), nil).get() == [1])
    }

    @Test(arguments: [300, 302, 400, 404, 500, 599, 600, 999])
    func `every other status is a failure`(code: Int) async throws {
        guard case .failure(let error) = await send(HTTPStatus(code), nil, as: [Int].self),
            case .failure(let body) = error.reason
        else {
            Issue.record("\(code) is no success")
            return
        }
        #expect(body.status.code == code)
        #expect(body.json == [1])
    }

    @Test func `a policy adds statuses, takes all, or decides by a closure`() async throws {
        #expect(try await send(404, .successful(or: 404, 410)).get() == [1])
        #expect(try await send(200, .successful(or: 404)).get() == [1])
        #expect(try await send(500, .any).get() == [1])
        #expect(try await send(418, StatusPolicy { $0 == 418 }).get() == [1])
        guard case .failure = await send(200, StatusPolicy { $0 == 418 }, as: [Int].self) else {
            Issue.record("200 is none by this policy")
            return
        }
    }

    @Test func `an endpoint or a client has its policy`() async throws {
        struct Missing: Endpoint {
            static let route: Route = "GET /thing"
            static let options = CallOptions(statusPolicy: .successful(or: 404))
            typealias Response = HTTPResponse
        }
        let client = Client.answering(.status(404))

        #expect(try await client.send(Missing()).status == 404)
        #expect(try await client.withOptions(CallOptions(statusPolicy: .any)).send(GetThing<String>()) == "")
    }
}

/// A value behind a lock that a struct can hold.
final class Mutexed<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>
    init(_ value: Value) { storage = Mutex(value) }
    var value: Value {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
