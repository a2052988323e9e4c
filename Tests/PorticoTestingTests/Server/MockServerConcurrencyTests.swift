import Dispatch
import Foundation
import Portico
import PorticoTesting
import Synchronization
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

    @Test func `thousands of connections are kept, and each is answered`() async throws {
        DescriptorLimit.raise()
        let gate = Gate()
        let server = try MockServer { $0.path == "/held" ? .raw("held").held(until: gate) : .raw("answer") }
        var clients: [RawClient] = []
        for _ in 0..<2000 {
            let client = try RawClient(port: server.port)
            await client.send("GET /held HTTP/1.1\r\n\r\n")
            clients.append(client)
        }
        await gate.waitForArrivals(2000)
        #expect(server.openConnectionCount == 2000)

        let another = try RawClient(port: server.port)
        await another.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await another.read(6) == "answer")
        gate.open()

        var answers = Set<String>()
        for client in clients { answers.insert(await client.read(4)) }
        #expect(answers == ["held"])
        server.stop()
        #expect(server.openConnectionCount == 0)
    }

    @Test func `a closure that blocks keeps no other connection waiting`() async throws {
        let (entered, release) = (Gate(), DispatchSemaphore(value: 0))
        let server = try MockServer { request in
            guard request.path == "/blocks" else { return .raw("answer") }
            entered.open()
            release.wait()
            return .raw("late")
        }
        let blocked = try (0..<20).map { _ in try RawClient(port: server.port) }
        for client in blocked { await client.send("GET /blocks HTTP/1.1\r\n\r\n") }
        await entered.wait()

        let other = try RawClient(port: server.port)
        await other.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await other.read(6) == "answer")

        for _ in blocked { release.signal() }
        for client in blocked { #expect(await client.read(4) == "late") }
    }

    @Test func `no more closures run at a time than allowed, and the others wait`() async throws {
        var limits = MockServer.Limits()
        limits.closures = 2
        let counts = Mutex((running: 0, most: 0))
        let server = try MockServer(limits: limits) { _ in
            counts.withLock { counts in
                counts.running += 1
                counts.most = max(counts.most, counts.running)
            }
            defer { counts.withLock { $0.running -= 1 } }
            return .raw("answer")
        }
        let clients = try (0..<50).map { _ in try RawClient(port: server.port) }
        for client in clients { await client.send("GET / HTTP/1.1\r\n\r\n") }

        for client in clients { #expect(await client.read(6) == "answer") }
        #expect((1...2).contains(counts.withLock(\.most)))
    }

    @Test func `stopping waits for a closure that makes an answer`() async throws {
        let (entered, release, returned) = (Gate(), DispatchSemaphore(value: 0), Gate())
        let server = try MockServer { _ in
            entered.open()
            release.wait()
            returned.open()
            return .status(204)
        }
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        await entered.wait()
        let stopping = Task.detached { server.stop() }
        #expect(await client.readToEnd().text == "")

        release.signal()
        await stopping.value

        #expect(returned.isOpen)
    }
}
