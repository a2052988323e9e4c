import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct ContentEncodingTests {
    /// `{"greeting": "hello"}` in each encoding.
    static let encoded = [
        "gzip": "H4sIAAAAAAACA6tWSi9KTS3JzEtXslJQykjNyclXqgUAc8FiVxUAAAA=",
        "deflate": "eJyrVkovSk0tycxLV7JSUMpIzcnJV6oFAFFwB0Q=",
        "br": "CwqAeyJncmVldGluZyI6ICJoZWxsbyJ9Aw==",
        "zstd": "KLUv/QRYqQAAeyJncmVldGluZyI6ICJoZWxsbyJ9Lev+3Q==",
    ]
    private func bytes(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }

    private func bench(_ encoding: String, _ data: Data) throws -> Bench {
        try Bench(.bytes(data, fields: [.contentEncoding: encoding, .contentType: "application/json"]))
    }

    @Test(arguments: URLSessionTransport().capabilities.contentEncodings, Bench.deliveries)
    func `every encoding that is declared is undone, and the head no longer speaks of it`(
        encoding: String, delivery: TransportOptions.Delivery
    ) async throws {
        let bench = try bench(encoding, bytes(#require(Self.encoded[encoding])))

        let response = try await bench.send(TransportOptions(delivery: delivery))

        #expect(try await response.bytes(limit: 100) == Data(#"{"greeting": "hello"}"#.utf8))
        #expect(response.fields[.contentEncoding] == nil && response.fields[.contentLength] == nil)
        #expect(response.fields[.contentType] == "application/json")
    }

    @Test func `gzip and deflate are declared everywhere`() {
        #expect(Set(URLSessionTransport().capabilities.contentEncodings).isSuperset(of: ["gzip", "deflate"]))
    }

    @Test func `identity is no encoding, and the length stays`() async throws {
        let response = try await bench("identity", Data("hello".utf8)).send()

        #expect(response.data == Data("hello".utf8))
        #expect(response.fields[.contentLength] == "5")
    }

    @Test func `a broken encoding and an unknown one are malformed answers`() async throws {
        #expect(try await bench("gzip", Data("no gzip".utf8)).kind() == .malformedResponse)
        #expect(try await bench("x-own", Data("hello".utf8)).kind() == .malformedResponse)
    }

    @Test func `the limit counts decoded bytes`() async throws {
        let bench = try Bench(.bytes(gzipOfZeros(300_000), fields: [.contentEncoding: "gzip"]))

        #expect(await bench.kind(TransportOptions(bodyLimit: 299_999)) == .bodyTooLarge(limit: 299_999))
        #expect(await bench.kind(TransportOptions(bodyLimit: 300_000)) == nil)
    }

    @Test func `an encoded body that is cut short is an error and no hang`() async throws {
        let whole = try bytes(#require(Self.encoded["gzip"]))
        let bench = try Bench(.bytes(whole, fields: [.contentEncoding: "gzip"]).cut(at: .body(20)))

        #expect(await bench.kind() == .bodyTruncated)
    }

    /// A gzip stream of stored blocks (RFC 1951, section 3.2.4), so that no compressor is needed.
    private func gzipOfZeros(_ count: Int) -> Data {
        var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
        var left = count
        while left > 0 {
            let size = min(left, 65_535)
            left -= size
            data += [
                left == 0 ? 1 : 0, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8 & 0xFF),
            ]
            data += Data(count: size)
        }
        return data + Self.trailer(count)
    }

    /// The CRC-32 of zeros, and their number (RFC 1952, section 2.3.1).
    private static func trailer(_ count: Int) -> Data {
        var crc: UInt32 = 0xFFFF_FFFF
        for _ in 0..<count {
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return [~crc, UInt32(count)].reduce(into: Data()) { data, word in
            data += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
    }
}
