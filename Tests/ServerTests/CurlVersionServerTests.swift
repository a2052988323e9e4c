import Foundation
import Portico
import PorticoCurl
import Testing

/// Which versions of TLS and of HTTP libcurl settles on with nginx.
@Suite(.needsNginx) struct CurlVersionServerTests {
    /// What nginx says of the connection.
    private struct Settled: Decodable, Equatable {
        var `protocol`: String
        var tls: String
        var alpn: String
    }

    private static func settled(
        with server: String, _ minimum: TLSPolicy.Version = .tls12,
        _ version: CurlConfiguration.HTTPVersion = .automatic
    ) async throws -> Settled {
        var policy = try TestCertificates.policy()
        policy.minimumVersion = minimum
        let transport = CurlTransport(CurlConfiguration(httpVersion: version, tls: policy))
        let response = try await TestServer(TestServers.address("PORTICO_NGINX_\(server)"), transport)
            .send(.get, "/protocol")
        #expect(response.fields[.contentType] == "application/json")
        return try JSONDecoder().decode(Settled.self, from: #require(response.data))
    }

    @Test(arguments: [
        (CurlConfiguration.HTTPVersion.automatic, "HTTP/2.0", "h2"), (.http1, "HTTP/1.1", "http/1.1"),
        (.http2PriorKnowledge, "HTTP/2.0", "h2"),
    ])
    func `the version of HTTP is a matter of choice, and ALPN tells it to the server`(
        version: CurlConfiguration.HTTPVersion, name: String, alpn: String
    ) async throws {
        let settled = try await Self.settled(with: "TLS", .tls12, version)

        #expect(settled == Settled(protocol: name, tls: "TLSv1.3", alpn: alpn))
    }

    @Test(arguments: [("TLS12", "TLSv1.2"), ("TLS13", "TLSv1.3")])
    func `a server of one version of TLS answers over it, and over HTTP 1 where it has no other`(
        server: String, tls: String
    ) async throws {
        #expect(try await Self.settled(with: server) == Settled(protocol: "HTTP/1.1", tls: tls, alpn: "http/1.1"))
    }

    @Test func `a server of an older version than the oldest is refused`() async throws {
        #expect(try await Self.settled(with: "TLS13", .tls13).tls == "TLSv1.3")

        let older = await #expect(throws: TransportError.self) { try await Self.settled(with: "TLS12", .tls13) }
        let oldest = await #expect(throws: TransportError.self) { try await Self.settled(with: "OLDTLS") }

        for error in [older, oldest] {
            #expect(error?.kind == .secureConnectionFailed)
            #expect(error?.message.contains("tlsv1 alert protocol version") == true, "\(error?.message ?? "")")
        }
    }

    @Test func `many exchanges share one connection of HTTP 2, and each gets its own answer`() async throws {
        let transport = CurlTransport(CurlConfiguration(tls: try TestCertificates.policy()))
        let server = try TestServer(TestServers.address("PORTICO_NGINX_TLS"), transport)

        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            for _ in 0..<100 { group.addTask { try await server.send(.get, "/large.bin") } }
            for try await response in group { #expect(response.data?.count == 1_048_576) }
        }
    }

    @Test func `HTTP 2 is spoken without TLS where the server is known to, request after request`() async throws {
        let transport = CurlTransport(CurlConfiguration(httpVersion: .http2PriorKnowledge))
        let server = try TestServer(TestServers.address("PORTICO_NGINX_CLEARHTTP2"), transport)

        for _ in 0..<3 {
            #expect(try await server.send(.get, "/protocol").text?.contains("\"protocol\":\"HTTP/2.0\"") == true)
        }
    }
}
