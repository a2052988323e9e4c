import Foundation
import Portico
import Testing

@Suite(.needsHTTPBin) struct StatusServerTests {
    @Test(arguments: [
        200, 201, 202, 203, 206, 300, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 415, 418, 422, 429, 451, 500,
        501,
        502, 503, 504, 599,
    ])
    func `a status is an answer and no error`(code: Int) async throws {
        #expect(try await TestServer.httpbin.send(.get, "/status/\(code)").status.code == code)
    }

    @Test func `a challenge comes back as the answer that it is`() async throws {
        let response = try await TestServer.httpbin.send(.get, "/basic-auth/alice/secret")

        #expect(response.status == .unauthorized)
        #expect(response.fields[.wwwAuthenticate]?.hasPrefix("Basic realm=") == true)
    }

    @Test func `a digest challenge comes back with its parameters`() async throws {
        let response = try await TestServer.httpbin.send(.get, "/digest-auth/auth/alice/secret")

        #expect(response.status == .unauthorized)
        #expect(response.fields[.wwwAuthenticate]?.hasPrefix("Digest realm=") == true)
    }

    @Test func `an authorization that the caller gives is sent and kept for no one else`() async throws {
        let server = try TestServer.httpbin
        let credentials = "Basic YWxpY2U6c2VjcmV0"

        let known = try await server.send(.get, "/basic-auth/alice/secret", fields: [.authorization: credentials])
        #expect(known.status == .ok)
        #expect(try await server.send(.get, "/basic-auth/alice/secret").status == .unauthorized)
    }

    @Test(.needsNginx) func `errors of a gateway are answers`() async throws {
        let server = try TestServer.nginx

        #expect(try await server.send(.get, "/bad-gateway/").status == .badGateway)
        #expect(try await server.send(.get, "/gateway-timeout/delay/10").status == .gatewayTimeout)
        #expect(try await server.send(.get, "/no-such-file").status == .notFound)
    }

    @Test(.needsNginx) func `a caller of too many requests is told when to come again`() async throws {
        let server = try TestServer.nginx
        let path = "/limited?caller=\(UUID().uuidString)"

        #expect(try await server.send(.get, path).status == .ok)
        let second = try await server.send(.get, path)

        #expect(second.status == .tooManyRequests)
        #expect(second.fields[.retryAfter] == "30")
        #expect(second.fields[.contentType] == "application/problem+json")
    }

    @Test(.needsNginx) func `a server out of service says until when`() async throws {
        let response = try await TestServer.nginx.send(.get, "/maintenance")

        #expect(response.status == .serviceUnavailable)
        #expect(response.fields[.retryAfter] == "Wed, 21 Oct 2037 07:28:00 GMT")
        #expect(response.text == "<h1>Back soon</h1>")
    }
}
