import Foundation
import Portico
import PorticoTesting
import Synchronization

/// A transport that heeds neither deadlines nor cancellations: it answers when its gate opens, and not before.
struct DeafTransport: Transport {
    let gate = Gate()
    let entries = Gate()
    var capabilities: TransportCapabilities { TransportCapabilities(missing: [.timings]) }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        entries.open()
        // A task of its own is not cancelled along with the caller's.
        let gate = gate
        await Task.detached { await gate.wait() }.value
        return .json("[1]")
    }
}

/// A layer that waits for its gate, whatever becomes of the call.
struct DeafMiddleware: Middleware {
    let gate = Gate()

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        let gate = gate
        await Task.detached { await gate.wait() }.value
        return try await next(request)
    }
}

/// A body of one chunk, whose next one comes when its gate opens, and not before.
struct DeafChunks: AsyncSequence, Sendable {
    let gate = Gate()
    let waits = Gate()

    struct Iterator: AsyncIteratorProtocol {
        let chunks: DeafChunks
        var count = 0

        mutating func next() async -> Data? {
            count += 1
            guard count > 1 else { return Data("a".utf8) }
            let gate = chunks.gate
            chunks.waits.open()
            await Task.detached { await gate.wait() }.value
            return count > 2 ? nil : Data("b".utf8)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }
}
