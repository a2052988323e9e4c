import Foundation
@testable import Portico
import PorticoTesting
import Synchronization
import Testing

private let list: Request<[Int], ErrorBody> = .get("/things")

@Suite struct GuardedCallTests {
    private let clock = VirtualClock()
    private let late = Trail()

    private func client(_ transport: any Transport) -> Client {
        Client(environment: .stub, transport: transport).withClock(clock).withObserver { [late] event in
            if case .answeredLate = event.kind { late.add("\(event.attempt) \(event.kind)") }
        }
    }

    private func failure(_ result: Result<[Int], CallError<ErrorBody>>) -> CallError<ErrorBody>? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test(arguments: [
        (CallOptions(attemptTimeout: .seconds(5)), Deadline.attempt),
        (CallOptions(attemptTimeout: .seconds(9), totalTimeout: .seconds(5)), .total),
        (CallOptions(attemptTimeout: .seconds(5), totalTimeout: .seconds(9)), .attempt),
    ])
    func `a transport that heeds no deadline keeps nobody beyond it`(options: CallOptions, deadline: Deadline)
        async throws
    {
        let transport = DeafTransport()
        let call = Task { await client(transport).result(list, options: options) }
        await transport.entries.wait()
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(5))

        let error = try #require(failure(await call.value))
        guard case .timedOut(deadline) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(error.attempts.count == 1)
    }

    @Test func `a transport that heeds no cancellation keeps nobody who is cancelled`() async throws {
        let transport = DeafTransport()
        let call = Task { await client(transport).result(list) }
        await transport.entries.wait()

        call.cancel()

        #expect(failure(await call.value)?.isCancellation == true)
    }

    @Test func `what comes late is dropped, and told`() async throws {
        let transport = DeafTransport()
        let (told, client) = (Gate(), client(transport))
        let observed = client.withObserver { if case .answeredLate = $0.kind { told.open() } }
        let call = Task { await observed.result(list) }
        await transport.entries.wait()
        call.cancel()
        _ = await call.value
        #expect(client.storage.shared.abandoned.count == 1)

        transport.gate.open()
        await told.wait()

        #expect(late.all == ["1 an answer came too late: 200 OK"])
        #expect(client.storage.shared.abandoned.count == 0)
    }

    @Test func `a transport of one's own answers as ever, in the caller's task-local surroundings`() async throws {
        struct Local: Transport {
            @TaskLocal static var name = "none"
            var capabilities: TransportCapabilities { .all }
            func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse
            {
                .json(#"["\#(Self.name)"]"#)
            }
        }
        let names: Request<[String], ErrorBody> = .get("/names")

        let value = try await Local.$name.withValue("mine") { try await client(Local()).send(names) }

        #expect(value == ["mine"])
    }

    @Test func `the total deadline ends a layer that sleeps on its own`() async throws {
        let layer = DeafMiddleware()
        let stub = StubTransport(.json("[1]"))
        let client = client(stub).withMiddleware(layer)
        let call = Task { await client.result(list, options: CallOptions(totalTimeout: .seconds(5))) }
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(5))

        let error = try #require(failure(await call.value))
        guard case .timedOut(.total) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(stub.requestCount == 0)
        layer.gate.open()
    }

    @Test func `a call with a total deadline that can still be cancelled is, whatever its layers do`() async throws {
        let layer = DeafMiddleware()
        let client = client(StubTransport(.json("[1]"))).withMiddleware(layer)
        let call = Task { await client.result(list, options: CallOptions(totalTimeout: .seconds(5))) }
        await clock.waitForSleepers(1)

        call.cancel()

        #expect(failure(await call.value)?.isCancellation == true)
        layer.gate.open()
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a total deadline that has passed before the call asks no layer`(time: Duration) async throws {
        let layer = DeafMiddleware()
        let client = client(StubTransport(.json("[1]"))).withMiddleware(layer)

        let error = try #require(failure(await client.result(list, options: CallOptions(totalTimeout: time))))

        guard case .timedOut(.total) = error.reason else { return #expect(Bool(false), "\(error)") }
    }

    @Test func `what a layer throws in time is as it was`() async throws {
        struct Refusal: Error {}
        let client = client(StubTransport(.json("[1]"))).withMiddleware(Around { _, _, _ in throw Refusal() })

        let error = try #require(
            failure(await client.result(list, options: CallOptions(totalTimeout: .seconds(5)))))

        guard case .middleware(is Refusal) = error.reason else { return #expect(Bool(false), "\(error)") }
    }

    @Test func `more work than can be borne is refused`() throws {
        let abandoned = AbandonedWork(limit: 2)
        abandoned.enter()
        try abandoned.admit()

        abandoned.enter()

        #expect(throws: TransportError.self) { try abandoned.admit() }
        abandoned.leave()
        try abandoned.admit()
    }
}

@Suite struct GuardedCallConcurrencyTests {
    /// Answers, deadlines and cancellations of many calls, as close together as can be.
    @Test func `each of many calls ends once, whoever is first`() async throws {
        struct Slow: Transport {
            var capabilities: TransportCapabilities { TransportCapabilities(missing: [.timings]) }
            func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse
            {
                for _ in 0..<(request.path.utf8.count * 7 % 40) { await Task.yield() }
                return .json("[1]")
            }
        }
        let late = Atomic(0)
        let client = Client(environment: .stub, transport: Slow())
            .withOptions(CallOptions(attemptTimeout: .microseconds(300)))
            .withObserver { if case .answeredLate = $0.kind { late.add(1, ordering: .relaxed) } }

        let outcomes = await withTaskGroup(of: String.self) { group in
            for index in 0..<400 {
                group.addTask {
                    let call = Task {
                        await client.result(
                            .get("/\(String(repeating: "x", count: 1 + index % 17))") as Request<[Int], ErrorBody>)
                    }
                    if index % 3 == 0 { call.cancel() }
                    return switch await call.value {
                    case .success: "value"
                    case .failure(let error): error.isCancellation ? "cancelled" : "\(error.reason)"
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }

        #expect(outcomes.values.reduce(0, +) == 400)
        #expect(Set(outcomes.keys).isSubset(of: ["value", "cancelled", "timedOut(the attempt)", "timedOut(attempt)"]))
        while client.storage.shared.abandoned.count > 0 { await Task.yield() }
        #expect(client.storage.shared.abandoned.count == 0)
    }
}
