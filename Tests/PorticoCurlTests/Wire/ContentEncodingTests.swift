import Foundation
import Portico
import PorticoTesting
import PorticoCurl
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

    @Test(arguments: CurlTransport().capabilities.contentEncodings, Bench.deliveries)
    func `every encoding that is declared is undone, and the head no longer speaks of it`(
        encoding: String, delivery: TransportOptions.Delivery
    ) async throws {
        let bench = try bench(encoding, bytes(#require(Self.encoded[encoding])))

        let response = try await bench.send(TransportOptions(delivery: delivery))

        #expect(try await response.bytes(limit: 100) == Data(#"{"greeting": "hello"}"#.utf8))
        #expect(response.fields[.contentEncoding] == nil && response.fields[.contentLength] == nil)
        #expect(response.fields[.contentType] == "application/json")
    }

    @Test func `the encodings that libcurl's own libraries undo are declared`() {
        #expect(Set(CurlTransport().capabilities.contentEncodings).isSuperset(of: ["gzip", "deflate"]))
        #if os(Linux)
        #expect(CurlTransport().capabilities.contentEncodings == ["gzip", "deflate", "br", "zstd"])
        #endif
    }

    @Test func `encodings one over the other are undone in turn`() async throws {
        let gzipOverDeflate = try bytes("H4sIAAAAAAACA6uYszrMS9/LV/fkGe/wTUEBpzzOnjwZvoqVIbCA3QUAOVQmNx0AAAA=")

        let response = try await bench("deflate, gzip", gzipOverDeflate).send()

        #expect(response.data == Data(#"{"greeting": "hello"}"#.utf8))
    }

    @Test func `identity is no encoding, and the length stays`() async throws {
        let response = try await bench("identity", Data("hello".utf8)).send()

        #expect(response.data == Data("hello".utf8))
        #expect(response.fields[.contentLength] == "5")
    }

    @Test(arguments: CurlTransport().capabilities.contentEncodings)
    func `a broken encoding is a malformed answer`(encoding: String) async throws {
        #expect(
            try await bench(encoding, Data([0xFF, 0x07, 0x13] + Array("not encoded".utf8))).kind() == .malformedResponse
        )
    }

    @Test func `an unknown encoding is left as it is`() async throws {
        let response = try await bench("gzip, x-own", Data("hello".utf8)).send()

        #expect(response.data == Data("hello".utf8))
        #expect(response.fields[.contentEncoding] == "gzip, x-own" && response.fields[.contentLength] == "5")
    }

    @Test(arguments: CurlTransport().capabilities.contentEncodings, Bench.deliveries)
    func `an encoding that ends early within a whole message is an error`(
        encoding: String, delivery: TransportOptions.Delivery
    ) async throws {
        let whole = try bytes(#require(Self.encoded[encoding]))

        let kind = try await bench(encoding, whole.dropLast(3)).kind(TransportOptions(delivery: delivery))

        #expect(kind == .bodyTruncated)
    }

    @Test func `several members of gzip are one body, and an empty body is none`() async throws {
        let member = try bytes(#require(Self.encoded["gzip"]))

        #expect(
            try await bench("gzip", member + member).send().data
                == Data(#"{"greeting": "hello"}{"greeting": "hello"}"#.utf8))
        #expect(try await bench("gzip", Data()).send().data?.isEmpty == true)
        #expect(try await bench("gzip", member + Data("rest".utf8)).kind() == .malformedResponse)
    }

    @Test func `a streamed bomb is unpacked only as far as it is read`() async throws {
        let bench = try Bench(.bytes(gzipOfZeros(20_000_000), fields: [.contentEncoding: "gzip"]))

        let response = try await bench.send(TransportOptions(delivery: .streamed))
        let bytes = try await response.bytes(limit: .max)

        #expect(bytes.count == 20_000_000)
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
