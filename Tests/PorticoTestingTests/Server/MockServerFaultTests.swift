import Foundation
import Portico
import PorticoTesting
import Testing

/// What a client sees of each fault, byte for byte.
@Suite struct MockServerFaultTests {
    private static let text =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello"

    private func exchange(_ answer: MockAnswer) async throws -> (text: String, end: RawClient.End) {
        let server = try MockServer(answers: [answer])
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        return await client.readToEnd()
    }

    @Test(arguments: [
        (MockAnswer.Position.byte(0), 0), (.byte(1), 1), (.head, 79), (.body(0), 79), (.body(3), 82), (.byte(78), 78),
        (.body(99), 84),
    ])
    func `an answer is cut at any byte`(position: MockAnswer.Position, count: Int) async throws {
        let answer = try await exchange(.text("hello").cut(at: position))
        #expect(answer == (String(decoding: Self.text.utf8.prefix(count), as: UTF8.self), .closed))
    }

    @Test(arguments: [(MockAnswer.Position.byte(0), ""), (.body(2), "he")])
    func `a connection is reset at any byte`(position: MockAnswer.Position, body: String) async throws {
        let answer = try await exchange(.text("hello").reset(at: position))
        #expect(answer.end == .reset)
        #expect(answer.text.isEmpty || answer.text.hasSuffix("\r\n\r\n\(body)"))
    }

    @Test func `nothing at all is an end with no byte`() async throws {
        #expect(try await exchange(.nothing) == ("", .closed))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\n", "nonsense\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    ])
    func `raw bytes go out as they are`(text: String) async throws {
        #expect(try await exchange(.raw(text).closing()) == (text, .closed))
        #expect(try await exchange(.raw(Data([0, 0xFF])).closing()).text == "\0\u{FFFD}")
    }

    @Test(arguments: [
        ("Content-Length", "9", true), ("Content-Length", "2", true), ("Content-Length", "x", true),
        ("Content-Length", "5", false), ("Transfer-Encoding", "chunked", true),
    ])
    func `a framing of the answer's own is kept, and a wrong one ends the connection`(
        name: String, value: String, closes: Bool
    ) async throws {
        let answer = HTTPResponse(status: 200, fields: [HTTPField.Name(name): value], body: Data("hello".utf8))
        let server = try MockServer(answers: [.response(answer), .raw("next")])
        let client = try RawClient(port: server.port)

        await client.send("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n")

        let head = "HTTP/1.1 200 OK\r\n\(name): \(value)\r\n\(closes ? "Connection: close\r\n" : "")\r\nhello"
        if closes {
            #expect(await client.read(head.utf8.count) == head)
            #expect(await server.connectionClosed(1) == .byServer)
        } else {
            #expect(await client.read(head.utf8.count + 4) == head + "next")
        }
    }

    @Test func `chunks are framed, with trailers`() async throws {
        let pieces = ["abc", "", String(repeating: "x", count: 17)].map { Data($0.utf8) }
        let answer = try await exchange(.chunked(pieces, fields: ["X": "1"], trailers: ["Y": "2"]).closing())
        #expect(
            answer.text == """
                HTTP/1.1 200 OK\r\nX: 1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r
                3\r\nabc\r\n11\r\nxxxxxxxxxxxxxxxxx\r\n0\r\nY: 2\r\n\r\n
                """)
    }

    @Test func `an answer drips`() async throws {
        let answer = try await exchange(.text("hello").closing().dripping(7, every: .milliseconds(1)))
        #expect(answer.text.hasSuffix("\r\n\r\nhello"))
    }

    @Test(arguments: [MockAnswer.Position.byte(0), .byte(9), .head, .body(2)])
    func `an answer is held at any byte until the gate opens`(position: MockAnswer.Position) async throws {
        let gate = Gate()
        let server = try MockServer(answers: [.text("hello").held(until: gate, at: position)])
        let client = try RawClient(port: server.port)

        await client.send("GET / HTTP/1.1\r\n\r\n")
        let sent =
            switch position {
            case .byte(let count): count;
            case .head: 79;
            case .body(let count): 79 + count
            }
        let first = await client.read(sent)
        await gate.waitForArrivals(1)
        #expect(gate.waitingCount == 1)
        gate.open()

        #expect(first + (await client.read(84 - sent)) == Self.text)
    }

    @Test func `a client that goes while its answer is held is seen to go`() async throws {
        let gate = Gate()
        let server = try MockServer { _ in .status(200).held(until: gate) }
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        await gate.waitForArrivals(1)
        #expect(server.openConnectionCount == 1)

        client.hangUp()

        #expect(await server.connectionClosed(1) == .byClient)
        #expect(server.openConnectionCount == 0)
        #expect(gate.waitingCount == 0)
    }

    @Test func `a client that goes in a pause or in the middle of a drip is seen to go`() async throws {
        let slow = MockAnswer.text("hello")
        let server = try MockServer(answers: [
            slow.delayed(by: .seconds(3600), at: .body(1)), slow.dripping(1, every: .seconds(3600)),
        ])
        for connection in 1...2 {
            let client = try RawClient(port: server.port)
            await client.send("GET / HTTP/1.1\r\n\r\n")
            _ = await client.read(1)
            client.hangUp()
            #expect(await server.connectionClosed(connection) == .byClient)
        }
    }

    @Test func `requests that come while an answer is held are answered after it`() async throws {
        let gate = Gate()
        let server = try MockServer(answers: [.raw("one ").held(until: gate), .raw("two")])
        let client = try RawClient(port: server.port)

        await client.send("GET / HTTP/1.1\r\n\r\n")
        await gate.waitForArrivals(1)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        gate.open()

        #expect(await client.read(7) == "one two")
    }

    @Test func `a piece is sent over and over`() async throws {
        let answer = try await exchange(.repeating(Data("abc".utf8), times: 4).closing())
        #expect(answer.text == "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nConnection: close\r\n\r\nabcabcabcabc")
    }

    @Test(arguments: 0...7)
    func `a repeated piece is cut at any byte`(count: Int) async throws {
        let answer = try await exchange(.repeating(Data("abc".utf8), times: 3).cut(at: .body(count)))
        #expect(answer.text.hasSuffix("\r\n\r\n\("abcabcabc".prefix(count))"))
    }

    @Test func `a body larger than memory ends with its client, and what was sent of it is known`() async throws {
        let server = try MockServer(answers: [.repeating(Data(count: 65536), times: .max)])
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await client.read(through: "\r\n\r\n").contains("Content-Length: \(Int.max / 2 / 65536 * 65536)\r\n"))

        client.hangUp()

        #expect(await server.connectionClosed(1) == .byClient)
        #expect((1..<100_000_000).contains(server.sentByteCount(over: 1)))
    }

    @Test func `a large body to a client that reads nothing ends with the client`() async throws {
        let server = try MockServer(answers: [.bytes(Data(count: 50_000_000))])
        let client = try RawClient(port: server.port)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        _ = await client.read(1)
        client.hangUp()
        #expect(await server.connectionClosed(1) == .byClient)
    }
}
