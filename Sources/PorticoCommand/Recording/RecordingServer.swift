#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting
import Synchronization

/// A server on this machine that sends what it receives on to another one, whose answers pass as they come.
final class RecordingServer: Sendable {
    private let target: RecordingTarget
    private let transport: any Transport
    private let log: @Sendable (String) -> Void
    private let server = Mutex<MockServer?>(nil)

    /// - Parameter log: is told of each exchange in a line.
    init(
        _ target: RecordingTarget, _ transport: any Transport, port: Int?, log: @escaping @Sendable (String) -> Void
    ) throws {
        self.target = target
        self.transport = transport
        self.log = log
        var limits = MockServer.Limits()
        limits.journaledRequests = 0
        let started = try MockServer.started(port: port ?? 0, limits: limits) { [weak self] request in
            .inTask { [weak self] in await self?.answer(request) ?? .nothing }
        }
        server.withLock { $0 = started }
    }

    /// `http://127.0.0.1:PORT`
    var baseURL: String { server.withLock { $0 }.map { "http://\($0.authority)" } ?? "" }

    /// Ends every exchange that is under way, and the server.
    func stop() { server.withLock { $0.take() }?.stop() }

    /// Cancelled where the client leaves, as the reading of the answer's body is.
    private func answer(_ received: ReceivedRequest) async -> MockAnswer {
        let request = target.request(received.method, received.target, fields: received.fields, body: received.body)
        guard let request else { return .text("the request cannot be sent on\n", status: 400) }
        let line = "\(request.method) \(Redaction.line(Redaction.standard.url(request.path), limit: 500))"
        do throws(TransportError) {
            let options = TransportOptions(delivery: .streamed, timeout: .seconds(300))
            var response = try await transport.send(request, options)
            log("\(response.status.code) \(line)")
            if request.method == .head || response.status.neverHasBody {
                // Nobody will read it, and an exchange is recorded at its end.
                response.body = .bytes(try await response.bytes(limit: TransportOptions.defaultBodyLimit))
            }
            let source = PassingBody(response.body) { [log] error in log("--- \(line): \(error)") }
            response.body = .chunks(HTTPChunks(source))
            return .response(target.answer(response, own: baseURL))
        } catch {
            if error.kind != .cancelled { log("--- \(line): \(error)") }
            return .text("portico record: \(error)\n", status: .badGateway)
        }
    }
}

/// The body of an answer on its way, of whose failure somebody is told. One that is there already passes like that too: what
/// the answer says of its length is then left as it is.
private final class PassingBody: ChunkSource {
    private let rest: Mutex<HTTPResponse.Body?>
    private let onFailure: @Sendable (TransportError) -> Void

    init(_ body: HTTPResponse.Body, onFailure: @escaping @Sendable (TransportError) -> Void) {
        rest = Mutex(body)
        self.onFailure = onFailure
    }

    func next() async throws(TransportError) -> Data? {
        let body = rest.withLock { rest in
            defer { if case .bytes = rest { rest = nil } }
            return rest
        }
        guard case .chunks(let chunks) = body else {
            guard case .bytes(let data) = body, !data.isEmpty else { return nil }
            return data
        }
        var iterator = chunks.makeAsyncIterator()
        do throws(TransportError) { return try await iterator.next() } catch {
            if error.kind != .cancelled { onFailure(error) }
            throw error
        }
    }

    func stop() {
        let body = rest.withLock { $0.take() }
        _ = consume body
    }
}
