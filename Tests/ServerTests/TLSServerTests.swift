import Foundation
import Portico
import Testing

@Suite(.needsNginx) struct TLSServerTests {
    private static func send(to server: String, _ path: String) async throws -> HTTPResponse {
        try await TestServer(TestServers.address("PORTICO_NGINX_\(server)")).send(.get, path)
    }

    @Test(.needsTrustedAuthority) func `a server with a trusted certificate answers`() async throws {
        let response = try await Self.send(to: "TLS", "/document.json")

        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/json")
    }

    @Test(.needsTrustedAuthority, arguments: [("TLS12", "TLSv1.2"), ("TLS13", "TLSv1.3")])
    func `each version of TLS that may be spoken is`(server: String, tls: String) async throws {
        let settled = try await Self.send(to: server, "/protocol").text

        #expect(settled?.contains("\"tls\":\"\(tls)\"") == true, "\(settled ?? "")")
    }

    @Test(.needsTrustedAuthority) func `a server that speaks nothing but older versions is refused`() async throws {
        let error = await #expect(throws: TransportError.self) { try await Self.send(to: "OLDTLS", "/protocol") }

        #expect(error?.kind == .secureConnectionFailed)
    }

    @Test(.needsTrustedAuthority) func `a server that asks for a client's certificate gets none`() async throws {
        #expect(try await Self.send(to: "MTLS", "/subject").status == .badRequest)
    }

    @Test(.needsTrustedAuthority, arguments: ["EXPIRED", "WRONGHOST"])
    func `a certificate that has expired or is another host's is refused`(server: String) async throws {
        let error = await #expect(throws: TransportError.self) { try await Self.send(to: server, "/document.json") }

        #expect(error?.kind == .secureConnectionFailed)
    }

    @Test func `a certificate of an authority that nobody trusts is refused`() async throws {
        let error = await #expect(throws: TransportError.self) { try await Self.send(to: "STRANGER", "/document.json") }

        #expect(error?.kind == .secureConnectionFailed)
    }

    @Test func `a server that does not speak TLS is refused`() async throws {
        let address = try #require(TestServers.nginx?.absoluteString.replacing("http://", with: "https://"))
        let server = try TestServer(.init(string: address))

        let error = await #expect(throws: TransportError.self) { try await server.send(.get, "/document.json") }
        #expect(error?.kind == .secureConnectionFailed)
    }
}
