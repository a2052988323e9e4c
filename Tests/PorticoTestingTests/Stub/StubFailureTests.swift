import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct StubFailureTests {
    private struct Count: Decodable { var count: Int }

    private struct ShowCount: Endpoint {
        static let route: Route = "GET /count"
        typealias Response = Count
    }

    private let environment = APIEnvironment("test", kind: .custom, baseURL: "https://api.example")

    @Test(arguments: StubAnswer.everyFailure)
    func `each ready-made failure fails a call`(failure: StubAnswer) async {
        let client = Client(environment: environment, transport: StubTransport(failure))

        await #expect(throws: CallError<ErrorBody>.self) { try await client.send(ShowCount()) }
    }

    @Test func `they are told apart by their names`() {
        let names = StubAnswer.everyFailure.map(\.description)

        #expect(Set(names).count == names.count)
        #expect(names.contains("timed out (connect deadline)") && names.contains("malformed JSON"))
    }

    @Test(arguments: [0, 5, 40000], TransportOptions.Delivery.both)
    func `a body that is cut gives its beginning and then an error`(
        count: Int, delivery: TransportOptions.Delivery
    ) async throws {
        let text = String(repeating: "a", count: 50000)
        let stub = StubTransport(.json("\"\(text)\"").cut(after: count))
        let request = HTTPRequest(scheme: "https", authority: "h", path: "/")

        var received = 0
        let error = await #expect(throws: TransportError.self) {
            let response = try await stub.send(request, TransportOptions(delivery: delivery))
            guard case .chunks(let chunks) = response.body else { return }
            for try await chunk in chunks { received += chunk.count }
        }

        #expect(error?.kind == .bodyTruncated)
        #expect(received == (delivery == .streamed ? count : 0))
    }

    @Test func `an answer that never comes ends with the deadline`() async throws {
        let clock = VirtualClock()
        let client = Client(environment: environment, transport: StubTransport(.never)).withClock(clock)
        let call = Task { await client.result(ShowCount()) }
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(60))

        guard case .failure(let error) = await call.value, case .timedOut(.attempt) = error.reason else {
            throw try #require(nil as (any Error)?)
        }
    }

    @Test func `an answer has a delay of its own`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(sequence: [.json(#"{"count": 1}"#).delayed(by: .seconds(2)), .json(#"{"count": 2}"#)])
        let client = Client(environment: environment, transport: stub).withClock(clock)
        let first = Task { try await client.send(ShowCount()).count }
        await clock.waitForSleepers(1)

        #expect(try await client.send(ShowCount()).count == 2)
        clock.advance(by: .seconds(2))
        #expect(try await first.value == 1)
    }

    @Test func `a rate of failures hits the same requests for the same seed`() async {
        func outcomes(_ seed: UInt64, _ rate: Double) async -> [Bool] {
            let stub = StubTransport(.json(#"{"count": 1}"#)).failing(rate, seed: seed)
            let client = Client(environment: environment, transport: stub)
            var outcomes: [Bool] = []
            for _ in 0..<400 {
                if case .success = await client.result(ShowCount()) {
                    outcomes.append(true)
                } else {
                    outcomes.append(false)
                }
            }
            return outcomes
        }

        let first = await outcomes(7, 0.25)

        #expect(await outcomes(7, 0.25) == first)
        #expect(await outcomes(8, 0.25) != first)
        #expect((60...140).contains(first.count { !$0 }))
        #expect(await outcomes(7, 0).allSatisfy(\.self))
        #expect(await !outcomes(7, 1).contains(true))
    }

    @Test func `a failing request takes nothing of a sequence`() async throws {
        let stub = StubTransport(sequence: [.json(#"{"count": 1}"#), .json(#"{"count": 2}"#)])
            .failing(0.5, with: [.status(503)], seed: 3)
        let client = Client(environment: environment, transport: stub)

        var counts: [Int] = []
        while counts.count < 2, stub.requestCount < 100 {
            if case .success(let value) = await client.result(ShowCount()) { counts.append(value.count) }
        }

        #expect(counts == [1, 2])
        #expect(stub.requestCount > 2)
    }

    @Test func `delays lie within their bounds, the same ones for the same seed`() async throws {
        func durations(_ seed: UInt64) async throws -> [Duration] {
            let stub = StubTransport(.status(204)).delayed(by: .milliseconds(10)...(.milliseconds(90)), seed: seed)
            let request = HTTPRequest(scheme: "https", authority: "h", path: "/")
            var durations: [Duration] = []
            for _ in 0..<50 {
                let clock = VirtualClock()
                let call = Task {
                    let start = clock.now
                    _ = try await stub.send(request, TransportOptions(clock: clock))
                    return start.duration(to: clock.now)
                }
                await clock.waitForSleepers(1)
                while clock.sleeperCount > 0 { clock.advance(by: .milliseconds(1)) }
                durations.append(try await call.value)
            }
            return durations
        }

        let first = try await durations(1)

        #expect(first.allSatisfy { $0 >= .milliseconds(10) && $0 <= .milliseconds(91) })
        #expect(Set(first).count > 10)
        #expect(try await durations(1) == first)
        #expect(try await durations(2) != first)
    }
}

extension TransportOptions.Delivery {
    fileprivate static let both: [TransportOptions.Delivery] = [.buffered, .streamed]
}
