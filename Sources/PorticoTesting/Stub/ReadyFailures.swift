#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

extension StubAnswer {
    /// No answer at all: the caller waits until it is cancelled, or its deadline passes.
    public static var never: StubAnswer {
        StubAnswer.handler { _ async throws(TransportError) in
            await Gate().wait()
            throw TransportError(.cancelled)
        }.named("no answer")
    }

    /// An answer of 200 whose JSON breaks off, though all of its announced bytes came.
    public static var malformedJSON: StubAnswer { .json(#"{"cut":"#).named("malformed JSON") }

    /// An answer of 200 with a page of HTML, as captive portals and load balancers give it.
    public static var webPage: StubAnswer {
        let fields: HTTPFields = [.contentType: "text/html; charset=utf-8"]
        return .response(HTTPResponse(status: .ok, fields: fields, body: Data("<!doctype html><p>Sign in".utf8)))
            .named("a page of HTML")
    }

    /// The same answer, whose body ends after so many bytes though more were announced: an error of kind
    /// `bodyTruncated`. A failure stays what it is.
    public func cut(after count: Int) -> StubAnswer {
        switch content {
        case .failure: return self
        case .response(let response):
            return with(.immediate { _ in response.cut(after: count) })
        case .immediate(let answer):
            return with(.immediate { request throws(TransportError) in try answer(request).cut(after: count) })
        case .handler(let answer):
            return with(.handler { request throws(TransportError) in try await answer(request).cut(after: count) })
        }
    }

    /// All that can go wrong with an exchange: each error of a transport and each deadline, a body that is cut, one that is
    /// no JSON, one that is a page of HTML, an empty one. For tests that want to see them all:
    ///
    /// ```swift
    /// @Test(arguments: StubAnswer.everyFailure)
    /// func `the screen survives it`(failure: StubAnswer) async throws {
    ///     let client = Client(environment: .shop, transport: StubTransport(failure))
    ///     let result = await client.result(ListUsers())
    ///     guard case .failure = result else { throw Survived() }
    /// }
    /// struct Survived: Error {}
    /// ```
    public static let everyFailure: [StubAnswer] = {
        let kinds: [TransportError.Kind] = [
            .hostNotFound, .connectionFailed, .connectionLost, .bodyTruncated, .secureConnectionFailed,
            .malformedResponse, .bodyTooLarge(limit: 0), .timedOut(.connect), .timedOut(.attempt), .timedOut(.total),
            .bodyConsumed, .bodyFailed, .transportBusy, .unsupported, .other,
        ]
        return kinds.map { .failure($0) } + [
            .json(#"{"id": 1}"#).cut(after: 4).named("a body that is cut"), .malformedJSON, .webPage,
            .status(.ok).named("no body"),
        ]
    }()
}

extension HTTPResponse {
    fileprivate func cut(after count: Int) -> HTTPResponse {
        let chunks =
            switch body {
            case .bytes(let data): HTTPChunks(BytesSource(data, nil))
            case .chunks(let chunks): chunks
            }
        return HTTPResponse(head: head, body: .chunks(HTTPChunks(CutSource(chunks, count))))
    }
}

/// Chunks of another source, which break off.
private final class CutSource: ChunkSource {
    private let state: Mutex<(chunks: HTTPChunks?, left: Int)>

    init(_ chunks: HTTPChunks, _ count: Int) { state = Mutex((chunks, max(0, count))) }

    func next() async throws(TransportError) -> Data? {
        let (chunks, left) = state.withLock { ($0.chunks, $0.left) }
        var iterator = chunks?.makeAsyncIterator()
        guard left > 0, let chunk = try await iterator?.next() else { throw TransportError(.bodyTruncated) }
        state.withLock { $0.left -= min(chunk.count, $0.left) }
        return Data(chunk.prefix(left))
    }

    func stop() { state.withLock { $0.chunks = nil } }
}
