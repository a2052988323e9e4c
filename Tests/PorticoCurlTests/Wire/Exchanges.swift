import Foundation
import Portico
import PorticoTesting
import PorticoCurl

extension HTTPRequest {
    /// A request to a server of the test's own.
    static func to(
        _ server: MockServer, _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:],
        body: HTTPBody = .none
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: server.authority, path: path, fields: fields, body: body)
    }
}

extension CurlTransport {
    /// Sends a request, and gives what went wrong as its kind.
    func kind(_ request: HTTPRequest, _ options: TransportOptions = TransportOptions()) async -> TransportError.Kind? {
        do throws(TransportError) {
            let response = try await send(request, options)
            _ = try await response.bytes(limit: .max)
            return nil
        } catch {
            return error.kind
        }
    }

    /// Sends a request, and gives the error's text.
    func failure(_ request: HTTPRequest, _ options: TransportOptions = TransportOptions()) async -> String {
        do throws(TransportError) {
            return "\(try await send(request, options).status)"
        } catch {
            return "\(error)"
        }
    }
}

/// A server that gives one answer to all, and a transport of its own to reach it.
struct Bench {
    let server: MockServer
    let transport: CurlTransport

    init(_ answer: MockAnswer = .status(204), transport: CurlTransport = .curl()) throws {
        server = try MockServer { _ in answer }
        self.transport = transport
    }

    init(transport: CurlTransport = .curl(), _ answer: @escaping @Sendable (ReceivedRequest) -> MockAnswer)
        throws
    {
        server = try MockServer(answer)
        self.transport = transport
    }

    func send(
        _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:], body: HTTPBody = .none,
        _ options: TransportOptions = TransportOptions()
    ) async throws -> HTTPResponse {
        try await transport.send(.to(server, method, path, fields: fields, body: body), options)
    }

    func kind(_ options: TransportOptions = TransportOptions()) async -> TransportError.Kind? {
        await transport.kind(.to(server), options)
    }
}

extension Bench {
    func send(_ options: TransportOptions) async throws -> HTTPResponse { try await send(.get, "/", options) }

    static let deliveries: [TransportOptions.Delivery] = [.buffered, .streamed]
}
