import Foundation
import Portico
import PorticoTesting
import Testing

@testable import PorticoURLSession

/// What becomes of a `TLSPolicy` over URLSession, before anything is sent.
@Suite struct SessionPolicyTests {
    private static let pin = TLSPin.publicKey(sha256: Data(repeating: 7, count: 32))

    private static func error(_ policy: TLSPolicy, _ request: HTTPRequest) async -> TransportError? {
        do throws(TransportError) {
            _ = try await URLSessionTransport(tls: policy).send(request, TransportOptions(timeout: .seconds(60)))
            return nil
        } catch {
            return error
        }
    }

    private static func request(_ server: MockServer, scheme: String = "http") -> HTTPRequest {
        HTTPRequest(scheme: scheme, authority: server.authority, path: "/")
    }

    #if !canImport(Darwin)
    static let unkept: [(TLSPolicy, String)] = [
        (TLSPolicy(roots: .custom(pem: Data("x".utf8))), "authorities of your own"),
        (TLSPolicy(minimumVersion: .tls13), "another oldest version than TLS 1.2"),
        (TLSPolicy(clientIdentity: .pkcs12(Data("x".utf8), passphrase: "hunter2")), "a client's certificate"),
        (TLSPolicy(pins: ["api.example.com": [pin]]), "pins"),
        (.trustingAnyServerForDevelopment, "trust in any server"),
        (
            TLSPolicy(roots: .custom(pem: Data()), pins: ["api.example.com": [pin]], unpinnedHosts: .refused),
            "authorities of your own and pins"
        ),
    ]

    @Test(arguments: unkept.indices, ["http", "https"])
    func `a policy that cannot be kept fails each call, with nothing sent, and names the alternative`(
        index: Int, scheme: String
    ) async throws {
        let server = try MockServer()
        let (policy, parts) = Self.unkept[index]

        let error = await Self.error(policy, Self.request(server, scheme: scheme))

        #expect(error?.kind == .unsupported)
        #expect(
            error?.message
                == "URLSession on Linux cannot keep \(parts) of a TLSPolicy: use CurlTransport, which can")
        #expect(server.connectionCount == 0)
    }
    #endif

    @Test(arguments: ["http", "https"])
    func `a host without pins is refused before anything is sent, where that is the rule`(scheme: String) async throws {
        let server = try MockServer()

        let error = await Self.error(TLSPolicy(unpinnedHosts: .refused), Self.request(server, scheme: scheme))

        #expect(error?.kind == .secureConnectionFailed)
        #expect(
            error?.message == "\(server.authority): the host has no pins, and unpinned hosts are refused")
        #expect(server.connectionCount == 0)
    }

    @Test func `the policy that says nothing is kept`() async throws {
        let server = try MockServer { _ in .text("ok") }

        #expect(await Self.error(TLSPolicy(), Self.request(server))?.kind == nil)
        #expect(TLSPolicy().beyondFoundation.isEmpty)
    }
}
