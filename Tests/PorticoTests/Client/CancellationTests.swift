import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct CancellationTests {
    @Test func `a call of a task that is cancelled already causes no I-O, and no middleware sees it`() async throws {
        let stub = StubTransport(.json("[1]"))
        let trail = Trail()
        let client = Client(environment: .stub, transport: stub).withMiddleware(
            Around { request, _, next in
                trail.add("seen")
                return try await next(request)
            })

        let result = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.result(GetThing<[Int]>())
        }.value

        guard case .failure(let error) = result, error.isCancellation else {
            Issue.record("\(result)")
            return
        }
        #expect(error.request == nil)
        #expect(error.attempts.isEmpty)
        #expect(stub.requestCount == 0)
        #expect(trail.all.isEmpty)
    }

    @Test func `a call cancelled while it is under way ends at once`() async {
        let gate = Gate()
        let client = Client(
            environment: .stub,
            transport: StubTransport { _ in
                await gate.wait()
                return .json("[1]")
            })
        let call = Task { await client.result(GetThing<[Int]>()) }
        await gate.waitForArrivals(1)

        call.cancel()

        guard case .failure(let error) = await call.value, error.isCancellation else {
            Issue.record("it was cancelled")
            return
        }
        #expect(error.request?.urlText == "https://api.example/thing")
        #expect(error.attempts.count == 1)
    }

    @Test func `a call cancelled while a layer sleeps ends at once`() async {
        let clock = VirtualClock()
        let client = Client.answering(json: "[1]").withClock(clock).withMiddleware(
            Around { request, context, next in
                try await context.clock.sleep(for: .seconds(10))
                return try await next(request)
            })
        let call = Task { await client.result(GetThing<[Int]>()) }
        await clock.waitForSleepers(1)

        call.cancel()

        guard case .failure(let error) = await call.value, error.isCancellation else {
            Issue.record("it was cancelled")
            return
        }
    }

    @Test func `cancelling after the end changes nothing`() async throws {
        let call = Task { try await Client.answering(json: "[1]").send(GetThing<[Int]>()) }
        _ = try await call.value

        call.cancel()

        #expect(try await call.value == [1])
    }
}

@Suite struct CancellationConcurrencyTests {
    @Test func `a cancellation that races with the answer gives the one or the other, once, to every caller`() async {
        for round in 1...200 {
            let gate = Gate()
            let client = Client(
                environment: .stub,
                transport: StubTransport { _ in
                    await gate.wait()
                    return .json("[1]")
                })
            let calls = (1...4).map { _ in Task { await client.result(GetThing<[Int]>()) } }
            if round.isMultiple(of: 2) { await gate.waitForArrivals(4) }

            await withTaskGroup(of: Void.self) { group in
                group.addTask { gate.open() }
                for call in calls.prefix(2) { group.addTask { call.cancel() } }
            }

            for (index, call) in calls.enumerated() {
                switch await call.value {
                case .success(let value): #expect(value == [1])
                case .failure(let error): #expect(error.isCancellation && index < 2, "\(error)")
                }
            }
        }
    }
}
