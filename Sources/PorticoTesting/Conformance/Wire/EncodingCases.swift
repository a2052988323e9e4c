#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let encodings: [ConformanceCase] =
        Encoded.all.flatMap { [whole($0), broken($0), cut($0)] } + [
            .wire("Accept-Encoding names exactly the encodings that are undone") { transport in
                let encodings = transport.capabilities.contentEncodings
                let plain = try await ConformanceBench(transport).sent()
                let ranged = try await ConformanceBench(transport).sent(fields: [.range: "bytes=0-1"])
                let own = try await ConformanceBench(transport).sent(fields: [.acceptEncoding: "br;q=0.5"])
                let named = plain.fields[.acceptEncoding]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
                try expect(Set(named.filter { $0 != "identity" }), is: Set(encodings), "Accept-Encoding")
                try expect(
                    ranged.fields[.acceptEncoding], isOneOf: encodings.isEmpty ? ["identity", nil] : ["identity"],
                    "Accept-Encoding of a range")
                try expect(own.fields.values(of: .acceptEncoding), is: ["br;q=0.5"], "the caller's Accept-Encoding")
            },
            .wire("identity is no encoding, and the length stays") { transport in
                let answer = MockAnswer.bytes(Data("hello".utf8), fields: [.contentEncoding: "identity"])
                let response = try await ConformanceBench(transport, answer).send()
                try expect(response.data, is: Data("hello".utf8), "the body")
                try expect(response.fields[.contentLength], is: "5", "Content-Length")
            },
            .wire("an unknown encoding is left as it is, or is a malformed answer") { transport in
                let answer = MockAnswer.bytes(Data("hello".utf8), fields: [.contentEncoding: "x-own"])
                try await expectUntouched(transport, answer, Data("hello".utf8), "x-own")
            },
            .wire("a gzip bomb ends at the limit, which counts decoded bytes") { transport in
                guard transport.capabilities.contentEncodings.contains("gzip") else { return }
                let answer = MockAnswer.bytes(Encoded.bomb, fields: [.contentEncoding: "gzip"])
                let size = Encoded.bombSize
                for limit in [100_000, size - 1] {
                    let kind = try await ConformanceBench(transport, answer).kind(TransportOptions(bodyLimit: limit))
                    try expect(kind, is: .bodyTooLarge(limit: limit), "the outcome of \(size) bytes")
                }
                let response = try await ConformanceBench(transport, answer).send(TransportOptions(bodyLimit: size))
                try expect(response.data?.count, is: size, "the number of bytes at the limit")
            },
            .wire("a streamed gzip bomb arrives whole, as it is read") { transport in
                guard transport.capabilities.contentEncodings.contains("gzip") else { return }
                let answer = MockAnswer.bytes(Encoded.bomb, fields: [.contentEncoding: "gzip"])
                let response = try await ConformanceBench(transport, answer).send(TransportOptions(delivery: .streamed))
                try expect(try await response.bytes(limit: .max).count, is: Encoded.bombSize, "the number of bytes")
            },
            .wire("progress has no fraction where an encoding was undone", needs: [.downloadProgress]) { transport in
                guard let encoded = Encoded.all.first(where: { $0.isUndone(by: transport) }) else { return }
                let log = ProgressLog()
                let answer = MockAnswer.bytes(encoded.bytes, fields: [.contentEncoding: encoded.name])
                _ = try await ConformanceBench(transport, answer).send(TransportOptions(onProgress: { log.note($0) }))
                let whole = TransferProgress(
                    direction: .download, completed: Int64(Encoded.plain.count), expected: nil)
                try expect(log.of(.download).last, is: whole, "the last progress")
                try expect(log.of(.download).allSatisfy { $0.fraction == nil }, "no fraction", seen: "one")
            },
        ]

    private static func whole(_ encoded: Encoded) -> ConformanceCase {
        .wire("\(encoded.name) is undone where it is declared, and left as it is where not") { transport in
            let fields: HTTPFields = [.contentEncoding: encoded.name, .contentType: "application/json"]
            let answer = MockAnswer.bytes(encoded.bytes, fields: fields)
            guard encoded.isUndone(by: transport) else {
                return try await expectUntouched(transport, answer, encoded.bytes, encoded.name)
            }
            for delivery in TransportOptions.Delivery.both {
                let bench = try ConformanceBench(transport, answer)
                let response = try await bench.send(TransportOptions(delivery: delivery))
                try expect(try await response.bytes(limit: 100), is: Encoded.plain, "the body, \(delivery)")
                try expect(response.fields[.contentEncoding], is: nil, "Content-Encoding, \(delivery)")
                try expect(response.fields[.contentLength], is: nil, "Content-Length, \(delivery)")
                try expect(response.fields[.contentType], is: "application/json", "Content-Type, \(delivery)")
            }
        }
    }

    private static func broken(_ encoded: Encoded) -> ConformanceCase {
        .wire("a broken \(encoded.name) body is a malformed answer where the encoding is declared") { transport in
            let bytes = Data([0xFF, 0x07, 0x13]) + Data("not encoded".utf8)
            let answer = MockAnswer.bytes(bytes, fields: [.contentEncoding: encoded.name])
            guard encoded.isUndone(by: transport) else {
                return try await expectUntouched(transport, answer, bytes, encoded.name)
            }
            for delivery in TransportOptions.Delivery.both {
                let kind = try await ConformanceBench(transport, answer).kind(TransportOptions(delivery: delivery))
                try expect(kind, is: .malformedResponse, "the outcome, \(delivery)")
            }
        }
    }

    private static func cut(_ encoded: Encoded) -> ConformanceCase {
        .wire("a \(encoded.name) body that ends early is an error and no hang", needs: [.detectsCutEncodings]) {
            transport in
            guard encoded.isUndone(by: transport) else { return }
            let short = MockAnswer.bytes(encoded.bytes.dropLast(3), fields: [.contentEncoding: encoded.name])
            let cut = MockAnswer.bytes(encoded.bytes, fields: [.contentEncoding: encoded.name]).cut(at: .body(20))
            for (name, answer) in [("a whole message", short), ("a message that is cut", cut)] {
                for delivery in TransportOptions.Delivery.both {
                    let kind = try await ConformanceBench(transport, answer).kind(TransportOptions(delivery: delivery))
                    try expect(kind, is: .bodyTruncated, "the outcome of \(name), \(delivery)")
                }
            }
        }
    }

    /// An encoding that was not declared has not been undone: the bytes are as they came and the head says so, or it is an
    /// error.
    private static func expectUntouched(
        _ transport: any Transport, _ answer: MockAnswer, _ bytes: Data, _ encoding: String
    ) async throws {
        let bench = try ConformanceBench(transport, answer)
        let response: HTTPResponse
        do throws(TransportError) { response = try await bench.send() } catch {
            return try expect(error.kind, is: .malformedResponse, "the outcome")
        }
        try expect(response.data, is: bytes, "the body")
        try expect(response.fields[.contentEncoding], is: encoding, "Content-Encoding")
    }
}

