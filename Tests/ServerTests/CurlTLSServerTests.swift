import Foundation
import Portico
import PorticoCurl
import Testing

/// What `TLSPolicy` means over libcurl, on nginx with certificates of each kind.
@Suite(.needsNginx) struct CurlTLSServerTests {
    private static func send(
        to server: String, path: String = "/document.json", _ policy: TLSPolicy,
        version: CurlConfiguration.HTTPVersion = .automatic
    ) async throws -> HTTPResponse {
        let transport = CurlTransport(CurlConfiguration(httpVersion: version, tls: policy))
        return try await send(to: server, path: path, transport)
    }

    private static func send(to server: String, path: String, _ transport: CurlTransport) async throws -> HTTPResponse {
        let base = try #require(TestServers.address("PORTICO_NGINX_\(server)"))
        let url = try #require(URL(string: base.absoluteString + path))
        return try await transport.send(#require(HTTPRequest(url: url)), TransportOptions(timeout: .seconds(60)))
    }

    private static func failure(
        to server: String, path: String = "/document.json", _ policy: TLSPolicy
    ) async -> String {
        do {
            return "\(try await send(to: server, path: path, policy).status)"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a server of a custom authority answers, and one of another is refused`() async throws {
        #expect(try await Self.send(to: "TLS", TestCertificates.policy()).status == .ok)

        let stranger = try await Self.failure(to: "STRANGER", TestCertificates.policy())
        let system = await Self.failure(to: "STRANGER", TLSPolicy())
        let other = try await Self.failure(
            to: "TLS", TLSPolicy(roots: .custom(pem: TestCertificates.file("stranger-ca.crt"))))

        for failure in [stranger, system, other] {
            #expect(failure.hasPrefix("the secure connection failed: localhost:"), "\(failure)")
            #expect(failure.contains("unable to get local issuer certificate"), "\(failure)")
        }
    }

    @Test(arguments: [
        ("EXPIRED", "certificate has expired"), ("WRONGHOST", "no alternative certificate subject name matches"),
    ])
    func `a certificate that has expired or is another host's is refused, and the error says which`(
        server: String, reason: String
    ) async throws {
        let failure = try await Self.failure(to: server, TestCertificates.policy())

        #expect(failure.hasPrefix("the secure connection failed: localhost:"), "\(failure)")
        #expect(failure.contains(reason), "\(failure)")
    }

    @Test(arguments: ["EXPIRED", "WRONGHOST", "STRANGER"])
    func `any server is trusted where that was asked for by its name`(server: String) async throws {
        #expect(try await Self.send(to: server, .trustingAnyServerForDevelopment).status == .ok)
    }

    @Test(arguments: ["", "not a certificate"])
    func `authorities that are none trust nobody`(pem: String) async throws {
        let failure = await Self.failure(to: "TLS", TLSPolicy(roots: .custom(pem: Data(pem.utf8))))

        #expect(failure.hasPrefix("the secure connection failed"), "\(failure)")
    }

    @Test func `a client's certificate is shown where it is asked for, in PEM and in PKCS 12`() async throws {
        var pem = try TestCertificates.policy()
        pem.clientIdentity = .pem(
            certificates: try TestCertificates.file("client.crt"), key: try TestCertificates.file("client.key"))
        var archive = try TestCertificates.policy()
        archive.clientIdentity = .pkcs12(
            try TestCertificates.openssl(
                "openssl pkcs12 -export -in client.crt -inkey client.key -passout pass:secret"),
            passphrase: "secret")

        #expect(try await Self.send(to: "MTLS", path: "/subject", TestCertificates.policy()).status == .badRequest)
        #expect(try await Self.send(to: "MTLS", path: "/subject", pem).text == "CN=alice")
        #expect(try await Self.send(to: "MTLS", path: "/subject", archive).text == "CN=alice")
    }

    @Test func `a client's certificate with the wrong passphrase is an error, and no secret is in it`() async throws {
        var policy = try TestCertificates.policy()
        policy.clientIdentity = .pkcs12(
            try TestCertificates.openssl(
                "openssl pkcs12 -export -in client.crt -inkey client.key -passout pass:secret"),
            passphrase: "hunter2")

        let failure = await Self.failure(to: "MTLS", path: "/subject", policy)

        #expect(failure.hasPrefix("the secure connection failed"), "\(failure)")
        #expect(!failure.contains("hunter2") && !"\(policy)".contains("hunter2"))
    }

    static let goodPins: [@Sendable () throws -> TLSPin] = [
        { try TestCertificates.keyPin("server") }, { try TestCertificates.keyPin("ca") },
        { try TestCertificates.certificatePin("server") }, { try TestCertificates.certificatePin("ca") },
    ]
    static let badPins: [@Sendable () throws -> TLSPin] = [
        { try TestCertificates.keyPin("client") }, { try TestCertificates.certificatePin("client") },
        { .publicKey(sha256: Data(count: 32)) },
        // The hash of one kind does not do for the other.
        { try .certificate(sha256: TestCertificates.keyPin("server").sha256) },
    ]

    @Test(arguments: goodPins.indices, badPins.indices)
    func `one pin of several has to be in the chain, and a backup may not be`(good: Int, bad: Int) async throws {
        var policy = try TestCertificates.policy()
        policy.pins = ["LocalHost": [try Self.goodPins[good](), try Self.badPins[bad]()]]
        policy.unpinnedHosts = .refused

        #expect(try await Self.send(to: "TLS", policy).status == .ok)
    }

    @Test(arguments: badPins.indices)
    func `a server without a pin is refused, again and again, over both versions`(bad: Int) async throws {
        var policy = try TestCertificates.policy()
        policy.pins = ["localhost": [try Self.badPins[bad]()]]
        for version in [CurlConfiguration.HTTPVersion.automatic, .http1] {
            let transport = CurlTransport(CurlConfiguration(httpVersion: version, tls: policy))
            for _ in 0..<3 {
                let error = await #expect(throws: TransportError.self) {
                    try await Self.send(to: "TLS", path: "/document.json", transport)
                }
                #expect(error?.kind == .secureConnectionFailed)
                #expect(
                    error?.message.hasSuffix("no certificate of the server's chain has a pinned key or hash") == true)
            }
        }
    }

    @Test func `a certificate that is not trusted is refused although its pin matches`() async throws {
        var policy = try TestCertificates.policy()
        policy.pins = ["localhost": [try TestCertificates.keyPin("stranger")]]

        #expect(await Self.failure(to: "STRANGER", policy).contains("unable to get local issuer certificate"))
    }

    @Test func `a host without pins is refused before anything is sent, where that is the rule`() async throws {
        var policy = try TestCertificates.policy()
        policy.unpinnedHosts = .refused

        let failure = await Self.failure(to: "TLS", policy)

        #expect(failure.hasSuffix("the host has no pins, and unpinned hosts are refused"), "\(failure)")
    }
}
