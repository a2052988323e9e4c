import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

@Suite struct ExchangeConcurrencyTests {
    private static let faults: [MockAnswer] = [
        .text("fine"), .bytes(Data(count: 300_000)), .nothing, .text("cut").cut(at: .body(1)), .text("r").reset(),
        .chunked([Data(count: 70_000), Data(count: 5)]), .raw("garbage\r\n\r\n").closing(), .status(204),
    ]

    @Test func `cancelled at random among answers, cuts and streams, every call ends exactly once`() async throws {
        let server = try MockServer { request in Self.faults[request.number % Self.faults.count] }
        let transport = CurlTransport()
        var ended = 0

        await withTaskGroup { group in
            for number in 0..<600 {
                group.addTask {
                    let call = Task { await Self.exchange(number, server, transport) }
                    if number % 3 == 0 {
                        for _ in 0..<(number % 40) { await Task.yield() }
                        call.cancel()
                    }
                    await call.value
                }
                if number >= 32 {
                    await group.next()
                    ended += 1
                }
            }
            for await _ in group { ended += 1 }
        }

        #expect(ended == 600)
        let healthy = try MockServer { _ in .text("fine") }
        #expect(await transport.kind(.to(healthy)) == nil)
    }

    private static func exchange(_ number: Int, _ server: MockServer, _ transport: CurlTransport) async {
        let isStreamed = number % 2 == 0
        var options = TransportOptions(delivery: isStreamed ? .streamed : .buffered)
        if number % 5 == 0 { options.timeout = .milliseconds(number % 7) }
        if number % 11 == 0 { options.connectTimeout = .milliseconds(number % 7) }
        let body: HTTPBody =
            number % 4 == 0
            ? .stream {
                HTTPChunks(
                    AsyncStream {
                        $0.yield(Data(count: 9)); $0.finish()
                    })
            } : .none
        let response = try? await transport.send(.to(server, number % 4 == 0 ? .post : .get, body: body), options)
        guard case .chunks(let chunks)? = response?.body, number % 6 != 0 else { return }
        var iterator = chunks.makeAsyncIterator()
        while (try? await iterator.next()) ?? nil != nil {}
    }

    @Test func `many transports are made, used and dropped at once`() async throws {
        let server = try MockServer { _ in .text("fine") }

        let kinds = await withTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    let transport = CurlTransport()
                    return [await transport.kind(.to(server)), await transport.kind(.to(server))]
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }

        #expect(kinds.count == 80 && kinds.allSatisfy { $0 == nil })
        await server.waitForOpenConnections(atMost: 0)
    }
}
