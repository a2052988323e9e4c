import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct StreamedAnswerTests {
    private let streamed = TransportOptions(delivery: .streamed)

    @Test func `the answer is there when its head is, and chunks follow as they come`() async throws {
        let (head, body) = (Gate(), Gate())
        let bench = try Bench(
            .chunked([Data("first".utf8), Data("second".utf8)]).held(until: head, at: .body(0)).held(
                until: body, at: .body(10)))

        let response = try await bench.send(streamed)
        guard case .chunks(let chunks) = response.body else { return #expect(Bool(false), "\(response.body)") }
        var iterator = chunks.makeAsyncIterator()
        head.open()
        let first = try await iterator.next()
        body.open()
        let second = try await iterator.next()
        let end = try await iterator.next()

        #expect(response.status == .ok)
        #expect([first, second, end] == [Data("first".utf8), Data("second".utf8), nil])
    }

    @Test func `an empty body has no chunk`() async throws {
        let response = try await Bench(.status(200)).send(streamed)

        #expect(try await response.bytes(limit: 0).isEmpty)
    }

    @Test func `a large body arrives whole, in order`() async throws {
        let pieces = (0..<400).map { Data(repeating: UInt8($0 & 0xFF), count: 10_000) }
        let response = try await Bench(.chunked(pieces)).send(streamed)

        let bytes = try await response.bytes(limit: .max)

        #expect(bytes == pieces.reduce(Data(), +))
    }

    @Test func `chunks that are dropped close the connection`() async throws {
        let bench = try Bench(.text("hello").held(until: Gate(), at: .body(2)))
        do {
            let response = try await bench.send(streamed)
            #expect(response.status == .ok)
        }

        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `a reader that is cancelled leaves at once, and the connection closes`() async throws {
        let bench = try Bench(.text("hello").held(until: Gate(), at: .body(2)))
        let response = try await bench.send(streamed)
        let reader = Task { () -> TransportError.Kind? in
            do throws(TransportError) {
                _ = try await response.bytes(limit: .max)
                return nil
            } catch {
                return error.kind
            }
        }

        reader.cancel()

        #expect(await reader.value == .cancelled)
        #expect(await bench.server.connectionClosed(1) == .byClient)
    }

    @Test func `the deadline is over with the head`() async throws {
        let (clock, gate) = (VirtualClock(), Gate())
        let bench = try Bench(.text("hello").held(until: gate, at: .body(2)))
        let options = TransportOptions(delivery: .streamed, timeout: .seconds(1), clock: clock)

        let response = try await bench.send(options)
        clock.advance(by: .seconds(2))
        gate.open()

        #expect(try await response.bytes(limit: 5) == Data("hello".utf8))
    }

    @Test func `a reader who does not read holds the server up, and gets everything in the end`() async throws {
        let size = 64 << 20
        let piece = Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
        let end = Gate()
        let bench = try Bench(
            .chunked(Array(repeating: piece, count: size / piece.count)).held(until: end, at: .body(size)))
        let response = try await bench.send(streamed)
        guard case .chunks(let chunks) = response.body else { return #expect(Bool(false), "\(response.body)") }
        var (count, before) = (0, residentBytes())

        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await iterator.next() {
            count += chunk.count
            if count < 4 << 20 { before = residentBytes() }
            // The server has come to its end only where everything else was read or is held below.
            if count < size / 2 { #expect(end.waitingCount == 0) }
            if count > size / 2 { end.open() }
        }

        #expect(count == size)
        #expect(residentBytes() - before < 32 << 20)
    }
}
