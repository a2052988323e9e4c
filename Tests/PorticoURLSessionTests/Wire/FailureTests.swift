import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct FailureTests {
    static let faults: [(String, MockAnswer, TransportError.Kind)] = [
        ("nothing at all", .nothing, .connectionLost),
        ("a reset in place of an answer", .text("x").reset(), .connectionLost),
        ("fewer bytes than announced", .text("hello").cut(at: .body(2)), .bodyTruncated),
        ("a reset within the body", .text("hello").reset(at: .body(2)), .bodyTruncated),
        (
            "chunks without an end",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n").closing(), .bodyTruncated
        ),
        (
            "half a chunk", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhello").closing(),
            .bodyTruncated
        ),
        (
            "a chunk of no size",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n").closing(), .malformedResponse
        ),
        ("no HTTP", .raw("220 smtp.example.com ready\r\n").closing(), .malformedResponse),
        ("a line that is no field", .raw("HTTP/1.1 200 OK\r\nno field\r\n\r\n").closing(), .malformedResponse),
        (
            "a length that is no number", .raw("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello").closing(),
            .malformedResponse
        ),
        (
            "two lengths", .raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello").closing(),
            .malformedResponse
        ),
        ("a status that is none", .raw("HTTP/1.1 99 No\r\n\r\n").closing(), .malformedResponse),
        ("another protocol's version", .raw("HTTP/9.9 200 OK\r\n\r\n").closing(), .malformedResponse),
        ("a NUL in a field", .raw("HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n").closing(), .malformedResponse),
        (
            "fewer bytes than announced, with a transfer coding that is none",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 9\r\n\r\nhello").closing(),
            .bodyTruncated
        ),
        (
            "a field that is no UTF-8",
            .raw(Data("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9] + Data("\r\n\r\n".utf8)).closing(), .malformedResponse
        ),
    ]

    @Test(arguments: faults.indices, Bench.deliveries)
    func `what goes wrong on the wire has its kind, buffered and streamed`(
        fault: Int, delivery: TransportOptions.Delivery
    ) async throws {
        let (name, answer, expected) = Self.faults[fault]

        let kind = try await Bench(answer).kind(TransportOptions(delivery: delivery))

        #expect(kind == expected, "\(name)")
    }

    /// Swift 6.3 stops the process: "Transfer completed, but there's no response."
    @Test(.disabled("Foundation ends the process"))
    func `a head that is cut short is a lost connection`() async throws {
        #expect(try await Bench(.raw("HTTP/1.1 200 OK\r\nX-").closing()).kind() == .connectionLost)
    }

    @Test func `a port where nobody listens is no connection`() async throws {
        let server = try MockServer()
        let request = HTTPRequest.to(server)
        server.stop()

        #expect(await URLSessionTransport().kind(request) == .connectionFailed)
    }

    @Test func `a host that does not exist is not found`() async {
        let request = HTTPRequest(scheme: "http", authority: "nowhere.invalid", path: "/")

        #expect(await URLSessionTransport().kind(request) == .hostNotFound)
    }

    @Test func `a buffered body ends at its limit, announced or not`() async throws {
        let options = TransportOptions(bodyLimit: 4)
        let announced = try Bench(.text("hello"))
        let growing = try Bench(.chunked([Data("hel".utf8), Data("lo".utf8)]))

        #expect(await announced.kind(options) == .bodyTooLarge(limit: 4))
        #expect(await growing.kind(options) == .bodyTooLarge(limit: 4))
        #expect(await growing.kind(TransportOptions(bodyLimit: 5)) == nil)
    }

    @Test func `a body that does not end is broken off at the limit`() async throws {
        let bench = try Bench(
            .chunked((0..<100).map { _ in Data(count: 65_536) }).held(until: Gate(), at: .body(6_000_000)))

        #expect(await bench.kind(TransportOptions(bodyLimit: 100_000)) == .bodyTooLarge(limit: 100_000))
        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `the transport is of use after every failure`() async throws {
        let transport = URLSessionTransport()
        for (_, answer, _) in Self.faults { _ = try await Bench(answer, transport: transport).kind() }

        let response = try await Bench(.text("fine"), transport: transport).send()

        #expect(response.data == Data("fine".utf8))
    }
}
