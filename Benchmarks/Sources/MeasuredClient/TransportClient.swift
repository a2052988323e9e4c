public import Foundation
public import Portico

/// A transport alone.
public struct TransportClient: MeasuredClient {
    private let transport: any Transport
    private let scheme: String
    private let authority: String

    public init(_ transport: any Transport, _ base: URL) throws {
        guard let request = HTTPRequest(url: base) else { throw MeasurementError.arguments }
        (scheme, authority) = (request.scheme, request.authority)
        self.transport = transport
    }

    public func fetch(_ path: String) async throws -> Int {
        try await send(request(path)).data?.count ?? 0
    }

    public func download(_ path: String, to file: URL) async throws {
        guard case .chunks(let chunks) = try await send(request(path), .streamed).body else {
            throw MeasurementError.unexpectedAnswer("no chunks")
        }
        try await write(chunks, to: file)
    }

    public func upload(_ file: URL, to path: String) async throws {
        var request = request(path)
        request.method = .put
        request.body = .file(file)
        _ = try await send(request)
    }

    private func request(_ path: String) -> HTTPRequest {
        HTTPRequest(scheme: scheme, authority: authority, path: path)
    }

    private func send(
        _ request: HTTPRequest, _ delivery: TransportOptions.Delivery = .buffered
    ) async throws -> HTTPResponse {
        let response = try await transport.send(request, TransportOptions(delivery: delivery))
        guard response.status.kind == .successful else { throw MeasurementError.unexpectedAnswer("\(response.status)") }
        return response
    }
}
