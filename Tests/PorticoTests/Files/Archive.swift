import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A folder of the test's own, gone when the value is.
final class TestFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "portico-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    func put(_ text: String, as name: String) throws { try Data(text.utf8).write(to: file(name)) }

    func text(of name: String) throws -> String { try String(decoding: Data(contentsOf: file(name)), as: UTF8.self) }

    /// All names, hidden ones too, in order.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

/// A file on a server that knows ranges, as far as a test wants it to.
final class Archive: Sendable {
    struct State {
        var content: Data
        var tag: String? = "\"v1\""
        /// What each of the next answers has before it breaks off; nil for all of it.
        var cuts: [Int?] = []
        var knowsRanges = true
        var fields: HTTPFields = [:]
        var failure: TransportError.Kind = .bodyTruncated
    }

    let state: Mutex<State>

    init(_ content: Data, _ change: (inout State) -> Void = { _ in }) {
        var state = State(content: content)
        change(&state)
        self.state = Mutex(state)
    }

    static let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })

    func change(_ change: (inout sending State) -> Void) { state.withLock { change(&$0) } }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let (state, cut) = state.withLock { state in (state, state.cuts.isEmpty ? nil : state.cuts.removeFirst()) }
        let content = state.content
        var head = ResponseHead(status: .ok, fields: ["Accept-Ranges": "bytes"])
        head.fields[.eTag] = state.tag
        var first = 0
        let range = request.fields[.range].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
        if state.knowsRanges, let range, request.fields[.ifRange] ?? state.tag == state.tag {
            guard range < content.count else {
                return HTTPResponse(
                    status: .rangeNotSatisfiable, fields: ["Content-Range": "bytes */\(content.count)"])
            }
            first = range
            head.status = .partialContent
            head.fields["Content-Range"] = "bytes \(first)-\(content.count - 1)/\(content.count)"
        }
        head.fields["Content-Length"] = "\(content.count - first)"
        for field in state.fields { head.fields[field.name] = field.value.isEmpty ? nil : field.value }
        let rest = content.dropFirst(first)
        guard let cut else { return HTTPResponse(head: head, body: .bytes(Data(rest))) }
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.yield(Data(rest.prefix(cut)))
        continuation.finish(throwing: TransportError(state.failure))
        return HTTPResponse(head: head, body: .chunks(HTTPChunks(stream)))
    }

    /// A client of this archive, and what was asked of it.
    func client() -> (client: Client, stub: StubTransport) {
        let stub = StubTransport { request in self.answer(request) }
        return (Client(environment: .stub, transport: stub), stub)
    }
}

/// `GET /archives/{id}`, whose failure is a ``ArchiveProblem``.
struct GetArchive: Endpoint {
    static let route: Route = "GET /archives/{id}"
    typealias Failure = ArchiveProblem
    var id = "a.bin"
}

struct ArchiveProblem: Decodable, Equatable {
    var title: String
}

/// Every progress that was reported.
final class ProgressLog: Sendable {
    private let log = Mutex<[TransferProgress]>([])

    var all: [TransferProgress] { log.withLock { $0 } }
    var report: @Sendable (TransferProgress) -> Void { { progress in self.log.withLock { $0.append(progress) } } }
}
