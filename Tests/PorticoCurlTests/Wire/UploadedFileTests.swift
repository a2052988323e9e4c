import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct UploadedFileTests {
    private func file(_ content: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "portico-test-\(UUID().uuidString)")
        try content.write(to: url)
        return url
    }

    @Test(arguments: [0, 1, 65_536, 3_000_001])
    func `a file goes out whole, with its length`(size: Int) async throws {
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let url = try file(content)
        defer { try? FileManager.default.removeItem(at: url) }
        let bench = try Bench()

        _ = try await bench.send(.put, body: .file(url, mediaType: MediaType("image/png")))

        let request = try #require(await bench.server.request(1))
        #expect(request.body == content)
        #expect(request.fields[.contentLength] == "\(size)")
        #expect(request.fields[.contentType] == "image/png")
    }

    @Test func `a file that is not there is a failed body, and nothing is sent`() async throws {
        let bench = try Bench()
        let url = URL(fileURLWithPath: "/nowhere/at-all")

        let failure = await bench.transport.failure(.to(bench.server, .put, body: .file(url)))

        #expect(
            failure == "the request's body could not be read: the file '/nowhere/at-all': No such file or directory")
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a folder is a failed body`() async throws {
        let bench = try Bench()

        let kind = await bench.transport.kind(
            .to(bench.server, .put, body: .file(FileManager.default.temporaryDirectory)))

        #expect(kind == .bodyFailed)
    }

    @Test func `a form with a large file goes out whole`() async throws {
        let content = Data(repeating: 7, count: 2_000_000)
        let url = try file(content)
        defer { try? FileManager.default.removeItem(at: url) }
        var form = Multipart()
        form.append(.file(url, name: "photo", filename: "p.bin"))
        let bench = try Bench()

        _ = try await bench.send(.post, body: .multipart(form))

        let request = try #require(await bench.server.request(1))
        #expect(request.body.range(of: content) != nil)
        #expect(request.fields[.contentLength] == "\(request.body.count)")
    }

    @Test(arguments: [3, 5])
    func `a stream of another length than its own is a failed body`(length: Int64) async throws {
        let bench = try Bench(.text("fine").held(until: Gate()))
        let body = HTTPBody.stream(length: length) {
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            continuation.yield(Data("four".utf8))
            continuation.finish()
            return HTTPChunks(stream)
        }

        #expect(await bench.transport.kind(.to(bench.server, .post, body: body)) == .bodyFailed)
        #expect(await bench.server.connectionClosed(1) != nil)
    }

    @Test func `a stream of unknown length goes out piece by piece, as it is made`() async throws {
        let bench = try Bench(.text("fine"))
        let pieces = (0..<100).map { Data(repeating: UInt8($0), count: 1 + $0 * 997) }
        let body = HTTPBody.stream {
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
            return HTTPChunks(stream)
        }

        let response = try await bench.send(.post, body: body)

        let request = try #require(await bench.server.request(1))
        #expect(response.data == Data("fine".utf8))
        #expect(request.body == pieces.reduce(Data(), +))
        #expect(request.fields[.transferEncoding] == "chunked" && request.fields[.contentLength] == nil)
    }

    @Test func `a stream that fails breaks the request off, with its own error`() async throws {
        let bench = try Bench(.text("fine"))
        let body = HTTPBody.stream(
            once: AsyncThrowingStream { continuation in
                continuation.yield(Data("begun".utf8))
                continuation.finish(throwing: TransportError(.other, "the camera was taken away"))
            })

        let failure = await bench.transport.failure(.to(bench.server, .post, body: body))

        #expect(failure == "the exchange failed: the camera was taken away")
        #expect(bench.server.requestCount == 0)
    }

    @Test func `bytes too large to be copied go out whole`() async throws {
        let content = Data((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let bench = try Bench()

        _ = try await bench.send(.put, body: .bytes(content[1...]))

        let request = try #require(await bench.server.request(1))
        #expect(request.body == content[1...])
        #expect(request.fields[.contentLength] == "3000000")
        #expect(request.fields[.expect] == nil)
    }
}
