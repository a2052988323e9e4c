import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

private let request: Request<[Int], ErrorBody> = .get("/things")

/// What each phase of a made-up exchange took.
private let made: TransportTimings = {
    var timings = TransportTimings()
    timings.nameResolved = .milliseconds(2)
    timings.connected = .milliseconds(5)
    timings.secured = .milliseconds(15)
    timings.requestStarted = .milliseconds(16)
    timings.firstByte = .milliseconds(46)
    timings.completed = .milliseconds(50)
    timings.isConnectionReused = false
    timings.networkProtocol = "h2"
    return timings
}()

@Suite struct AttemptTimingTests {
    private let clock = VirtualClock()

    private func client(_ stub: StubTransport) -> Client {
        Client(environment: .stub, transport: stub).withClock(clock)
    }

    /// What the events of an attempt's end tell.
    private final class Ends: Sendable {
        private let events = Mutex<[CallEvent]>([])
        var all: [CallEvent] { events.withLock { $0 } }
        @Sendable func note(_ event: CallEvent) { if event.duration != nil { events.withLock { $0.append(event) } } }
    }

    @Test func `the end of an attempt tells how long it took, and how`() async throws {
        var stub = StubTransport(.json("[1]")).delayed(by: .milliseconds(50))
        stub.timings = made
        let (ends, client) = (Ends(), client(stub))
        let call = Task { try await client.withObserver(ends.note).send(request) }

        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(50))
        _ = try await call.value

        let end = try #require(ends.all.first)
        #expect(ends.all.count == 1)
        #expect(end.duration == .milliseconds(50))
        #expect(end.timings == made)
    }

    @Test func `an error tells it of each attempt that failed`() async throws {
        var stub = StubTransport(.failure(.connectionLost))
        stub.timings = made
        let (ends, client) = (Ends(), client(stub))

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) {
                try await client.withObserver(ends.note).send(request)
            })

        #expect(error.attempts.map(\.timings) == [made])
        #expect(ends.all.map(\.timings) == [made])
    }

    @Test func `a transport that cannot tell is not asked`() async throws {
        var stub = StubTransport(.status(404))
        stub.timings = made
        stub.capabilities.missing = [.timings]
        let client = client(stub)

        let error = try #require(
            await #expect(throws: CallError<ErrorBody>.self) { try await client.send(request) })

        #expect(error.attempts.count == 1)
        #expect(error.attempts.map(\.timings) == [nil])
    }

    @Test func `attempts that run at once each have their own`() async throws {
        let stub = StubTransport(.handler { request in .json("[\(request.path.utf8.count)]") })
        let (ends, client) = (Ends(), client(stub))

        _ = try await client.withObserver(ends.note).withMiddleware(
            Around { request, _, next in
                async let one = next(request)
                async let other = next(request)
                _ = try await one
                return try await other
            }
        ).send(request)

        #expect(ends.all.compactMap(\.timings).count == 2)
        #expect(Set(ends.all.map(\.attempt)) == [1, 2])
    }

    @Test func `phases are the differences of moments, and nil where one of them is`() {
        #expect(made.nameResolution == .milliseconds(2))
        #expect(made.connecting == .milliseconds(3))
        #expect(made.securing == .milliseconds(10))
        #expect(made.waiting == .milliseconds(30))
        var kept = TransportTimings()
        kept.firstByte = .milliseconds(3)
        #expect([kept.nameResolution, kept.connecting, kept.securing, kept.waiting] == [nil, nil, nil, nil])
        #expect(
            "\(made)" == """
                name 0.002 seconds, connected 0.005 seconds, secured 0.015 seconds, first byte 0.046 seconds, \
                complete 0.05 seconds, new connection, h2
                """)
    }
}
