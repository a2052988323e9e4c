import ABNetworkKit
import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A policy of parts.
private struct Policy: ABNetworkSecurityPolicy {
    var pinnedCertificates: [Data]?
    var trustedAuthorities: Data?
    var allowsRedirects = true
    var users: [ABCredential?] = []
    let asked = Asked()

    final class Asked: Sendable {
        let challenges = Mutex<[ABChallenge]>([])
        let redirects = Mutex<[String]>([])
    }

    func redirect(_ redirect: Redirect) async -> HTTPRequest? {
        asked.redirects.withLock { $0.append(redirect.next.urlText) }
        return allowsRedirects ? redirect.next : nil
    }

    func credential(for challenge: ABChallenge) async -> ABCredential? {
        asked.challenges.withLock { challenges in
            challenges.append(challenge)
            return challenges.count <= users.count ? users[challenges.count - 1] : nil
        }
    }
}

private final class PolicyDispatcher: ABNetworkDispatcher {
    private var policy: any ABNetworkSecurityPolicy = ABSystemSecurityPolicy()
    private let lines = Lines()

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    override var securityPolicy: any ABNetworkSecurityPolicy { policy }
    override var log: @Sendable (String) -> Void { { [lines] line in lines.all.withLock { $0.append(line) } } }

    var logged: [String] { lines.all.withLock(\.self) }

    static func at(
        _ host: String?, _ policy: Policy, type: ABEnvironmentType = .production
    ) throws -> PolicyDispatcher {
        let dispatcher = PolicyDispatcher(environment: ABEnvironment(host: try #require(host), type: type))
        dispatcher.policy = policy
        return dispatcher
    }
}

@Suite(.needsNginx) struct PinningTests {
    private let authority: Data

    init() throws { authority = try Servers.certificate("ca.crt") }

    private func outcome(_ host: String, path: String = "/document.json", _ policy: Policy) async throws -> Outcome {
        try await PolicyDispatcher.at(Servers.nginx(host), policy).outcome(of: Ask(path: path))
    }

    /// The same certificate without PEM around it.
    private func der(_ pem: Data) throws -> Data {
        let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return try #require(Data(base64Encoded: lines.joined()))
    }

    @Test func `a server that shows a pinned certificate answers, be that in PEM or in DER`() async throws {
        let server = try Servers.certificate("server.crt")

        for pin in [server, try der(server), authority] {
            let policy = Policy(pinnedCertificates: [pin], trustedAuthorities: authority)
            #expect(try await outcome("TLS", policy).status == 200)
        }
    }

    @Test(arguments: ["client.crt", "stranger.crt", ""])
    func `a server that shows another certificate is refused, and no certificates is nobody`(pin: String) async throws {
        let pins = pin.isEmpty ? [] : [try Servers.certificate(pin)]

        let outcome = try await outcome("TLS", Policy(pinnedCertificates: pins, trustedAuthorities: authority))

        let error = try #require(outcome.error as? CallError<ErrorBody>)
        guard case .transport(let reason) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(reason.kind == .secureConnectionFailed)
        #expect(outcome.status == nil)
    }

    @Test func `a certificate that nobody vouches for is refused, pinned or not`() async throws {
        let pinned = Policy(pinnedCertificates: [try Servers.certificate("stranger.crt")])

        #expect(try await outcome("STRANGER", pinned).error is CallError<ErrorBody>)
        #expect(try await outcome("STRANGER", Policy()).error is CallError<ErrorBody>)
        #expect(try await outcome("EXPIRED", Policy(trustedAuthorities: authority)).error is CallError<ErrorBody>)
    }

    @Test func `with pins there is no http, and no redirect to a host without one`() async throws {
        let policy = Policy(pinnedCertificates: [authority], trustedAuthorities: authority)
        let elsewhere = try #require(Servers.nginx("TLS")).replacing("localhost", with: "127.0.0.1")

        let plain = try await outcome("HTTP", policy)
        let redirected = try await outcome("TLS", path: "/httpbin/redirect-to?url=\(elsewhere)/document.json", policy)

        #expect("\(try #require(plain.error))".contains("pins"))
        #expect("\(try #require(redirected.error))".contains("the host has no pins"))
        #expect(policy.asked.redirects.withLock(\.count) == 1)
    }
}

@Suite(.needsHTTPBin) struct SecurityPolicyTests {
    @Test func `a redirect leads where the policy says`() async throws {
        let followed = Policy()
        let refused = Policy(allowsRedirects: false)
        let ask = Ask(path: "/redirect-to?url=/anything/there&status_code=307")

        let there = try await PolicyDispatcher.at(Servers.httpbin, followed).outcome(of: ask)
        let stayed = try await PolicyDispatcher.at(Servers.httpbin, refused).outcome(of: ask)

        #expect((there.object["url"] as? String)?.hasSuffix("/anything/there") == true)
        #expect(stayed.status == 307)
        #expect(stayed.error is CallError<ErrorBody>)
        #expect(refused.asked.redirects.withLock(\.self).map { $0.hasSuffix("/anything/there") } == [true])
    }

    @Test(arguments: ["/basic-auth/ada/secret", "/digest-auth/auth/ada/secret/SHA-256"])
    func `a challenge is answered by the policy, and what was accepted goes along from then on`(
        path: String
    ) async throws {
        let policy = Policy(users: [ABCredential(user: "ada", password: "secret")])
        let dispatcher = try PolicyDispatcher.at(Servers.httpbin, policy)

        let first = try await dispatcher.outcome(of: Ask(path: path))
        let second = try await dispatcher.outcome(of: Ask(path: path))

        #expect(first.object["authenticated"] as? Bool == true)
        #expect(second.object["authenticated"] as? Bool == true)
        let challenges = policy.asked.challenges.withLock(\.self)
        #expect(challenges.count == 1)
        #expect(challenges.first?.realm != nil)
        #expect(challenges.first?.isRefusal == false)
    }

    @Test func `a challenge that nobody answers, or wrongly, is a 401`() async throws {
        let wrong = Policy(users: [ABCredential(user: "ada", password: "wrong")])

        for policy in [Policy(), wrong] {
            let outcome = try await PolicyDispatcher.at(Servers.httpbin, policy)
                .outcome(of: Ask(path: "/basic-auth/ada/secret"))
            #expect(outcome.status == 401)
            #expect(policy.asked.challenges.withLock(\.count) == 1)
        }
    }

    @Test func `a development environment logs its calls, secrets hidden, and a production one does not`() async throws
    {
        let ask = Ask(path: "/anything", parameters: .url(["token": "s3cret"]))
        let development = try PolicyDispatcher.at(Servers.httpbin, Policy(), type: .development)
        let production = try PolicyDispatcher.at(Servers.httpbin, Policy())

        _ = try await development.outcome(of: ask)
        _ = try await production.outcome(of: ask)

        #expect(development.logged.first?.contains("-> GET") == true)
        #expect(development.logged.contains { $0.contains("<- 200 OK") })
        #expect(!development.logged.contains { $0.contains("s3cret") })
        #expect(production.logged.isEmpty)
    }

    @Test func `a credential prints without its password`() {
        #expect(!"\(ABCredential(user: "ada", password: "secret"))".contains("secret"))
    }
}
