import Portico
import PorticoTesting
import Testing

@Suite struct StubTransportTimeTests: StubExchanges {
    @Test func `a delay goes by the clock of the call`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(.status(204)).delayed(by: .seconds(3))
        let call = Task { try await stub.send(request(), TransportOptions(clock: clock)).status }
        await clock.waitForSleepers(1)
        #expect(stub.requestCount == 1)

        clock.advance(by: .seconds(3))

        #expect(try await call.value == 204)
    }

    @Test func `an answer that is held beyond the deadline is a time-out of the attempt`() async throws {
        let clock = VirtualClock()
        let gate = Gate()
        let stub = StubTransport { _ async in
            await gate.wait()
            return .empty(204)
        }
        let call = Task { try await stub.send(request(), TransportOptions(timeout: .milliseconds(250), clock: clock)) }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .milliseconds(250))

        #expect(try await kind { try await call.value } == .timedOut(.attempt))
    }

    @Test func `a delay beyond the deadline is a time-out, one within it is not`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(.status(204))
        let late = Task {
            try await stub.delayed(by: .seconds(9)).send(
                request(), TransportOptions(timeout: .seconds(5), clock: clock))
        }
        let early = Task {
            try await stub.delayed(by: .seconds(1)).send(
                request(), TransportOptions(timeout: .seconds(5), clock: clock))
        }
        await clock.waitForSleepers(2)

        clock.advance(by: .seconds(1))
        #expect(try await early.value.status == 204)
        clock.advance(by: .seconds(4))

        #expect(try await kind { try await late.value } == .timedOut(.attempt))
    }

    @Test(arguments: [
        (Duration.seconds(3), Duration.seconds(4), TransportError.Kind?.none),
        (.seconds(4), .seconds(4), .timedOut(.attempt)),
        (.seconds(5), .seconds(4), .timedOut(.attempt)),
    ])
    func `a clock that jumps beyond delay and deadline does not change which of them came first`(
        delay: Duration, timeout: Duration, expected: TransportError.Kind?
    ) async throws {
        let clock = VirtualClock()
        let stub = StubTransport { _ async in .empty(204) }.delayed(by: delay)
        let call = Task { () async -> TransportError.Kind? in
            do throws(TransportError) {
                _ = try await stub.send(request(), TransportOptions(timeout: timeout, clock: clock))
                return nil
            } catch { return error.kind }
        }
        await clock.waitForSleepers(1)

        clock.advance(by: .seconds(60))

        #expect(await call.value == expected)
    }

    @Test func `a stream of the request that never ends is a time-out too`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(.status(204))
        let endless = request(.post, body: .stream(once: AsyncStream { _ in }))
        let call = Task { try await stub.send(endless, TransportOptions(timeout: .seconds(1), clock: clock)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(try await kind { try await call.value } == .timedOut(.attempt))
        #expect(stub.requestCount == 0)
    }

    @Test func `a cancelled caller does not sit out a delay`() async throws {
        let stub = StubTransport(.status(204)).delayed(by: .seconds(3600))
        let call = Task { try await stub.send(request(), TransportOptions()) }
        await stub.waitForRequests(1)
        call.cancel()
        #expect(try await kind { try await call.value } == .cancelled)
    }

    @Test func `a body that never comes to its end is a time-out too`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport { _ in
            HTTPResponse(head: ResponseHead(status: 200), body: .chunks(HTTPChunks(AsyncStream { _ in })))
        }
        let call = Task { try await stub.send(request(), TransportOptions(timeout: .seconds(1), clock: clock)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(try await kind { try await call.value } == .timedOut(.attempt))
    }

    @Test func `a task that is cancelled already gets no answer, and none is counted`() async throws {
        let stub = StubTransport(sequence: [.status(201)])
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stub.send(request(), TransportOptions())
        }

        #expect(try await kind { try await call.value } == .cancelled)

        #expect(stub.requestCount == 0)
        #expect(try await stub.send(request(), TransportOptions()).status == 201)
    }

    @Test func `a cancelled caller goes at once, even where the closure never ends`() async throws {
        let stub = StubTransport { _ async in
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return .empty(204)
        }
        let call = Task { try await stub.send(request(), TransportOptions()) }
        await stub.waitForRequests(1)

        call.cancel()

        #expect(try await kind { try await call.value } == .cancelled)
    }

    @Test func `a closure's task is cancelled with its caller`() async throws {
        let ended = Gate()
        let stub = StubTransport { _ async in
            await Gate().wait()
            ended.open()
            return .empty(204)
        }
        let call = Task { try await stub.send(request(), TransportOptions()) }
        await stub.waitForRequests(1)
        call.cancel()
        await ended.wait()
        #expect(ended.isOpen)
    }
}
