import Dispatch
import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct CancellationTests {
    @Test func `a task that is cancelled before the call causes no connection`() async throws {
        let bench = try Bench()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await bench.kind()
        }
        task.cancel()

        #expect(await task.value == .cancelled)
        #expect(bench.server.connectionCount == 0)
    }

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

    @Test func `a caller that is cancelled while its body is made leaves at once, and the connection closes`()
        async throws
    {
        let bench = try Bench()
        let asked = Gate()
        let endless = AsyncStream<Data> {
            await asked.wait()
            return nil
        }
        let task = Task { await bench.transport.kind(.to(bench.server, .post, body: .stream(once: endless))) }
        await asked.waitForArrivals(1)

        task.cancel()

        #expect(await task.value == .cancelled)
        #expect(await bench.server.connectionClosed(1) != nil)
        #expect(bench.server.requestCount == 0)
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

    @Test(arguments: [Duration.milliseconds(20), .zero, .seconds(-1)])
    func `a deadline below a second, or one that is over, works`(timeout: Duration) async throws {
        let bench = try Bench(.text("late").held(until: Gate()))

        #expect(await bench.kind(TransportOptions(timeout: timeout)) == .timedOut(.attempt))
    }

    @Test func `the connection's deadline is over once the connection stands`() async throws {
        let (clock, gate) = (VirtualClock(), Gate())
        let bench = try Bench(.text("late").held(until: gate))
        let task = Task { await bench.kind(TransportOptions(connectTimeout: .seconds(1), clock: clock)) }
        _ = await bench.server.request(1)

        clock.advance(by: .seconds(2))
        gate.open()

        #expect(await task.value == nil)
    }

    @Test func `a connection that does not come about ends at its deadline`() async throws {
        let deaf = try DeafServer()
        let clock = VirtualClock()
        let request = HTTPRequest(scheme: "https", authority: deaf.authority, path: "/")
        let task = Task {
            await CurlTransport().kind(request, TransportOptions(connectTimeout: .milliseconds(20), clock: clock))
        }
        await clock.waitForSleepers(1)

        clock.advance(by: .milliseconds(20))

        #expect(await task.value == .timedOut(.connect))
    }

    @Test func `a deadline that has not come changes nothing, and leaves nothing behind`() async throws {
        let clock = VirtualClock()
        let bench = try Bench(.text("fine"))

        let kind = await bench.kind(TransportOptions(timeout: .seconds(1), clock: clock))
        clock.advance(by: .seconds(2))

        #expect(kind == nil)
    }

    @Test func `a thousand cancelled calls to a server that never answers do not keep a healthy one from answering`()
        async throws
    {
        let transport = CurlTransport()
        let holding = try Bench(.text("late").held(until: Gate()), transport: transport)
        for _ in 0..<20 {
            await withTaskGroup { group in
                for _ in 0..<50 { group.addTask { await holding.kind(TransportOptions(timeout: .seconds(60))) } }
                group.cancelAll()
                for await kind in group { #expect(kind == .cancelled) }
            }
        }

        let response = try await Bench(.text("fine"), transport: transport).send(TransportOptions(timeout: .seconds(5)))

        #expect(response.status == .ok)
    }
}
