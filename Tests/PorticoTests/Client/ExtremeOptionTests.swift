import Foundation
import Portico
import PorticoTesting
import Testing

/// What an option's type allows and nobody means: it ends as an error or a value, and never as a trap.
@Suite struct ExtremeOptionTests {
    private static let extremes: [Duration] = [
        Duration(attoseconds: .max), .seconds(Int64.max), .seconds(Int64.max / 2), .seconds(10_000_000_000),
    ]
    private static let nothings: [Duration] = [.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min)]

    private static func client(_ clock: any Clock<Duration>, _ status: HTTPStatus = .ok) -> Client {
        let stub = StubTransport { _ async in
            await Task.yield()
            return .json("[1]", status: status)
        }
        return Client(environment: .stub, transport: stub).withClock(clock)
    }

    private static let clocks: [any Clock<Duration>] = [ContinuousClock(), SuspendingClock(), VirtualClock()]

    @Test(arguments: clocks.indices, extremes)
    func `a time that no clock can count is a very long one`(clock: Int, time: Duration) async throws {
        let client = Self.client(Self.clocks[clock])

        for options in [CallOptions(attemptTimeout: time), CallOptions(connectTimeout: time, totalTimeout: time)] {
            #expect(try await client.send(GetThing<[Int]>(), options: options) == [1])
        }
    }

    @Test(arguments: clocks.indices, extremes)
    func `a failed answer is read to its end within a very long time`(clock: Int, time: Duration) async throws {
        let client = Self.client(Self.clocks[clock], 500)

        let result = await client.result(
            Request<HTTPResponse, ErrorBody>(.get, "/x", mapping: .streamed),
            options: CallOptions(attemptTimeout: time, totalTimeout: time))

        guard case .failure(let error) = result, case .failure(let body) = error.reason else {
            Issue.record("\(result)")
            return
        }
        #expect(body.json == [1])
    }

    @Test(arguments: clocks.indices, nothings)
    func `no time and less than none end a call before anything is sent`(clock: Int, time: Duration) async throws {
        let stub = StubTransport(.json("[1]"))
        let client = Client(environment: .stub, transport: stub).withClock(Self.clocks[clock])

        let attempt = await client.result(GetThing<[Int]>(), options: CallOptions(attemptTimeout: time))
        let total = await client.result(GetThing<[Int]>(), options: CallOptions(totalTimeout: time))

        guard case .failure(let first) = attempt, case .timedOut(.attempt) = first.reason,
            case .failure(let second) = total, case .timedOut(.total) = second.reason
        else {
            Issue.record("\(attempt), \(total)")
            return
        }
        #expect(stub.requestCount == 0)
    }

    @Test(arguments: [-1, Int.min, 0])
    func `a limit below nothing lets nothing in`(limit: Int) async throws {
        let options = CallOptions(bodyLimit: limit)
        let client = Client.answering(json: "[1]", status: 500)

        let whole = await client.result(GetThing<[Int]>(), options: options)
        let streamed = await client.result(
            Request<HTTPResponse, ErrorBody>(.get, "/x", mapping: .streamed), options: options)

        guard case .failure(let error) = whole, case .bodyTooLarge(limit) = error.reason else {
            Issue.record("\(whole)")
            return
        }
        guard case .failure(let error) = streamed, case .unexpectedStatus(let body, let problem) = error.reason else {
            Issue.record("\(streamed)")
            return
        }
        #expect(body.data.isEmpty)
        #expect((problem.underlying as? TransportError)?.kind == .bodyTooLarge(limit: limit))
    }
}
