import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct ContentEncodingTests {
    @Test func `gzip and deflate are declared everywhere`() {
        #expect(Set(URLSessionTransport().capabilities.contentEncodings).isSuperset(of: ["gzip", "deflate"]))
    }

    @Test func `an unknown encoding is a malformed answer`() async throws {
        let bench = try Bench(.bytes(Data("hello".utf8), fields: [.contentEncoding: "x-own"]))

        #expect(await bench.kind() == .malformedResponse)
    }
}
