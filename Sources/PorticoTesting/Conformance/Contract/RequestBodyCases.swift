#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let requestBodies: [ConformanceCase] = [
        .contract("a body of any kind arrives whole") { subject in
            for method in [HTTPMethod.post, .put, .patch, .delete, .query] {
                for (name, body) in kindsOfBody {
                    let bench = try subject.bench()
                    _ = try await bench.send(method, body: body)
                    let request = try await bench.delivered(1)
                    try expect(request.method, is: method, "the method")
                    try expect(request.body, is: Data("hello".utf8), "\(name) with \(method)")
                }
            }
        },
        .contract("a GET or HEAD with a body has it", needs: [.bodyOnGet]) { subject in
            for method in [HTTPMethod.get, .head] {
                for (name, body) in kindsOfBody {
                    let bench = try subject.bench()
                    _ = try await bench.send(method, body: body)
                    let request = try await bench.delivered(1)
                    try expect(request.body, is: Data("hello".utf8), "\(name) with \(method)")
                }
            }
        },
        .contract("a large body arrives whole, from memory, a file, a form and a stream") { subject in
            let content = Data((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            let file = try TemporaryFile(content)
            var form = Multipart()
            form.append(.file(file.url, name: "photo", filename: "p.bin"))
            let end = form.boundary.utf8.count + 8
            let bodies: [(HTTPBody, trailing: Int)] = [
                (.bytes(content), 0), (.bytes(content[1...]), 0), (.file(file.url), 0), (.multipart(form), end),
                (.stream(length: Int64(content.count)) { .inPieces(content, of: 50_000) }, 0),
                (.stream { .inPieces(content, of: 50_000) }, 0),
            ]
            for (body, trailing) in bodies {
                let bench = try subject.bench()
                _ = try await bench.send(.put, body: body)
                let request = try await bench.delivered(1)
                let isWhole = request.body.dropLast(trailing).suffix(content.count - 1) == content[1...]
                try expect(isWhole, "the bytes of the body", seen: "\(request.body.count) bytes, or others")
            }
        },
        .contract("a body that can be made again is sent again, whole") { subject in
            let bench = try subject.bench()
            for (index, (name, body)) in kindsOfBody.enumerated() {
                let request = bench.request(.post, body: body)
                for _ in 0..<2 { _ = try await bench.transport.send(request, TransportOptions()) }
                let last = try await bench.delivered(2 * index + 2)
                try expect(last.body, is: Data("hello".utf8), "\(name), the second time")
            }
        },
        .contract("a body that exists once is refused a second time") { subject in
            let bench = try subject.bench()
            let body = HTTPBody.stream(once: HTTPChunks.inPieces(Data("once".utf8), of: 2))
            let first = await bench.kind(.post, body: body)
            let second = await bench.kind(.post, body: body)
            try expect(first, is: nil, "the outcome of the first sending")
            try expect(second, is: .bodyConsumed, "the outcome of the second sending")
            try expect(bench.peer.requestCount, is: 1, "the number of requests")
        },
        .contract("a stream of another length than its own is a failed body") { subject in
            for length: Int64 in [3, 5] {
                let bench = try subject.bench()
                let body = HTTPBody.stream(length: length) { .inPieces(Data("four".utf8), of: 2) }
                let kind = await bench.kind(.post, body: body)
                try expect(kind, is: .bodyFailed, "the outcome of 4 bytes with a length of \(length)")
                try expect(bench.peer.requestCount, is: 0, "the number of whole requests")
            }
        },
        .contract("a stream that fails breaks the request off, with its own error") { subject in
            let bench = try subject.bench()
            let failing = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("begun".utf8))
                continuation.finish(throwing: TransportError(.other, "the camera was taken away"))
            }
            do throws(TransportError) {
                _ = try await bench.send(.post, body: .stream(once: failing))
                throw TransportError(.other, "nothing")
            } catch {
                try expect(error.message, is: "the camera was taken away", "the failure's message")
            }
            try expect(bench.peer.requestCount, is: 0, "the number of whole requests")
        },
        .contract("a file that is not there, or a folder, is a failed body, and nothing is sent") { subject in
            let folder = FileManager.default.temporaryDirectory
            for url in [URL(fileURLWithPath: "/nowhere/at-all"), folder] {
                let bench = try subject.bench()
                let kind = await bench.kind(.put, body: .file(url))
                try expect(kind, is: .bodyFailed, "the outcome of '\(url.path)'")
                try expect(bench.peer.requestCount, is: 0, "the number of requests")
            }
        },
    ]

    /// Every kind of body, with the bytes of "hello".
    static let kindsOfBody: [(String, HTTPBody)] = [
        ("bytes", .bytes(Data("hello".utf8))),
        ("untyped bytes", .bytes(Data("hello".utf8), mediaType: nil)),
        ("text", .text("hello")),
        ("a stream of known length", .stream(length: 5) { .inPieces(Data("hello".utf8), of: 2) }),
        ("a stream of unknown length", .stream { .inPieces(Data("hello".utf8), of: 2) }),
    ]
}

extension HTTPChunks {
    /// Data as a stream of pieces, with an empty one among them.
    static func inPieces(_ data: Data, of count: Int) -> HTTPChunks {
        HTTPChunks(
            AsyncStream { continuation in
                continuation.yield(Data())
                var rest = data[...]
                while !rest.isEmpty {
                    continuation.yield(Data(rest.prefix(count)))
                    rest = rest.dropFirst(count)
                }
                continuation.finish()
            })
    }
}

/// A file that goes with the last reference to it.
final class TemporaryFile: Sendable {
    let url: URL

    init(_ content: Data) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "portico-conformance-\(UUID().uuidString)")
        try content.write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
