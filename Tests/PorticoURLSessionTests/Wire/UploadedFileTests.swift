import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct UploadedFileTests {
    private func file(_ content: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "portico-test-\(UUID().uuidString)")
        try content.write(to: url)
        return url
    }

    /// Files with content under the name of a temporary one: it has no name any more when it gets content.
    private func temporaryFiles() throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            guard name.hasPrefix("portico-"), name.count == 14 else { return false }
            return HTTPBody.file(folder.appending(path: name)).length ?? 0 > 0
        }
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

    @Test func `a form with a large file goes out whole, and leaves no file behind`() async throws {
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
        #expect(try temporaryFiles() == [])
    }

    @Test func `a stream that is longer than its length is a failed body`() async throws {
        let bench = try Bench()
        let body = HTTPBody.stream(length: 3) {
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            continuation.yield(Data("four".utf8))
            continuation.finish()
            return HTTPChunks(stream)
        }

        #expect(await bench.transport.kind(.to(bench.server, .post, body: body)) == .bodyFailed)
        #expect(bench.server.connectionCount == 0)
    }
}