/// A JSON text in one encoding.
private struct Encoded {
    let name: String
    let bytes: Data

    private init(_ name: String, _ base64: String) {
        self.name = name
        bytes = Data(base64Encoded: base64) ?? Data()
    }

    func isUndone(by transport: any Transport) -> Bool { transport.capabilities.contentEncodings.contains(name) }

    static let plain = Data(#"{"greeting": "hello"}"#.utf8)
    static let all = [
        Encoded("gzip", "H4sIAAAAAAACA6tWSi9KTS3JzEtXslJQykjNyclXqgUAc8FiVxUAAAA="),
        Encoded("deflate", "eJyrVkovSk0tycxLV7JSUMpIzcnJV6oFAFFwB0Q="),
        Encoded("br", "CwqAeyJncmVldGluZyI6ICJoZWxsbyJ9Aw=="),
        Encoded("zstd", "KLUv/QRYqQAAeyJncmVldGluZyI6ICJoZWxsbyJ9Lev+3Q=="),
    ]

    /// Zeros in gzip, 158 times as many as its own bytes: a literal, and 40,000 matches of 258 bytes, eight of which are 13
    /// bytes (RFC 1951, section 3.2.6).
    static let bomb: Data = {
        let matches: [UInt8] = [0x18, 0x05, 0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28]
        let check: [UInt8] = [0x0B, 0x04, 0x92, 0x56, 0x81, 0x78, 0x9D, 0x00]
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x63])
            + Data((0..<5000).flatMap { _ in matches }) + Data([0, 0] + check)
    }()
    static let bombSize = 1 + 40_000 * 258
}
