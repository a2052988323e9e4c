import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// What layers and transport did, in order.
final class Trail: Sendable {
    private let steps = Mutex<[String]>([])
    func add(_ step: String) { steps.withLock { $0.append(step) } }
    var all: [String] { steps.withLock { $0 } }
}

/// Says that it was entered and left, and counts the attempt.
private struct Layer: Middleware {
    let name: String
    let trail: Trail

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        trail.add("\(name) in \(context.attempt)")
        do {
            let response = try await next(request)
            trail.add("\(name) out \(response.status.code)")
            return response
        } catch {
            trail.add("\(name) failed")
            throw error
        }
    }
}

/// A layer that a closure is.
struct Around: Middleware {
    let body: @Sendable (HTTPRequest, CallContext, Next) async throws -> HTTPResponse

    init(_ body: @escaping @Sendable (HTTPRequest, CallContext, Next) async throws -> HTTPResponse) { self.body = body }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        try await body(request, context, next)
    }
}

@Suite struct MiddlewareOrderTests {
    private let trail = Trail()

    private func client(_ answers: [StubAnswer]) -> Client {
        let script = Mutex(answers)
        let stub = StubTransport(
            .handler { [trail] _ throws(TransportError) in
                trail.add("transport")
                let answer = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                switch answer {
                case .some: return .json("[1]")
                case nil: throw TransportError(.connectionLost)
                }
            })
        return Client(environment: .stub, transport: stub)
            .withMiddleware(Layer(name: "attempt A", trail: trail), around: .attempt)
            .withMiddleware(Layer(name: "call A", trail: trail))
            .withMiddleware(Layer(name: "call B", trail: trail), around: .call)
            .withMiddleware(Layer(name: "attempt B", trail: trail), around: .attempt)
    }

    @Test func `the layers around the call come first, then those around the attempt, each the first one outermost`()
        async throws
    {
        _ = try await client([.json("[1]")]).send(GetThing<[Int]>())

        #expect(
            trail.all == [
                "call A in 0", "call B in 0", "attempt A in 1", "attempt B in 1", "transport",
                "attempt B out 200", "attempt A out 200", "call B out 200", "call A out 200",
            ])
    }

    @Test func `an error passes the layers from the inside to the outside`() async {
        await #expect(throws: CallError<ErrorBody>.self) { try await client([]).send(GetThing<[Int]>()) }

        #expect(
            trail.all.suffix(5) == [
                "transport", "attempt B failed", "attempt A failed", "call B failed", "call A failed",
            ])
    }

    @Test func `a layer that sends twice makes two attempts, and the layers around each see both`() async throws {
        let client = client([.json("[1]"), .json("[1]")]).withMiddleware(
            Around { request, _, next in
                _ = try await next(request)
                return try await next(request)
            })

        _ = try await client.send(GetThing<[Int]>())

        #expect(
            trail.all == [
                "call A in 0", "call B in 0",
                "attempt A in 1", "attempt B in 1", "transport", "attempt B out 200", "attempt A out 200",
                "attempt A in 2", "attempt B in 2", "transport", "attempt B out 200", "attempt A out 200",
                "call B out 200", "call A out 200",
            ])
    }

    @Test func `a layer that never sends answers itself`() async throws {
        let client = client([]).withMiddleware(Around { _, _, _ in .json("[2]") })

        #expect(try await client.send(GetThing<[Int]>()) == [2])
        #expect(trail.all == ["call A in 0", "call B in 0", "call B out 200", "call A out 200"])
    }

    @Test func `a layer may send in a task of its own`() async throws {
        let client = client([.json("[1]")]).withMiddleware(
            Around { request, _, next in
                try await Task { try await next(request) }.value
            })

        #expect(try await client.send(GetThing<[Int]>()) == [1])
        #expect(trail.all.contains("transport"))
    }

    @Test func `a layer may race two attempts`() async throws {
        let stub = StubTransport(.json("[1]"))
        let client = Client(environment: .stub, transport: stub).withMiddleware(
            Around { request, _, next in
                async let one = next(request)
                async let other = next(request)
                return try await [one, other][1]
            })

        #expect(try await client.send(GetThing<[Int]>()) == [1])
        #expect(stub.requestCount == 2)
    }
}
