import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Synchronization
import Testing

@Suite struct TimingTests {
    private final class Log: Sendable {
        private let entries = Mutex<[TransportTimings]>([])
        var all: [TransportTimings] { entries.withLock { $0 } }
        var options: TransportOptions {
            TransportOptions(onTimings: { timings in self.entries.withLock { $0.append(timings) } })
        }
    }

    @Test(arguments: Bench.deliveries)
    func `a new connection has its moments in order, and a kept one none of its making`(
        delivery: TransportOptions.Delivery
    ) async throws {
        let (bench, log) = (try Bench(.text("hello")), Log())
        var options = log.options
        options.delivery = delivery

        for _ in 1...2 {
            let response = try await bench.send(.post, body: .bytes(Data("four".utf8)), options)
            _ = try await response.bytes(limit: .max)
        }

        let (first, second) = (try #require(log.all.first), try #require(log.all.last))
        #expect(log.all.count == 2)
        #expect([first.isConnectionReused, second.isConnectionReused] == [false, true])
        let moments = [first.nameResolved, first.connected, first.requestStarted, first.firstByte].compactMap(\.self)
        #expect(moments.count == 4)
        #expect(moments == moments.sorted())
        #expect([second.nameResolved, second.connected, second.secured, first.secured] == [nil, nil, nil, nil])
        #expect(second.waiting != nil)
        #expect(log.all.map(\.networkProtocol) == ["http/1.1", "http/1.1"])
        #expect(log.all.map(\.requestBodyBytes) == [4, 4])
        #expect(log.all.allSatisfy { ($0.completed != nil) == (delivery == .buffered) })
    }

    @Test func `bytes are counted as they came, before encodings are undone`() async throws {
        let gzip = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA6tWSi9KTS3JzEtXslJQykjNyclXqgUAc8FiVxUAAAA="))
        let (bench, log) = (try Bench(.bytes(gzip, fields: [.contentEncoding: "gzip"])), Log())

        _ = try await bench.send(log.options)

        #expect(log.all.map(\.responseBodyBytes) == [Int64(gzip.count)])
    }

    @Test func `an exchange that fails tells how far it came`() async throws {
        let (bench, log) = (try Bench(.status(204).reset()), Log())

        _ = await bench.kind(log.options)

        let timings = try #require(log.all.first)
        #expect(log.all.count == 1)
        #expect(timings.requestStarted != nil)
        #expect(timings.firstByte == nil)
        #expect(timings.completed != nil)
    }

    @Test func `without a connection there is no word of one`() async throws {
        let (server, log) = (try MockServer { _ in .status(204) }, Log())
        let request = HTTPRequest.to(server)
        server.stop()

        _ = await CurlTransport().kind(request, log.options)

        let timings = try #require(log.all.first)
        #expect([timings.connected, timings.requestStarted, timings.firstByte] == [nil, nil, nil])
        #expect(timings.isConnectionReused == nil)
    }

    @Test func `an exchange that never began tells nothing, least of all the one before it`() async throws {
        let (bench, log) = (try Bench(), Log())
        _ = try await bench.send(TransportOptions())

        _ = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await bench.kind(log.options)
        }.value
        var options = log.options
        options.timeout = .zero
        _ = await bench.kind(options)

        #expect(log.all.isEmpty)
    }
}
