import Foundation
import Portico
import PorticoCurl
import Testing

/// Connections of HTTP/2 that end under a request, over libcurl.
@Suite(.needsNginx) struct HTTP2EndingServerTests {
    private static func server(_ fault: String) throws -> TestServer {
        let configuration = CurlConfiguration(tls: try TestCertificates.policy())
        return try TestServer(TestServers.address("PORTICO_HTTP2_\(fault)"), CurlTransport(configuration))
    }

    @Test(arguments: ["GOAWAY", "REFUSED", "CLOSED"], [HTTPMethod.get, .put])
    func `an idempotent request on a kept connection that ends is sent again over a new one`(
        fault: String, method: HTTPMethod
    ) async throws {
        let server = try Self.server(fault)
        let body = method == .put ? HTTPBody.text("new") : .none

        for _ in 0..<6 {
            #expect(try await server.send(method, "/", body: body).status == .ok)
        }
    }

    @Test(arguments: ["GOAWAY", "REFUSED", "CLOSED"])
    func `another is not sent again, and told as lost`(fault: String) async throws {
        let server = try Self.server(fault)
        #expect(try await server.send(.post, "/", body: .text("new")).status == .ok)

        let error = await #expect(throws: TransportError.self) {
            try await server.send(.post, "/", body: .text("new"))
        }

        #expect(error?.kind == .connectionLost)
        #expect(try await server.send(.get, "/").status == .ok)
    }

    @Test func `many requests at once outlive connections that end`() async throws {
        let server = try Self.server("GOAWAY")

        try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<2 { group.addTask { try await server.send(.get, "/").status } }
            for try await status in group { #expect(status == .ok) }
        }
    }
}
