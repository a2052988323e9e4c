import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct MockServerConcurrencyTests {
    @Test func `many clients are served at once, each with its own answers`() async throws {
        let server = try MockServer { .raw("<\($0.path)>") }
        let answers = try await withThrowingTaskGroup(of: (String, String).self, returning: [(String, String)].self) {
            group in
            for client in 0..<40 {
                group.addTask {
                    let socket = try RawClient(port: server.port)
                    var (expected, received) = ("", "")
                    for call in 0..<10 {
                        await socket.send("GET /\(client)-\(call) HTTP/1.1\r\n\r\n")
                        expected += "</\(client)-\(call)>"
                        received += await socket.read(through: ">")
                    }
                    return (expected, received)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(answers.count == 40)
        #expect(answers.allSatisfy { $0.0 == $0.1 })
        #expect(server.requestCount == 400)
        await server.waitForOpenConnections(atMost: 0)
        #expect(server.connectionCount == 40)
    }

    @Test func `connections beyond the limit wait until there is room`() async throws {
        var limits = MockServer.Limits()
        limits.connections = 2
        let server = try MockServer(limits: limits) { _ in .raw("answer") }
        let first = [try RawClient(port: server.port), try RawClient(port: server.port)]
        for client in first {
            await client.send("GET / HTTP/1.1\r\n\r\n")
            _ = await client.read(6)
        }
        let third = try RawClient(port: server.port)
        await third.send("GET /third HTTP/1.1\r\n\r\n")
        #expect(server.openConnectionCount == 2)

        first[0].hangUp()

        #expect(await third.read(6) == "answer")
        #expect(server.connectionCount == 3)
    }

    @Test func `stopping under load ends every client`() async throws {
        let gate = Gate()
        for _ in 0..<5 {
            let server = try MockServer { request in
                request.number.isMultiple(of: 3) ? .status(200).held(until: gate) : .status(200)
            }
            let clients = (0..<10).map { _ in
                Task {
                    guard let client = try? RawClient(port: server.port) else { return }
                    while await client.send("GET / HTTP/1.1\r\n\r\n") {
                        guard await client.read(through: "\r\n\r\n").hasSuffix("\r\n\r\n") else { break }
                    }
                }
            }
            _ = await server.request(20)

            server.stop()

            for client in clients { await client.value }
            #expect(server.openConnectionCount == 0)
        }
    }

    @Test func `a gate that opens while its clients go answers or ends each of them`() async throws {
        for _ in 0..<20 {
            let gate = Gate()
            let server = try MockServer { _ in .status(204).held(until: gate) }
            let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
            for client in clients { await client.send("GET / HTTP/1.1\r\n\r\n") }
            await gate.waitForArrivals(8)

            let opener = Task { gate.open() }
            for client in clients { client.hangUp() }
            await opener.value

            await server.waitForOpenConnections(atMost: 0)
            #expect(gate.waitingCount == 0)
        }
    }
}
