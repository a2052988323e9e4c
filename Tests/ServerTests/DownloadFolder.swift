import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import PorticoURLSession
import Synchronization
import Testing

/// A folder of the test's own, gone when the value is.
final class DownloadFolder: Sendable {
    let url: URL

    init() throws {
        let name = "portico-\(UUID().uuidString)"
        url = FileManager.default.temporaryDirectory.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func bytes(of name: String) throws -> Data {
        try Data(contentsOf: url.appending(path: name, directoryHint: .notDirectory))
    }

    /// All names, hidden ones too, in order.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

/// The transports that a download is proven over.
enum Carrier: String, CaseIterable, Sendable {
    case curl, urlSession

    var transport: any Transport {
        switch self {
        case .curl: .curl()
        case .urlSession: .urlSession()
        }
    }

    func client(of base: URL) -> Client {
        .patient(base, transport)
    }
}

/// What a server has under a name, and how it answers for it.
struct ServedFile: Sendable {
    var content = Self.bytes
    var tag = "\"v1\""
    var knowsRanges = true
    var fields: HTTPFields = [:]

    static let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })

    /// The answer to a request: a part where that is asked for by a tag that still holds.
    func answer(_ request: ReceivedRequest) -> MockAnswer {
        var (first, status) = (0, HTTPStatus.ok)
        var fields: HTTPFields = ["ETag": tag]
        if knowsRanges, request.fields[.ifRange] == tag, let range = request.fields[.range],
            let offset = Int(range.dropFirst("bytes=".count).dropLast()), offset < content.count
        {
            (first, status) = (offset, .partialContent)
            fields["Content-Range"] = "bytes \(offset)-\(content.count - 1)/\(content.count)"
        }
        for field in self.fields { fields[field.name] = field.value }
        return .bytes(content.dropFirst(first), status: status, fields: fields)
    }
}

/// A transport that breaks the body of an answer off after some bytes, as a network does.
struct CuttingTransport: Transport {
    let transport: any Transport
    let count: Int

    var capabilities: TransportCapabilities { transport.capabilities }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        let response = try await transport.send(request, options)
        guard case .chunks(let chunks) = response.body else { return response }
        let rest = Mutex(count)
        let cut = AsyncThrowingStream<Data, any Error> {
            var iterator = chunks.makeAsyncIterator()
            let left = rest.withLock { $0 }
            guard left > 0, let chunk = try await iterator.next() else { throw TransportError(.bodyTruncated) }
            rest.withLock { $0 -= min($0, chunk.count) }
            return chunk.prefix(left)
        }
        return HTTPResponse(head: response.head, body: .chunks(HTTPChunks(cut)))
    }
}
