import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

/// What a transport leaves behind: nothing. Alone in the process, since descriptors and threads are counted.
@Suite(.serialized) struct LifetimeTests {
    @Test func `transports that are dropped leave no connection behind`() async throws {
        let server = try MockServer { _ in .text("fine") }

        for _ in 0..<20 {
            let transports = (0..<5).map { _ in CurlTransport() }
            for transport in transports { #expect(await transport.kind(.to(server)) == nil) }
        }

        await server.waitForOpenConnections(atMost: 0)
        #expect(server.requestCount == 100)
    }

    @Test func `a transport may go while its exchange is under way, and while its answer is read`() async throws {
        let (head, body) = (Gate(), Gate())
        let server = try MockServer { _ in .text("hello").held(until: head).held(until: body, at: .body(2)) }
        let exchange = Task { [transport = CurlTransport()] in
            try await transport.send(.to(server), TransportOptions(delivery: .streamed))
        }
        _ = await server.request(1)

        head.open()
        let response = try await exchange.value
        body.open()

        #expect(try await response.bytes(limit: 5) == Data("hello".utf8))
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test func `connections that idle are closed`() async throws {
        var configuration = CurlConfiguration()
        configuration.idleTimeout = .milliseconds(50)
        let server = try MockServer { _ in .text("fine") }
        let transport = CurlTransport(configuration)

        #expect(await transport.kind(.to(server)) == nil)
        await server.waitForOpenConnections(atMost: 0)
        #expect(await transport.kind(.to(server)) == nil)
        #expect(server.connectionCount == 2)
    }

    @Test func `no more connections are opened to a host than are allowed, and every exchange gets one`() async throws {
        var configuration = CurlConfiguration()
        configuration.maximumConnectionsPerHost = 2
        let server = try MockServer { _ in .text("fine") }
        let transport = CurlTransport(configuration)

        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await transport.kind(.to(server)) } }
            for await kind in group { #expect(kind == nil) }
        }

        #expect(server.connectionCount <= 2)
        #expect(server.requestCount == 50)
    }
}
