import Foundation
import Portico
import Testing

@Suite(.needsHTTPBin, .needsNginx) struct SlowServerTests {
    @Test func `a body that drips is awaited to its end`() async throws {
        let response = try await TestServer.httpbin.send(.get, "/drip?numbytes=5&duration=1&delay=0")

        #expect(response.text == "*****")
    }

    @Test func `a body in chunks of unknown number is whole`() async throws {
        let lines = try #require(try await TestServer.httpbin.send(.get, "/stream/20").text).split(separator: "\n")

        #expect(lines.count == 20)
    }

    @Test func `a deadline ends the wait for an answer`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await TestServer.httpbin.send(
                .get, "/drip?numbytes=1&delay=60", options: TransportOptions(timeout: .milliseconds(300)))
        }
        #expect(error?.kind == .timedOut(.attempt))
    }

    @Test func `a deadline ends a slow body too`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await TestServer.nginx.send(
                .get, "/slow/large.bin", options: TransportOptions(timeout: .milliseconds(300)))
        }
        #expect(error?.kind == .timedOut(.attempt))
    }

    @Test func `a cancelled call ends as cancelled`() async throws {
        let server = try TestServer.httpbin
        let call = Task { try await server.send(.get, "/drip?numbytes=1&delay=60") }
        call.cancel()

        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func `a streamed answer is there before its body`() async throws {
        let server = try TestServer.nginx
        let response = try await server.send(
            .get, "/slow/large.bin", options: TransportOptions(delivery: .streamed, timeout: .seconds(120)))

        #expect(response.status == .ok)
        guard case .chunks(let chunks) = response.body else {
            Issue.record("a streamed body was asked for")
            return
        }
        var iterator = chunks.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.first == 0)
    }

    @Test func `a streamed body is whole`() async throws {
        let server = try TestServer.nginx
        let response = try await server.send(
            .get, "/large.bin", options: TransportOptions(delivery: .streamed, timeout: .seconds(120)))

        let whole = try await response.bytes(limit: 1 << 20)
        #expect(whole == Data((0..<1 << 20).map { UInt8($0 * 7 % 251) }))
    }
}

@Suite(.needsHTTPBin, .needsNginx) struct BrokenServerTests {
    @Test func `a body that ends before its length is no success`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await TestServer.nginx.send(.get, "/cut/drip?numbytes=10&duration=100&delay=0")
        }
        #expect(error?.kind == .bodyTruncated)
    }

    @Test func `a compressed body that ends in the middle is no success`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await TestServer.nginx.send(.get, "/cut-compressed/drip?numbytes=10&duration=100&delay=0")
        }
        #expect(error?.kind == .bodyTruncated)
    }

    @Test func `a streamed body that ends early fails where it ends`() async throws {
        let response = try await TestServer.nginx.send(
            .get, "/cut/drip?numbytes=10&duration=100&delay=0",
            options: TransportOptions(delivery: .streamed, timeout: .seconds(120)))
        #expect(response.status == .ok)

        let error = await #expect(throws: TransportError.self) { try await response.bytes(limit: 100) }
        #expect(error?.kind == .bodyTruncated)
    }

    @Test func `a connection that closes with no answer is told as lost`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await TestServer.nginx.send(.get, "/no-answer")
        }
        #expect(error?.kind == .connectionLost)
    }
}
