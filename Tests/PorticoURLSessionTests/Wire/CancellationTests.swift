import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct CancellationTests {
    @Test(arguments: Bench.deliveries)
    func `a caller that is cancelled while the server holds the answer leaves at once, and the connection closes`(
        delivery: TransportOptions.Delivery
    ) async throws {
        let gate = Gate()
        let bench = try Bench(.text("late").held(until: gate))
        let task = Task { await bench.kind(TransportOptions(delivery: delivery)) }
        let request = try #require(await bench.server.request(1))

        task.cancel()

        #expect(await task.value == .cancelled)
        #expect(await bench.server.connectionClosed(request.connection) == .byClient)
    }

    @Test func `a caller that is cancelled within the body leaves at once, and the connection closes`() async throws {
        let gate = Gate()
        let bench = try Bench(.text("hello").held(until: gate, at: .body(2)))
        let task = Task { await bench.kind() }
        await gate.waitForArrivals(1)

        task.cancel()

        #expect(await task.value == .cancelled)
        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `a caller that is cancelled while its body is made leaves at once, and nothing is sent`() async throws {
        let bench = try Bench()
        let (endless, _) = AsyncStream.makeStream(of: Data.self)
        let task = Task { await bench.transport.kind(.to(bench.server, .post, body: .stream(once: endless))) }

        task.cancel()

        #expect(await task.value == .cancelled)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a deadline goes by the call's clock, and is no cancellation`() async throws {
        let clock = VirtualClock()
        let bench = try Bench(.text("late").held(until: Gate()))
        let task = Task { await bench.kind(TransportOptions(timeout: .milliseconds(50), clock: clock)) }
        _ = await bench.server.request(1)
        await clock.waitForSleepers(1)

        clock.advance(by: .milliseconds(50))

        #expect(await task.value == .timedOut(.attempt))
        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `an upload that nobody waits for is broken off`() async throws {
        let (listener, size) = (try StalledListener(), 60_000_000)
        let (steps, progress) = AsyncStream.makeStream(of: TransferProgress.self)
        let options = TransportOptions(onProgress: { progress.yield($0) })
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: listener.authority, path: "/", body: .bytes(Data(count: size)))
        let task = Task { await URLSessionTransport().kind(request, options) }
        var iterator = steps.makeAsyncIterator()
        _ = await iterator.next()

        task.cancel()

        #expect(await task.value == .cancelled)
        #expect(listener.readToEnd() < size)
    }

    @Test func `when too many tasks are abandoned calls wait, and fail as busy at their deadline`() async throws {
        let clock = VirtualClock()
        let transport = URLSessionTransport(maximumAbandoned: 1)
        let holding = try Bench(.text("late").held(until: Gate()), transport: transport)
        let healthy = try Bench(.text("fine"), transport: transport)
        let abandoned = Task { await holding.kind() }
        _ = await holding.server.request(1)
        abandoned.cancel()
        _ = await abandoned.value

        // The abandonment is counted at the latest when the connection closes.
        _ = await holding.server.connectionClosed(1)
        let busy = Task { await healthy.kind(TransportOptions(timeout: .seconds(1), clock: clock)) }
        let cancelled = Task { await healthy.kind() }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        cancelled.cancel()

        #expect(await busy.value == .transportBusy)
        #expect(await cancelled.value == .cancelled)
        #expect(healthy.server.connectionCount == 0)
    }

    @Test func `abandoned tasks end by themselves, and those who waited go on`() async throws {
        let transport = URLSessionTransport(maximumAbandoned: 1, longestSilence: .seconds(5))
        let holding = try Bench(.text("late").held(until: Gate()), transport: transport)
        let healthy = try Bench(.text("fine"), transport: transport)
        let abandoned = Task { await holding.kind() }
        _ = await holding.server.request(1)
        abandoned.cancel()
        _ = await holding.server.connectionClosed(1)

        let kind = await healthy.kind()

        #expect(await abandoned.value == .cancelled)
        #expect(kind == nil)
    }

    @Test func `a thousand cancelled calls to a server that never answers do not keep a healthy one from answering`()
        async throws
    {
        let transport = URLSessionTransport()
        let holding = try Bench(.text("late").held(until: Gate()), transport: transport)
        for _ in 0..<20 {
            await withTaskGroup { group in
                for _ in 0..<50 { group.addTask { await holding.kind(TransportOptions(timeout: .seconds(60))) } }
                group.cancelAll()
                for await kind in group { #expect(kind == .cancelled) }
            }
        }

        let response = try await Bench(.text("fine"), transport: transport).send(
            TransportOptions(timeout: .seconds(30)))

        #expect(response.status == .ok)
    }
}
