import Foundation
import Portico
import PorticoCurl
import PorticoTesting

/// A transport that keeps the contract but for one fault.
struct FaultyTransport: Transport {
    var capabilities = CurlTransport().capabilities
    private let base = CurlTransport()
    private let exchange: Exchange

    typealias Exchange =
        @Sendable (HTTPRequest, TransportOptions, CurlTransport) async throws(TransportError) -> HTTPResponse

    init(_ exchange: @escaping Exchange) { self.exchange = exchange }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        try await exchange(request, options, base)
    }
}

extension FaultyTransport {
    /// Changes what is sent.
    static func sending(
        _ change: @escaping @Sendable (inout HTTPRequest, inout TransportOptions) throws(TransportError) -> Void
    ) -> FaultyTransport {
        FaultyTransport { request, options, base throws(TransportError) in
            var (request, options) = (request, options)
            try change(&request, &options)
            return try await base.send(request, options)
        }
    }

    /// Changes what is answered.
    static func answering(
        _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) throws(TransportError) -> Void
    ) -> FaultyTransport {
        FaultyTransport { request, options, base throws(TransportError) in
            var response = try await base.send(request, options)
            try change(&response, request)
            return response
        }
    }

    /// Sends once more where an answer or a failure asks for it.
    static func resending(
        _ next: @escaping @Sendable (HTTPRequest, Result<HTTPResponse, TransportError>) -> HTTPRequest?
    ) -> FaultyTransport {
        FaultyTransport { request, options, base throws(TransportError) in
            let first: Result<HTTPResponse, TransportError>
            do throws(TransportError) { first = .success(try await base.send(request, options)) } catch {
                first = .failure(error)
            }
            guard let next = next(request, first) else { return try first.get() }
            return try await base.send(next, options)
        }
    }

    /// Goes on with the exchange when its caller has left, who leaves at once or waits for the end of it.
    static func uncancellable(leavesAtOnce: Bool) -> FaultyTransport {
        FaultyTransport { request, options, base throws(TransportError) in
            let (results, continuation) = AsyncStream.makeStream(of: Result<HTTPResponse, TransportError>.self)
            Task {
                do throws(TransportError) {
                    continuation.yield(.success(try await base.send(request, options)))
                } catch {
                    continuation.yield(.failure(error))
                }
            }
            let waiting = Task { await results.first { _ in true } }
            let result = leavesAtOnce ? await results.first { _ in true } : await waiting.value
            guard let result else { throw TransportError(.cancelled) }
            return try result.get()
        }
    }

    /// Reads a streamed body to its end before anybody asks for it.
    static let greedy = FaultyTransport { request, options, base throws(TransportError) in
        var response = try await base.send(request, options)
        guard case .chunks(let chunks) = response.body else { return response }
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
        Task {
            do {
                for try await chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        response.body = .chunks(HTTPChunks(stream))
        return response
    }
}

/// A transport that writes its requests by hand, with a fault in their bytes, and reads whatever comes.
struct HandwrittenTransport: Transport {
    var capabilities: TransportCapabilities { .all }
    let render: @Sendable (HTTPRequest, Data) -> String

    init(_ render: @escaping @Sendable (HTTPRequest, Data) -> String) { self.render = render }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        let body = try await request.body.chunks().collected(limit: .max)
        guard let port = request.authority.split(separator: ":").last.flatMap({ Int($0) }),
            let client = try? RawClient(port: port)
        else { throw TransportError(.connectionFailed) }
        await client.send(render(request, body))
        client.halfClose()
        let answer = await client.readToEnd().text
        let lines = answer.components(separatedBy: "\r\n\r\n")
        let status = Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
        return HTTPResponse(
            status: HTTPStatus(status), body: Data(lines.dropFirst().joined(separator: "\r\n\r\n").utf8))
    }

    /// A request with these fields beside the caller's.
    static func framing(
        _ fields: @escaping @Sendable (HTTPRequest, Data) -> [String]
    ) -> HandwrittenTransport {
        HandwrittenTransport { request, body in
            let own = request.fields.map { "\($0.name): \($0.value)" }
            let lines = ["\(request.method) \(request.path) HTTP/1.1", "Host: \(request.authority)"] + own
            return (lines + fields(request, body) + ["", ""]).joined(separator: "\r\n")
                + String(decoding: body, as: UTF8.self)
        }
    }
}
