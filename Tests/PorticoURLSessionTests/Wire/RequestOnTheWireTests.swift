import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct RequestOnTheWireTests {
    @Test func `repeated fields leave joined, as declared`() async throws {
        let bench = try Bench()

        _ = try await bench.send(fields: ["X-List": "a", "x-list": "b"])

        let request = try #require(await bench.server.request(1))
        #expect(request.fields.values(of: "X-List") == ["a, b"])
        #expect(URLSessionTransport().capabilities.missing.contains(.repeatedFieldLines))
    }

    @Test func `a stream of unknown length has one when it leaves, as declared`() async throws {
        let bench = try Bench()
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("hello".utf8))
        continuation.finish()

        _ = try await bench.send(.post, body: .stream(once: stream))

        let request = try #require(await bench.server.request(1))
        #expect(request.fields[.contentLength] == "5" && request.fields[.transferEncoding] == nil)
        #expect(URLSessionTransport().capabilities.missing.contains(.streamedRequestBodies))
    }
}
