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
